import { createHash } from 'node:crypto';
import { drawInThread } from './png-thread.ts';

/** Scripts that our fonts support. A PNG would show boxes for others; an SVG uses the viewer's fonts. */
const drawable =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{N}\p{P}\p{Z}\p{M}\n+<=>|~^`$€£¥©®°]*$/u;

/** Whether a text can be rendered as PNG. */
export function canDraw(text: string): boolean {
  return drawable.test(text);
}

/** Cache limits of PNGs: number and bytes. Ours. */
const keptMax = 32;
const keptBytesMax = 16 * 1024 * 1024;

/** LRU by drawing and width, most recent last. */
const kept = new Map<string, Uint8Array>();
/** Drawings in progress, so that none is rendered twice at a time. */
const underWay = new Map<string, Promise<Uint8Array>>();

/**
 * Renders an SVG as PNG of a width in pixels, deterministically. Fonts: `DejaVu Serif` and `DejaVu Sans`, regular and bold.
 */
export async function pngOf(svg: string, widthPixels: number): Promise<Uint8Array> {
  const name = createHash('sha256').update(`${widthPixels} `).update(svg).digest('base64');
  const png = kept.get(name) ?? (await (underWay.get(name) ?? begun(name, svg, widthPixels)));
  keep(name, png);
  return png;
}

function begun(name: string, svg: string, widthPixels: number): Promise<Uint8Array> {
  const drawing = drawInThread({ svg, widthPixels }).finally(() => underWay.delete(name));
  underWay.set(name, drawing);
  return drawing;
}

function keep(name: string, png: Uint8Array): void {
  kept.delete(name);
  kept.set(name, png);
  let bytes = [...kept.values()].reduce((sum, { length }) => sum + length, 0);
  for (const [oldest, { length }] of kept) {
    if (kept.size <= keptMax && bytes <= keptBytesMax) return;
    kept.delete(oldest);
    bytes -= length;
  }
}
