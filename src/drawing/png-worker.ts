import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { PngRequest } from './png-request.ts';

const require = createRequire(import.meta.url);

const names = ['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSerif', 'DejaVuSerif-Bold'];
const [fontBuffers] = await Promise.all([
  Promise.all(names.map((name) => readFile(require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)))),
  initWasm(await readFile(require.resolve('@resvg/resvg-wasm/index_bg.wasm'))),
]);

// A thrown error ends the thread and reaches the caller.
parentPort?.on('message', ({ svg, widthPixels }: PngRequest) => {
  const drawing = new Resvg(svg, {
    fitTo: { mode: 'width', value: widthPixels },
    font: {
      fontBuffers,
      defaultFontFamily: 'DejaVu Sans',
      sansSerifFamily: 'DejaVu Sans',
      serifFamily: 'DejaVu Serif',
    },
  });
  const rendered = drawing.render();
  const png = rendered.asPng();
  rendered.free();
  drawing.free();
  parentPort?.postMessage(png, png.buffer instanceof ArrayBuffer ? [png.buffer] : []);
});
