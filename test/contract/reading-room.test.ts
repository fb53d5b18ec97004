import { expect, it } from 'vitest';
import { refusal } from '../support/faces.ts';
import { serviceWith } from '../support/service-with.ts';

const { own, fakes } = serviceWith({ text: true }, { CHAPTER_MODEL_DRAFT: 'tiny', MODEL_LIMITS: 'tiny=2048/1024' });

it('a reading orders nothing if the draft model has no room for a chapter', async () => {
  const rest = own.face('REST');
  const bookId = await own.newBook();
  await own.newChapter(bookId, { content: 'Rain.' });
  expect(await refusal(rest('readManuscript', { bookId, input: {} }))).toMatchObject({
    code: 'invalid_state',
    message: expect.stringContaining('MODEL_LIMITS'),
  });
  const { queued, running, chapters } = await rest('manuscriptReading', { bookId });
  expect([queued, running, chapters[0].state]).toEqual([0, 0, 'missing']);
  expect(fakes.text.requests).toEqual([]);
});
