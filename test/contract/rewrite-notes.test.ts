import { describe, expect, it } from 'vitest';
import { newId } from '../../src/ids/id.ts';
import { ChapterClient, runThrough } from '../support/chapter-client.ts';
import { faceNames, refusal } from '../support/faces.ts';
import { reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { describeInTurn } from '../support/turns.ts';

const { own, fakes } = serviceWith({ text: true }, { CHAPTER_RECAPS: 'off' });
const old = 'The ferry was on time. Everybody waved.';
const newText = 'The ferry came late, and nobody stood at the rail. It was over, and the gulls knew it.';
const directive = 'Make it sadder.';
const newClient = async () => ChapterClient.create(own.url(), await own.running().newKey(), { content: old });
const note = async (client: ChapterClient, input: object): Promise<string> =>
  (await client.ask('POST', `/v1/books/${client.bookId}/notes`, input)).id;
const lastPrompt = (): string => fakes.text.requests.at(-1)?.body.messages.at(-1)?.content ?? '';
const requestIn = (prompt: string) => /<request>([\s\S]*?)<\/request>/.exec(prompt)?.[1];

describeInTurn(faceNames)('notes that a rewrite through %s names', (face, it) => {
  const rewrite = (client: ChapterClient, noteIds: string[]) =>
    runThrough(face, client, 'rewrite', { directive, noteIds });

  it('are in its prompt, with their words, and no others are', async () => {
    const client = await newClient();
    const { chapterId } = client;
    const ids = [
      await note(client, { body: 'Keep it short.' }),
      await note(client, { chapterId, quote: 'Everybody waved', body: 'Too <merry>.' }),
    ];
    await note(client, { chapterId, body: 'Only for me.' });
    fakes.text.script(reply.text([newText]));
    await rewrite(client, ids);
    expect(requestIn(lastPrompt())?.trim()).toBe(directive);
    // Others may have written them, so they stand apart from what the caller asks.
    const notes = ['- On the book: Keep it short.', '- On “Everybody waved”: Too &lt;merry>.'].join('\n\n');
    expect(lastPrompt()).toContain(
      `Take these notes on the present text into account:\n<notes_on_the_text>\n${notes}\n</notes_on_the_text>`,
    );
  });

  it('must be on its chapter or its book', async () => {
    const [client, other] = [await newClient(), await newClient()];
    const foreign = await note(other, { body: 'Elsewhere.' });
    const sibling = (await client.ask('POST', `/v1/books/${client.bookId}/chapters`, { content: old })).id;
    const beside = await note(client, { chapterId: sibling, body: 'In another chapter.' });
    const book = (await client.ask('POST', '/v1/books', { premise: 'Another ferry.' })).id;
    const elsewhere = (await client.ask('POST', `/v1/books/${book}/notes`, { body: 'Of another book.' })).id;
    const asked = fakes.text.requests.length;
    for (const id of [foreign, beside, elsewhere, newId('note')])
      expect((await refusal(rewrite(client, [id]))).code).toBe('not_found');
    expect(fakes.text.requests).toHaveLength(asked);
  });
});

describe('notes of a rewrite', () => {
  it('may have 10,000 characters in all', async () => {
    const client = await newClient();
    const ids = [await note(client, { body: 'x'.repeat(9_000) }), await note(client, { body: 'y'.repeat(2_000) })];
    const { body } = await refusal(runThrough('REST', client, 'rewrite', { directive, noteIds: ids }));
    expect(body.issues).toEqual([{ path: 'noteIds', message: expect.stringContaining('11000 characters') }]);
  });

  it('are shown by its preview', async () => {
    const client = await newClient();
    const id = await note(client, { body: 'Keep it short.' });
    const path = `/v1/books/${client.bookId}/chapters/${client.chapterId}/rewrite?preview=true`;
    const preview = await client.ask('POST', path, { directive, noteIds: [id] });
    expect(JSON.stringify(preview)).toContain('- On the book: Keep it short.');
  });
});
