import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

type Resvg = typeof import('@resvg/resvg-wasm').Resvg;

let loading: Promise<{ Resvg: Resvg; fonts: Uint8Array[] }> | undefined;

/** Scripts that the fonts of our pictures have; in others a PNG would show boxes, and an SVG is drawn with the reader's own fonts. */
const drawable =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{N}\p{P}\p{Z}\p{M}\n+<=>|~^`$€£¥©®°]*$/u;

/** Whether a text can be drawn as PNG. */
export function canDraw(text: string): boolean {
  return drawable.test(text);
}

/** An SVG as PNG, so many pixels wide; the same bytes for the same drawing. `DejaVu Serif` and `DejaVu Sans` are its fonts, regular and bold. */
export async function pngOf(svg: string, widthPixels: number): Promise<Uint8Array> {
  loading ??= load();
  const { Resvg, fonts } = await loading;
  const drawing = new Resvg(svg, {
    fitTo: { mode: 'width', value: widthPixels },
    font: {
      fontBuffers: fonts,
      defaultFontFamily: 'DejaVu Sans',
      sansSerifFamily: 'DejaVu Sans',
      serifFamily: 'DejaVu Serif',
    },
  });
  try {
    const rendered = drawing.render();
    try {
      return rendered.asPng();
    } finally {
      rendered.free();
    }
  } finally {
    drawing.free();
  }
}

async function load(): Promise<{ Resvg: Resvg; fonts: Uint8Array[] }> {
  const { Resvg, initWasm } = await import('@resvg/resvg-wasm');
  await initWasm(await readFile(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));
  const names = ['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSerif', 'DejaVuSerif-Bold'];
  const fonts = await Promise.all(names.map((name) => readFile(require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))));
  return { Resvg, fonts };
}
