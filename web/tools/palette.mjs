// Screenshots as small PNG files: their colours are gathered into a palette of at most 256, a byte a pixel.
import { crc32, deflateSync, inflateSync } from "node:zlib";

export const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

/** The same picture with so many colours. */
export function withPalette(png, colours = 256) {
  const { width, height, pixels } = decoded(png);
  const palette = medianCut(pixels, colours);
  const known = new Map();
  const rows = Buffer.alloc((width + 1) * height); // each row begins with its filter: none
  for (let n = 0; n < pixels.length; n++) {
    let index = known.get(pixels[n]);
    if (index === undefined) known.set(pixels[n], (index = nearest(palette, pixels[n])));
    rows[Math.floor(n / width) + n + 1] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const table = Buffer.from(palette.flatMap((colour) => parts(colour)));
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", table),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

export const parts = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];

export function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, check]);
}

/** The pixels of a screenshot, each a number; Chromium writes 8 bits of red, green, blue and perhaps alpha, not interlaced. */
export function decoded(png) {
  const [width, height, depth, kind] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]];
  if (depth !== 8 || (kind !== 2 && kind !== 6) || png[28] !== 0) throw new Error("This is no screenshot.");
  const data = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const raw = inflateSync(Buffer.concat(data));
  const step = kind === 6 ? 4 : 3;
  const line = width * step;
  let before = Buffer.alloc(line);
  const pixels = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (line + 1)];
    const row = raw.subarray(y * (line + 1) + 1, (y + 1) * (line + 1));
    for (let x = 0; x < line; x++)
      row[x] = (row[x] + predicted(filter, x < step ? 0 : row[x - step], before[x], x < step ? 0 : before[x - step])) & 255;
    for (let x = 0; x < width; x++) pixels[y * width + x] = (row[x * step] << 16) | (row[x * step + 1] << 8) | row[x * step + 2];
    before = row;
  }
  return { width, height, pixels };
}

/** What the PNG standard's five filters expect of a byte from those to the left, above, and above to the left. */
function predicted(filter, left, above, corner) {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

/** Colours that stand for all: the box of colours with the most spread is halved until there are enough boxes. */
export function medianCut(pixels, most) {
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const boxes = [box([...counts].map(([colour, count]) => ({ channels: parts(colour), count })))];
  while (boxes.length < most) {
    const widest = boxes.reduce((one, other) => (other.spread > one.spread ? other : one));
    if (widest.spread === 0) break;
    const { colours, channel } = widest;
    colours.sort((one, other) => one.channels[channel] - other.channels[channel]);
    const half = colours.reduce((sum, { count }) => sum + Math.sqrt(count), 0) / 2;
    let [at, sum] = [0, 0];
    while (at < colours.length - 1 && (sum += Math.sqrt(colours[at].count)) < half) at++;
    at = Math.max(1, at);
    boxes.splice(boxes.indexOf(widest), 1, box(colours.slice(0, at)), box(colours.slice(at)));
  }
  return boxes.map(({ colours }) => {
    const all = colours.reduce((sum, { count }) => sum + count, 0);
    const [red, green, blue] = [0, 1, 2].map((n) =>
      Math.round(colours.reduce((sum, { channels, count }) => sum + channels[n] * count, 0) / all),
    );
    return (red << 16) | (green << 8) | blue;
  });
}

function box(colours) {
  const ranges = [0, 1, 2].map((n) => {
    let [least, most] = [255, 0];
    for (const { channels } of colours) [least, most] = [Math.min(least, channels[n]), Math.max(most, channels[n])];
    return most - least;
  });
  const weight = Math.sqrt(colours.reduce((sum, { count }) => sum + Math.sqrt(count), 0));
  return { colours, channel: ranges.indexOf(Math.max(...ranges)), spread: Math.max(...ranges) * weight };
}

export function nearest(palette, colour) {
  const [red, green, blue] = parts(colour);
  let [best, distance] = [0, Infinity];
  palette.forEach((other, n) => {
    const [r, g, b] = parts(other);
    const far = 2 * (r - red) ** 2 + 4 * (g - green) ** 2 + 3 * (b - blue) ** 2;
    if (far < distance) [best, distance] = [n, far];
  });
  return best;
}
