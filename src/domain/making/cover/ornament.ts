import { mix, type Palette } from './colour.ts';
import { below, between, pick, type Random } from './random.ts';

/** Fills the picture area if there is no picture: shapes within `0 0 1600 height`. */
type Ornament = (random: Random, palette: Palette, height: number) => string;

const width = 1600;
const n = (value: number) => String(Math.round(value * 10) / 10);
const circle = (x: number, y: number, radius: number, paint: string) =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" ${paint}/>`;
const fill = (colour: string) => `fill="${colour}"`;
const line = (colour: string, pixels: number) => `fill="none" stroke="${colour}" stroke-width="${n(pixels)}"`;
const range = (count: number) => Array.from({ length: count }, (_, at) => at);

/** A smooth curve through evenly spaced heights, from edge to edge. */
function wave(heights: readonly number[]): string {
  const step = width / (heights.length - 1);
  const curves = heights.slice(1).map((y, at) => {
    const [x, before] = [at * step, heights[at] ?? y];
    return `C${n(x + step / 2)} ${n(before)} ${n(x + step / 2)} ${n(y)} ${n(x + step)} ${n(y)}`;
  });
  return `M0 ${n(heights[0] ?? 0)}${curves.join('')}`;
}

/** Ranges of hills with a sun above; the nearest has the background colour. */
const hills: Ornament = (random, { ground, tones, accent }, height) => {
  const paints = [
    tones[2],
    mix(ground, tones[2], 0.74),
    mix(ground, tones[2], 0.48),
    mix(ground, tones[2], 0.24),
    ground,
  ];
  const sun = circle(
    between(random, 420, 1180),
    height * between(random, 0.24, 0.42),
    between(random, 140, 230),
    fill(accent),
  );
  // Only the nearest range extends to the bottom edge, where other colours would shine through.
  const slopes = paints.map((paint, at) => {
    const base = height * (0.5 + (0.38 * at) / (paints.length - 1));
    const foot = paint === ground ? height : height * 0.97;
    const heights = range(4 + below(random, 3)).map(() => base + between(random, -1, 1) * height * 0.08);
    return `<path d="${wave(heights)}V${n(foot)}H0Z" ${fill(paint)}/>`;
  });
  return `<rect width="${width}" height="${n(height * 0.7)}" ${fill(tones[0])}/>${sun}${slopes.join('')}`;
};

/** Rows of fans, like waves on cloth; some in the accent colour. */
const fans: Ornament = (random, { ground, tones, accent }, height) => {
  const radius = pick(random, [160, 200, 400 / 3]);
  const [rows, columns] = [Math.ceil(height / radius) * 2 + 3, Math.ceil(width / (radius * 2)) + 1];
  const one = (row: number, column: number) => {
    const [x, y] = [column * radius * 2 + (row % 2) * radius, (row * radius) / 2];
    const core = random() < 0.07 ? accent : tones[1];
    return (
      circle(x, y, radius, `${fill(ground)} stroke="${tones[2]}" stroke-width="5"`) +
      [0.76, 0.52].map((part) => circle(x, y, radius * part, line(tones[2], 5))).join('') +
      circle(x, y, radius * 0.28, fill(core))
    );
  };
  return range(rows)
    .flatMap((row) => range(columns).map((column) => one(row, column)))
    .join('');
};

/** A grid of quarter discs in random orientations. */
const tiles: Ornament = (random, { tones, accent }, height) => {
  // Divides the width and both possible heights evenly.
  const side = 160;
  const discs = between(random, 0.05, 0.3);
  const one = (row: number, column: number) => {
    const [colour, turn, isDisc] = [
      random() < 0.12 ? accent : pick(random, tones),
      below(random, 4) * 90,
      random() < discs,
    ];
    if (isDisc) return circle((column + 0.5) * side, (row + 0.5) * side, side * 0.34, fill(colour));
    const place = `translate(${column * side} ${row * side}) rotate(${turn} ${side / 2} ${side / 2})`;
    return `<path d="M0 0H${side}A${side} ${side} 0 0 1 0 ${side}Z" ${fill(colour)} transform="${place}"/>`;
  };
  const rows = range(Math.ceil(height / side));
  return rows.flatMap((row) => range(width / side).map((column) => one(row, column))).join('');
};

/** A sun on the horizon with rays. */
const rays: Ornament = (random, { ground, tones, accent }, height) => {
  const [count, far] = [2 * (7 + below(random, 6)) + 1, 2200];
  const edge = (at: number) => {
    const angle = Math.PI * (1 - at / count);
    return `${n(800 + far * Math.cos(angle))} ${n(height - far * Math.sin(angle))}`;
  };
  const beams = range(count).map(
    (at) => `<path d="M800 ${height}L${edge(at)}L${edge(at + 1)}Z" ${fill(at % 2 === 0 ? tones[1] : tones[0])}/>`,
  );
  const rings = [0.62, 0.5].map((part) => circle(800, height, height * part, line(ground, 10)));
  return (
    beams.join('') +
    rings.join('') +
    circle(800, height, height * 0.38, fill(ground)) +
    circle(800, height, height * 0.34, fill(accent))
  );
};

/** Concentric orbits with bodies on them. */
const orbits: Ornament = (random, { ground, tones, accent }, height) => {
  const [x, y] = [between(random, 640, 960), height / 2];
  const rings = range(6).map((at) => {
    const [radius, angle] = [150 + at * 70, between(random, 0, 2 * Math.PI)];
    const [planetX, planetY] = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    const size = between(random, 14, 46);
    return (
      circle(x, y, radius, line(tones[at % 3] ?? tones[1], at % 3 === 0 ? 3 : 5)) +
      circle(planetX, planetY, size, `${fill(at % 4 === 1 ? accent : tones[2])} stroke="${ground}" stroke-width="14"`)
    );
  });
  return rings.join('') + circle(x, y, 84, fill(accent));
};

/** Lines that rise to a ridge, nearer ones in front. */
const ridges: Ornament = (random, { ground, tones, accent }, height) => {
  const rows = 20;
  const peaks = range(3).map(
    () => [between(random, 420, 1180), between(random, 90, 260), between(random, 0.4, 1)] as const,
  );
  const marked = 4 + below(random, rows - 8);
  const rises = (x: number) =>
    peaks.reduce((sum, [middle, spread, rise]) => sum + rise * Math.exp(-(((x - middle) / spread) ** 2)), 0);
  const highest = Math.max(...range(101).map((at) => rises(at * 16)));
  const one = (row: number) => {
    const base = height * (0.4 + (0.55 * row) / (rows - 1));
    const swell = between(random, 0.2, 0.235) * height;
    const points = range(101).map((at) => {
      const lift = (rises(at * 16) / highest) * between(random, 0.86, 1) + between(random, 0, 0.02);
      return `${at * 16} ${n(base - lift * swell)}`;
    });
    const colour = row === marked ? accent : tones[2];
    return `<path d="M${points.join('L')}V${height}H0Z" ${fill(ground)}/><path d="M${points.join('L')}" ${line(colour, row === marked ? 9 : 5)} stroke-linejoin="round"/>`;
  };
  return range(rows).map(one).join('');
};

const ornaments: readonly [Ornament, ...Ornament[]] = [hills, fans, tiles, rays, orbits, ridges];

/** A random ornament with random parameters. */
export const ornament: Ornament = (random, palette, height) => pick(random, ornaments)(random, palette, height);
