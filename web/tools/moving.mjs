// Screenshots one after the other as a moving picture: an animated PNG, which browsers and code hosts show, of one palette.
import { deflateSync } from "node:zlib";
import { chunk, decoded, medianCut, nearest, parts, SIGNATURE } from "./palette.mjs";

const OVER = 1; // blend: what is transparent in a frame stays as it was

/** A moving picture of `{ png, milliseconds }`; equal frames that follow each other become one. It is shown again and again. */
export function moving(shots, colours = 128) {
  const frames = [];
  for (const { png, milliseconds } of shots) {
    const picture = decoded(png);
    const last = frames.at(-1);
    if (last && picture.pixels.every((pixel, n) => pixel === last.pixels[n])) last.milliseconds += milliseconds;
    else frames.push({ ...picture, milliseconds });
  }
  const { width, height } = frames[0];
  const palette = medianCut(
    frames.flatMap(({ pixels }) => [...new Set(pixels)]),
    colours - 1,
  );
  const known = new Map();
  const index = (pixel) => {
    if (!known.has(pixel)) known.set(pixel, 1 + nearest(palette, pixel)); // 0 is transparent
    return known.get(pixel);
  };
  const indexed = frames.map(({ pixels, milliseconds }) => ({ pixels: Uint8Array.from(pixels, index), milliseconds }));
  let sequence = 0;
  const drawn = indexed.flatMap(({ pixels, milliseconds }, n) => {
    const area = n === 0 ? { left: 0, top: 0, wide: width, high: height } : changed(indexed[n - 1].pixels, pixels, width);
    const control = Buffer.alloc(26);
    [sequence++, area.wide, area.high, area.left, area.top].forEach((value, at) => control.writeUInt32BE(value, 4 * at));
    control.writeUInt16BE(Math.round(milliseconds), 20);
    control.writeUInt16BE(1000, 22);
    control[25] = OVER;
    const data = deflateSync(rows(pixels, n === 0 ? null : indexed[n - 1].pixels, area, width), { level: 9, memLevel: 9 });
    if (n === 0) return [chunk("fcTL", control), chunk("IDAT", data)];
    const number = Buffer.alloc(4);
    number.writeUInt32BE(sequence++);
    return [chunk("fcTL", control), chunk("fdAT", Buffer.concat([number, data]))];
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const count = Buffer.alloc(8); // how many frames, and 0: without end
  count.writeUInt32BE(indexed.length);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("acTL", count),
    chunk("PLTE", Buffer.from([0, 0, 0, ...palette.flatMap((colour) => parts(colour))])),
    chunk("tRNS", Buffer.from([0])),
    ...drawn,
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The smallest area that holds everything that differs; a single pixel if nothing does. */
function changed(before, now, width) {
  let [left, right, top, bottom] = [width, 0, Infinity, 0];
  for (let n = 0; n < now.length; n++) {
    if (now[n] === before[n]) continue;
    const [x, y] = [n % width, Math.floor(n / width)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  return left > right ? { left: 0, top: 0, wide: 1, high: 1 } : { left, top, wide: right - left + 1, high: bottom - top + 1 };
}

/** The rows of an area as PNG has them, unfiltered; what has not changed is transparent. */
function rows(now, before, { left, top, wide, high }, width) {
  const found = Buffer.alloc((wide + 1) * high);
  for (let y = 0; y < high; y++)
    for (let x = 0; x < wide; x++) {
      const at = (top + y) * width + left + x;
      if (!before || now[at] !== before[at]) found[y * (wide + 1) + 1 + x] = now[at];
    }
  return found;
}
