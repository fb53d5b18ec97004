/** Red, green and blue, 0–255. */
type Rgb = readonly [number, number, number];

/** Minimum contrast of text, WCAG 2.2, 1.4.3 (AA). */
export const contrastMin = 4.5;

function rgbOf(hex: string): Rgb {
  const at = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Linear mix of two colours. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [rgbOf(from), rgbOf(to)];
  const part = (at: 0 | 1 | 2) => a[at] + (b[at] - a[at]) * share;
  return hexOf([part(0), part(1), part(2)]);
}

/** WCAG 2.2, "relative luminance". */
function luminanceOf(hex: string): number {
  const linear = (part: number) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const [red, green, blue] = rgbOf(hex);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** WCAG 2.2, "contrast ratio": 1–21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Paper and ink are preferred to white and black, which serve backgrounds of medium lightness: one of those two has a
 * contrast of at least 4.58 to any colour.
 */
const inks = ['#faf5e9', '#1d1a17', '#ffffff', '#000000'];

/** Text colour for a background: the first with enough contrast, of paper and ink the better one. */
export function inkOn(ground: string): string {
  const clearest = inks.slice(0, 2).sort((a, b) => contrastOf(b, ground) - contrastOf(a, ground));
  return [...clearest, ...inks.slice(2)].find((ink) => contrastOf(ink, ground) >= contrastMin) ?? '#000000';
}

/** Colours of one drawing. */
export interface Palette {
  ground: string;
  ink: string;
  /** Between background and ink, faintest first. */
  tones: readonly [string, string, string];
  /** For one highlight. */
  accent: string;
}

/** Accents, warm and cool. A cover uses the first with enough contrast, starting at its own index. Ours. */
const accents = ['#d9a441', '#c8553d', '#7fb7be', '#e9c9a1', '#8a9a5b', '#b3657b', '#4f7cac', '#e07a3f'];
/** Minimum contrast of a decorative shape (WCAG 2.2, 1.4.11 requires 3 only for meaningful ones). */
const accentContrastMin = 2;

export function paletteOf(ground: string, turn: number): Palette {
  const ink = inkOn(ground);
  const turned = [...accents.slice(turn % accents.length), ...accents.slice(0, turn % accents.length)];
  return {
    ground,
    ink,
    tones: [mix(ground, ink, 0.1), mix(ground, ink, 0.22), mix(ground, ink, 0.42)],
    accent: turned.find((accent) => contrastOf(accent, ground) >= accentContrastMin) ?? ink,
  };
}
