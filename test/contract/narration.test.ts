import { afterAll, describe, expect, it } from 'vitest';
import { faceNames, ownService } from '../support/faces.ts';
import { type FakeSpeech, startSpeech } from '../support/speech.ts';

let provider: FakeSpeech;
const own = ownService(async () => {
  provider = await startSpeech();
  return { SPEECH_BASE_URL: provider.url, LIMIT_PROVIDER_PER_MINUTE: '0' };
});
afterAll(() => provider.close());

const prose = 'Rain came.\n\nNobody *stood* at the rail.\n\n***\n\n“Not yet,” she said.';
async function newChapter(content = prose) {
  const bookId = await own.newBook({ title: 'Storm', author: 'N. Keeper' });
  return { bookId, chapterId: await own.newChapter(bookId, { title: 'Landfall', content }) };
}

describe.each(faceNames)('narrating a chapter through %s', (name) => {
  it('speaks title and paragraphs, and the chapter then has audio', async () => {
    const key = await newChapter();
    provider.heard();
    const call = own.face(name);
    const run = await call('narrateChapter', {
      ...key,
      ...(name === 'REST' ? { input: { wait: true } } : { waitSeconds: 45 }),
    });
    expect(run).toMatchObject({ kind: 'narrate', state: 'completed', error: null, charsWritten: 0 });
    expect(provider.heard()).toEqual(['Landfall', 'Rain came.', 'Nobody stood at the rail.', '“Not yet,” she said.']);
  });
});
