import { afterAll, beforeAll, expect, it } from 'vitest';
import { http } from '../support/faces.ts';
import { type FakeSpeech, startSpeech } from '../support/speech.ts';
import { migratedPath, ownDirectory, type Server, startServer } from './support.ts';

ownDirectory();

/** A loader hook that hides the encoder, as if its folder were deleted. */
const withoutEncoder = `import { registerHooks } from 'node:module';
registerHooks({
  resolve(name, context, next) {
    if (name === 'wasm-media-encoders') throw Object.assign(new Error('Not installed.'), { code: 'ERR_MODULE_NOT_FOUND' });
    return next(name, context);
  },
});`;

let speech: FakeSpeech;
let server: Server;
beforeAll(async () => {
  speech = await startSpeech();
  const hooks = `--import=data:text/javascript,${encodeURIComponent(withoutEncoder)}`;
  server = await startServer({ DATA_DIR: await migratedPath(), SPEECH_BASE_URL: speech.url, NODE_OPTIONS: hooks });
});
afterAll(() => speech.close());

const ask = (method: string, path: string, body?: object) => http(server.url, server.key, method, `/v1${path}`, body);

it('without the MP3 encoder the service runs, and narration is disabled with a reason', async () => {
  const [book] = (await ask('GET', '/books')).json.data;
  const [chapter] = (await ask('GET', `/books/${book.id}/chapters`)).json.data;
  for (const path of [`/books/${book.id}/chapters/${chapter.id}/narrate`, `/books/${book.id}/narrate`]) {
    const { status, json } = await ask('POST', path, {});
    expect([status, json.error.code]).toEqual([503, 'feature_disabled']);
    expect(json.error.message).toContain('wasm-media-encoders');
  }
  const { features } = (await ask('GET', '/capabilities')).json.data;
  const narration = features.find(({ name }: { name: string }) => name === 'narration');
  expect(narration).toMatchObject({ enabled: false, reason: expect.stringContaining('wasm-media-encoders') });
  expect(speech.requests).toEqual([]);
});
