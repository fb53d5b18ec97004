import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAiSpeech } from '../../src/providers/speech.ts';
import { type FakeSpeech, startSpeech } from '../support/speech.ts';

let provider: FakeSpeech;
beforeAll(async () => {
  provider = await startSpeech();
});
afterAll(() => provider.close());

it.each(['with', 'without'])('an unfinished speech response %s chunks fails as idle', async (chunks) => {
  provider.script((_asked, response) => {
    if (chunks === 'without') response.removeHeader('transfer-encoding');
    response.writeHead(200, { 'content-type': 'audio/pcm' }).write(Buffer.alloc(4_800));
  });
  const { signal } = new AbortController();
  const spoken = openAiSpeech({ apiKey: undefined, baseUrl: provider.url }).speak({
    model: 'm',
    voice: 'v',
    text: 'It rained.',
    signal,
    idleMsMax: 300,
  });
  await expect(spoken).rejects.toMatchObject({ kind: 'idle' });
});
