import { createHash } from 'node:crypto';
import { drawnApart } from './png-thread.ts';

/** Scripts that the fonts of our pictures have; in others a PNG would show boxes, and an SVG is drawn with the reader's own fonts. */
const drawable =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{N}\p{P}\p{Z}\p{M}\n+<=>|~^`$€£¥©®°]*$/u;

/** Whether a text can be drawn as PNG. */
export function canDraw(text: string): boolean {
  return drawable.test(text);
}

/** PNGs that are kept for whoever asks again, and what they weigh in all. Ours. */
const keptMax = 32;
const keptBytesMax = 16 * 1024 * 1024;

/** By drawing and width, the one that was asked for last at the end. */
const kept = new Map<string, Uint8Array>();
/** Drawings under way, so that none is made twice at the same time. */
const underWay = new Map<string, Promise<Uint8Array>>();

/** An SVG as PNG, so many pixels wide; the same bytes for the same drawing. `DejaVu Serif` and `DejaVu Sans` are its fonts, regular and bold. */
export async function pngOf(svg: string, widthPixels: number): Promise<Uint8Array> {
  const name = createHash('sha256').update(`${widthPixels} `).update(svg).digest('base64');
  const png = kept.get(name) ?? (await (underWay.get(name) ?? begun(name, svg, widthPixels)));
  keep(name, png);
  return png;
}

function begun(name: string, svg: string, widthPixels: number): Promise<Uint8Array> {
  const drawing = drawnApart({ svg, widthPixels }).finally(() => underWay.delete(name));
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
