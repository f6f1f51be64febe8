// The shape of a tulip from its colour's parameters and a seed: paths for an SVG of 100 by 150, the flower's base at (50, 84).

export interface PetalShape {
  /** Half the width of the cup at its belly. */
  belly: number;
  /** How high the belly is: 0 at the base, 1 at the tips. */
  bellyAt: number;
  /** The height of the middle petal. */
  height: number;
  /** How far the side petals' tips lean outwards. */
  flare: number;
  /** The height of the side petals, as a part of the middle one's. */
  sides: number;
  /** 0 round to 1 needle-sharp. */
  point: number;
  /** How much the edges are cut, and how often. */
  fringe: number;
  /** The width of the middle petal, as a part of the cup's. */
  middle: number;
  /** Petals behind. */
  behind: number;
}

const SHAPES: Record<string, PetalShape> = {
  // the classic crown: three points, full belly
  red: { belly: 27, bellyAt: 0.42, height: 66, flare: 3, sides: 0.95, point: 0.62, fringe: 0, middle: 0.66, behind: 2 },
  // slender and tall
  white: { belly: 21, bellyAt: 0.4, height: 74, flare: 0, sides: 0.94, point: 0.8, fringe: 0, middle: 0.72, behind: 2 },
  // wide and round, like a peony
  yellow: { belly: 33, bellyAt: 0.5, height: 58, flare: 1, sides: 0.93, point: 0.12, fringe: 0, middle: 0.6, behind: 3 },
  // a round cup
  pink: { belly: 28, bellyAt: 0.52, height: 62, flare: -3, sides: 0.98, point: 0.3, fringe: 0, middle: 0.78, behind: 1 },
  // lily-flowered, its tips thrown outwards
  purple: { belly: 23, bellyAt: 0.34, height: 68, flare: 17, sides: 0.96, point: 0.97, fringe: 0, middle: 0.62, behind: 2 },
  // an egg, closed
  blue: { belly: 25, bellyAt: 0.46, height: 66, flare: -8, sides: 0.93, point: 0.5, fringe: 0, middle: 0.92, behind: 0 },
  // a star, open
  orange: { belly: 29, bellyAt: 0.44, height: 58, flare: 14, sides: 0.88, point: 0.78, fringe: 0, middle: 0.54, behind: 2 },
  // a parrot: torn edges
  black: { belly: 28, bellyAt: 0.5, height: 64, flare: 7, sides: 0.97, point: 0.4, fringe: 2.6, middle: 0.66, behind: 2 },
  // twisted, half leaf
  green: { belly: 22, bellyAt: 0.36, height: 68, flare: 10, sides: 0.9, point: 0.9, fringe: 1.1, middle: 0.56, behind: 2 },
};

export function shapeOf(colour: string): PetalShape {
  return SHAPES[colour] ?? SHAPES.red!;
}

/** Numbers from 0 to 1 that look random and are the same for the same seed. */
export function dice(seed: number): () => number {
  let state = (seed * 2654435761 + 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Point = [number, number];
const BASE: Point = [50, 84];

export interface Petal {
  outline: string;
  /** Fine lines along the petal, from base to tip. */
  veins: string[];
  /** Tongues of colour rising from the base, for flamed tulips. */
  flames: string[];
  /** Strokes along the edges, for feathered ones. */
  feathers: string[];
}

export interface Flower {
  /** How high and how wide the flower itself is. */
  height: number;
  width: number;
  behind: Petal[];
  sides: Petal[];
  middle: Petal;
  stem: string;
  leaves: { blade: string; rib: string }[];
}

function at(n: number): string {
  return n.toFixed(1);
}

function bezier(a: Point, b: Point, c: Point, d: Point, k: number): Point {
  const u = 1 - k;
  const mix = (i: 0 | 1) => u * u * u * a[i] + 3 * u * u * k * b[i] + 3 * u * k * k * c[i] + k * k * k * d[i];
  return [mix(0), mix(1)];
}

/** A petal from the base to its tip, `left` and `right` of its middle line at the belly. */
function petal(tip: Point, left: number, right: number, shape: PetalShape, roll: () => number): Petal {
  const height = BASE[1] - tip[1];
  const bellyY = BASE[1] - height * shape.bellyAt;
  // A round tip keeps its shoulders wide; a sharp one draws them in.
  const shoulder = 1 - shape.point;
  const shoulderY = tip[1] + height * (0.04 + 0.2 * shape.point);
  const wobble = () => (roll() - 0.5) * 1.8;
  const edge = (side: number, width: number): [Point, Point, Point, Point] => [
    [BASE[0] + side * Math.min(6, width * 0.3), BASE[1]],
    [BASE[0] + side * width * 1.18 + wobble(), bellyY + height * 0.26],
    [tip[0] + side * width * (0.22 + 0.78 * shoulder) + wobble(), shoulderY + wobble()],
    tip,
  ];
  const leftEdge = edge(-1, left);
  const rightEdge = edge(1, right);
  return {
    outline: outline(leftEdge, rightEdge, shape.fringe, roll),
    veins: veins(leftEdge, rightEdge, tip, roll),
    flames: flames(leftEdge, rightEdge, roll),
    feathers: [...feathers(leftEdge, rightEdge, roll), ...feathers(rightEdge, leftEdge, roll)],
  };
}

function outline(left: [Point, Point, Point, Point], right: [Point, Point, Point, Point], fringe: number, roll: () => number): string {
  if (fringe === 0) {
    const [a, b, c, d] = left;
    const [e, f, g] = right;
    return `M${at(a[0])} ${at(a[1])}C${at(b[0])} ${at(b[1])} ${at(c[0])} ${at(c[1])} ${at(d[0])} ${at(d[1])}C${at(g[0])} ${at(g[1])} ${at(f[0])} ${at(f[1])} ${at(e[0])} ${at(e[1])}Q${at(BASE[0])} ${at(BASE[1] + 4)} ${at(a[0])} ${at(a[1])}Z`;
  }
  const points: Point[] = [];
  const steps = 13;
  const torn = (edge: [Point, Point, Point, Point], k: number, side: number): Point => {
    const [x, y] = bezier(...edge, k);
    const cut = k > 0.35 ? (Math.round(k * steps) % 2 === 0 ? 1 : -1) * fringe * (0.6 + roll() * 0.8) : 0;
    return [x + side * cut, y - Math.abs(cut) * 0.5];
  };
  for (let i = 0; i <= steps; i++) points.push(torn(left, i / steps, -1));
  for (let i = steps - 1; i >= 0; i--) points.push(torn(right, i / steps, 1));
  return `M${points.map(([x, y]) => `${at(x)} ${at(y)}`).join("L")}Z`;
}

function veins(left: [Point, Point, Point, Point], right: [Point, Point, Point, Point], tip: Point, roll: () => number): string[] {
  return [-0.62, -0.25, 0.2, 0.58].map((across) => {
    const reach = 0.62 + roll() * 0.22;
    const inside = (k: number): Point => {
      const a = bezier(...left, k);
      const b = bezier(...right, k);
      const mid: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
      return [mid[0] + (across < 0 ? a[0] - mid[0] : b[0] - mid[0]) * Math.abs(across), mid[1]];
    };
    const [p, q, r] = [inside(0.12), inside(reach * 0.55), inside(reach)];
    return `M${at(p[0])} ${at(p[1])}Q${at(q[0])} ${at(q[1])} ${at((r[0] * 3 + tip[0]) / 4)} ${at(r[1])}`;
  });
}

function flames(left: [Point, Point, Point, Point], right: [Point, Point, Point, Point], roll: () => number): string[] {
  // One tall tongue in the middle and shorter ones beside it, each pointed and a little bent.
  const tongues = [
    { across: 0, reach: 1, wide: 0.46 },
    { across: -0.4, reach: 0.8, wide: 0.26 },
    { across: 0.42, reach: 0.76, wide: 0.26 },
    { across: -0.74, reach: 0.64, wide: 0.18 },
    { across: 0.76, reach: 0.6, wide: 0.18 },
  ];
  return tongues.map(({ across, reach, wide }) => {
    const high = reach - roll() * 0.14;
    const inside = (k: number, shift: number): Point => {
      const a = bezier(...left, k);
      const b = bezier(...right, k);
      return [(a[0] + b[0]) / 2 + ((b[0] - a[0]) / 2) * (across + shift), (a[1] + b[1]) / 2];
    };
    const bend = (roll() - 0.5) * 0.24;
    const foot = inside(0.04, 0);
    const tip = inside(high, bend);
    const [a, b] = [inside(high * 0.45, -wide), inside(high * 0.72, bend * 0.6 - wide * 0.55)];
    const [c, d] = [inside(high * 0.8, bend * 0.6 + wide * 0.3), inside(high * 0.5, wide)];
    return `M${at(foot[0])} ${at(foot[1])}C${at(a[0])} ${at(a[1])} ${at(b[0])} ${at(b[1])} ${at(tip[0])} ${at(tip[1])}C${at(c[0])} ${at(c[1])} ${at(d[0])} ${at(d[1])} ${at(foot[0])} ${at(foot[1])}Z`;
  });
}

function feathers(edge: [Point, Point, Point, Point], other: [Point, Point, Point, Point], roll: () => number): string[] {
  const strokes: string[] = [];
  for (let k = 0.4; k < 0.98; k += 0.062) {
    const from = bezier(...edge, k);
    const across = bezier(...other, Math.max(0, k - 0.3));
    const length = (0.16 + roll() * 0.2) * (1.1 - k * 0.55);
    const to: Point = [from[0] + (across[0] - from[0]) * length, from[1] + (across[1] - from[1]) * length + 4];
    const wide = 1.1 + roll() * 1.1;
    strokes.push(
      `M${at(from[0])} ${at(from[1] - wide)}Q${at((from[0] + to[0]) / 2)} ${at((from[1] + to[1]) / 2 - 1)} ${at(to[0])} ${at(to[1])}Q${at((from[0] + to[0]) / 2)} ${at((from[1] + to[1]) / 2 + 1)} ${at(from[0])} ${at(from[1] + wide)}Z`,
    );
  }
  return strokes;
}

/** All the paths of one tulip. */
export function grow(colour: string, seed: number): Flower {
  const shape = shapeOf(colour);
  const roll = dice(seed + colour.length * 131 + colour.charCodeAt(0));
  const vary = (value: number, by: number) => value * (1 + (roll() - 0.5) * by);
  const height = vary(shape.height, 0.08);
  const belly = vary(shape.belly, 0.1);
  const lean = (roll() - 0.5) * 3;
  const top = BASE[1] - height;
  const sideTop = BASE[1] - height * shape.sides;
  const middle = petal([50 + lean, top + 5], belly * shape.middle, belly * shape.middle, shape, roll);
  const spread = belly * 0.66 + shape.flare;
  const sides = [
    petal([50 - spread + lean, sideTop + roll() * 3], belly, belly * 0.25, shape, roll),
    petal([50 + spread + lean, sideTop + roll() * 3], belly * 0.25, belly, shape, roll),
  ];
  const behindAt: Record<number, number[]> = { 0: [], 1: [0], 2: [-0.42, 0.42], 3: [-0.6, 0, 0.6] };
  const behind = behindAt[shape.behind]!.map((across) =>
    petal([50 + across * spread * 1.1 + lean, top + 1 - roll() * 3 + Math.abs(across) * 5], belly * 0.7, belly * 0.7, shape, roll),
  );
  const bend = (roll() - 0.5) * 16;
  const stem = `M50 83C${at(50 + bend * 0.2)} 104 ${at(50 + bend)} 120 ${at(50 + bend * 0.6)} 149`;
  const leaf = (side: number, tall: number) => {
    const foot: Point = [50 + bend * 0.62, 147];
    const tip: Point = [50 + side * (24 + roll() * 10), 147 - tall];
    const out = side * (20 + roll() * 8);
    return {
      blade: `M${at(foot[0])} ${foot[1]}C${at(foot[0] + out * 0.9)} 141 ${at(foot[0] + out * 1.5)} ${at(tip[1] + tall * 0.42)} ${at(tip[0])} ${at(tip[1])}C${at(foot[0] + out * 0.75)} ${at(tip[1] + tall * 0.3)} ${at(foot[0] + out * 0.12)} ${at(tip[1] + tall * 0.55)} ${at(foot[0])} ${foot[1]}Z`,
      rib: `M${at(foot[0])} ${foot[1]}C${at(foot[0] + out * 0.5)} 136 ${at(foot[0] + out * 0.95)} ${at(tip[1] + tall * 0.4)} ${at(tip[0])} ${at(tip[1])}`,
    };
  };
  const first = roll() < 0.5 ? -1 : 1;
  return {
    height,
    width: 2 * Math.max(belly * 1.06, spread + 7),
    behind,
    sides,
    middle,
    stem,
    leaves: [leaf(first, 56 + roll() * 12), leaf(-first, 36 + roll() * 14)],
  };
}
