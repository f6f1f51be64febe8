// A tulip drawn as in a hand-coloured print: washes of colour, a little beside the ink lines. The drawing is a picture of its own,
// made once for all tulips that look alike: a table shows two hundred, and as parts of the page they would cost it most of its time.
import { grow, type Flower, type Petal } from "./petals";

export type Variety = "plain" | "feathered" | "flamed";

export interface Drawing {
  /** The picture, as an address. */
  address: string;
  /** What is looked at: x, y, width and height; petals may stick out of it by the margin. */
  view: [number, number, number, number];
}

/** How far petals and leaves may stick out of what is looked at. */
export const MARGIN = 14;

const drawn = new Map<string, Drawing>();

/** The drawing of a tulip: the whole plant or the flower only, with fine lines or bold ones for small sizes. */
export function drawing(colour: string, seed: number, variety: Variety, whole: boolean, fine: boolean): Drawing {
  const key = [colour, seed, variety, whole, fine].join();
  let found = drawn.get(key);
  if (!found) drawn.set(key, (found = draw(colour, seed, variety, whole, fine)));
  return found;
}

function draw(colour: string, seed: number, variety: Variety, whole: boolean, fine: boolean): Drawing {
  const flower = grow(colour, seed);
  const box = Math.max(flower.height + 12, flower.width + 4);
  const view: Drawing["view"] = whole ? [0, 0, 100, 150] : [50 - box / 2, 92 - box, box, box];
  const [x, y, width, height] = view;
  const around = [x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].join(" ");
  const layers: [Petal, number][] = [
    ...flower.behind.map((petal): [Petal, number] => [petal, 2]),
    ...flower.sides.map((petal): [Petal, number] => [petal, 1]),
    [flower.middle, 0],
  ];
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${around}"><style>${inks(colour, variety !== "plain")}</style><defs>${GRADIENTS}`,
    ...(variety === "plain" ? [] : layers.map(([petal], n) => `<clipPath id="c${n}"><path d="${petal.outline}"/></clipPath>`)),
    "</defs>",
    whole ? leaf(flower, 1, fine) + stem(flower.stem) + leaf(flower, 0, fine) : stem("M50 82Q51 90 49 98"),
    ...layers.map(([petal, depth], n) => painted(petal, depth, n, variety, fine)),
    "</svg>",
  ];
  return { address: `data:image/svg+xml,${encodeURIComponent(parts.join(""))}`, view };
}

/** A petal: the wash lies a little beside the ink, as it does when colour is put on by hand. */
function painted(petal: Petal, depth: number, n: number, variety: Variety, fine: boolean): string {
  const path = (d: string, more: string) => `<path d="${d}" ${more}/>`;
  const flames = variety === "flamed" ? petal.flames.map((d, j) => path(d, `class="flame${j > 0 ? " second" : ""}"`)) : [];
  const feathered = variety === "feathered" || (fine && variety === "flamed");
  const feathers = feathered ? petal.feathers.map((d) => path(d, `class="flame${variety === "flamed" ? " thin" : ""}"`)) : [];
  return [
    path(petal.outline, `fill="url(#${depth === 2 ? "back" : "wash"})"${fine ? ' transform="translate(.7 .5)"' : ""}`),
    variety === "plain" ? "" : `<g clip-path="url(#c${n})">${[...flames, ...feathers].join("")}</g>`,
    depth < 2 ? path(petal.outline, 'fill="url(#glow)"') : "",
    ...(fine ? petal.veins.map((d) => path(d, 'class="vein"')) : []),
    path(petal.outline, `class="ink" stroke-width="${fine ? 1.25 : 2.6}"`),
  ].join("");
}

const stem = (d: string) => `<path d="${d}" class="stem-ink"/><path d="${d}" class="stem"/>`;

function leaf(flower: Flower, n: number, fine: boolean): string {
  const { blade, rib } = flower.leaves[n]!;
  return `<path d="${blade}" fill="url(#leaf)" transform="translate(.6 .4)"/><path d="${blade}" class="leaf-ink"/>${fine ? `<path d="${rib}" class="rib"/>` : ""}`;
}

const GRADIENTS =
  '<linearGradient id="wash" x2=".15" y2="1"><stop class="light"/><stop offset=".55" class="body"/><stop offset="1" class="deep"/></linearGradient>' +
  '<linearGradient id="back" x2="0" y2="1"><stop class="body"/><stop offset=".7" class="shade"/></linearGradient>' +
  '<radialGradient id="glow" cx=".36" cy=".3" r=".5"><stop stop-color="#fffaf0" stop-opacity=".62"/><stop offset="1" stop-color="#fffaf0" stop-opacity="0"/></radialGradient>' +
  '<linearGradient id="leaf" x2="0" y2="1"><stop stop-color="#86a05c"/><stop offset="1" stop-color="#49683f"/></linearGradient>';

const mixed = (colour: string, part: number, other: string) => `color-mix(in oklab,${colour} ${part}%,${other})`;

const colours = new Map<string, string>();

/** The colour of a tulip as tokens.css has it; a picture can't ask the page for it. */
function tulipColour(colour: string): string {
  let found = colours.get(colour);
  if (!found) {
    const tokens = getComputedStyle(document.documentElement);
    found = (tokens.getPropertyValue(`--tulip-${colour}`) || tokens.getPropertyValue("--tulip-red")).trim();
    colours.set(colour, found);
  }
  return found;
}

/** The ground of the petals, on which a broken tulip has its flames. */
export function groundOf(colour: string, broken: boolean, c: string = tulipColour(colour)): string {
  if (!broken) return c;
  if (colour === "white") return "#fbf5e6";
  if (colour === "black") return mixed(c, 50, "#c9b8d0");
  return mixed(c, colour === "yellow" || colour === "orange" ? 72 : 20, "#fdf6e4");
}

function inks(colour: string, broken: boolean): string {
  const c = tulipColour(colour);
  const [pale, dark, warm] = [colour === "white", colour === "black", colour === "yellow" || colour === "orange"];
  const ground = groundOf(colour, broken, c);
  const line = pale ? "#6d5c48" : dark ? "#8b7798" : mixed(c, 34, "#20150d");
  const tongue = pale ? "#9b2f4e" : dark ? "#201a26" : broken && warm ? mixed(c, 22, "#8d2412") : mixed(c, 88, "#3a0f18");
  return (
    `.light{stop-color:${mixed(ground, 74, "#fffaf0")}}.body{stop-color:${ground}}` +
    `.deep{stop-color:${pale ? "#d9d3ae" : mixed(ground, 84, "#402818")}}.shade{stop-color:${pale ? "#c9bd97" : mixed(ground, 68, "#33201a")}}` +
    `.ink{fill:none;stroke:${line};stroke-linejoin:round}.vein{fill:none;stroke:${line};stroke-width:.6;opacity:.32;stroke-linecap:round}` +
    `.flame{fill:${tongue};opacity:.92}.second{opacity:.78}.thin{opacity:.5}` +
    ".stem,.stem-ink,.leaf-ink,.rib{fill:none;stroke-linecap:round;stroke-linejoin:round}.stem{stroke:#6b8a4c;stroke-width:3.4}" +
    ".stem-ink{stroke:#26331d;stroke-width:5.4}.leaf-ink{stroke:#26331d;stroke-width:1.1}.rib{stroke:#dfe8c4;stroke-width:.8;opacity:.55}"
  );
}
