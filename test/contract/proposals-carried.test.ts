import { describe, expect, it } from 'vitest';
import { ChapterClient, runThrough } from '../support/chapter-client.ts';
import { eventsOfBook } from '../support/events.ts';
import type { Json } from '../support/faces.ts';
import { reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { statementsOf } from '../support/statements.ts';

const { own, fakes } = serviceWith({ text: true }, { CHAPTER_RECAPS: 'off' });
const old = 'The ferry was on time. Everybody on the long wooden quay waved at once.';

async function proposed(...quotes: string[]) {
  const client = await ChapterClient.create(own.url(), await own.running().newKey(), { content: old });
  const { bookId, chapterId } = client;
  const edits = quotes.map((quote) => ({ chapterId, quote, replacement: 'Instead' }));
  await client.ask('POST', `/v1/books/${bookId}/proposals`, { edits });
  const states = async (): Promise<Record<string, string>> => {
    const all = await client.ask('GET', `/v1/books/${bookId}/proposals`);
    return Object.fromEntries(all.map(({ anchor, state }: Json) => [anchor.exact, state]));
  };
  return { client, states };
}

describe('proposals of a chapter that a model writes', () => {
  it('keep their words through a rewrite, or become stale', async () => {
    const { client, states } = await proposed('The ferry was on time', 'the long wooden quay');
    fakes.text.script(
      reply.text(['The ferry came late. Nobody on the long wooden quay waved, and nobody was surprised.']),
    );
    await runThrough('REST', client, 'rewrite', { directive: 'Make it sadder.' });
    expect(await states()).toEqual({ 'The ferry was on time': 'stale', 'the long wooden quay': 'open' });
  });

  it('keep their words through a text that is written anew', async () => {
    const { client, states } = await proposed('Everybody', 'the long wooden quay waved');
    fakes.text.script(reply.text(['In the morning nobody on the long wooden quay waved, and the bell rang twice.']));
    await runThrough('REST', client, 'write', { restart: true });
    expect(await states()).toEqual({ Everybody: 'stale', 'the long wooden quay waved': 'open' });
  });

  it('are open after a restarted run that writes nothing', async () => {
    const { client, states } = await proposed('Everybody');
    fakes.text.script(reply.status(500));
    await runThrough('REST', client, 'write', { restart: true });
    expect(await states()).toEqual({ Everybody: 'open' });
  });
});

describe('proposals and notes of a chapter', () => {
  it('that a save turns stale, or open again, are told as events', async () => {
    const bookId = await own.newBook();
    const chapterId = await own.newChapter(bookId, { content: old });
    const rest = own.face('REST');
    const edits = ['on time', 'at once'].map((quote) => ({ chapterId, quote, replacement: 'Instead' }));
    const { proposals } = await rest('proposeEdits', { bookId, input: { edits } });
    const told = async () =>
      (await eventsOfBook(own.url(), own.key(), bookId)).filter(({ type }) => type === 'proposal.updated');
    for (const content of [old.replace('on time', 'early'), old])
      await rest('updateChapter', { bookId, chapterId, patch: { content } });
    expect((await told()).map(({ recordId }) => recordId)).toEqual([proposals[0].id, proposals[0].id]);
  });

  it('are read with the text of the chapter in as many statements, however many they are', async () => {
    const bookId = await own.newBook();
    const words = Array.from({ length: 40 }, (_, index) => `word${String(index).padStart(2, '0')}`);
    const chapterId = await own.newChapter(bookId, { content: words.join(' ') });
    const rest = own.face('REST');
    const add = async (from: number, to: number) => {
      const edits = words.slice(from, to).map((quote) => ({ chapterId, quote, replacement: 'Instead' }));
      await rest('proposeEdits', { bookId, input: { edits } });
      for (const quote of words.slice(from, to)) {
        const { id } = await rest('addNote', { bookId, input: { chapterId, quote, body: 'Why?' } });
        await rest('addNote', { bookId, input: { parentId: id, body: 'Because.' } });
      }
    };
    const screen = `query ($bookId: ID!, $chapterId: ID!) {
      chapter(bookId: $bookId, chapterId: $chapterId) {
        content
        proposals(first: 100, state: open) { nodes { id replacement anchor { start end state } diff { kind text } author { kind } } }
        marginNotes(first: 100) { nodes { id body anchor { start state } replies { id body } } }
      }
    }`;
    const costs: number[] = [];
    for (const [from, to] of [
      [0, 2],
      [2, 40],
    ] as const) {
      await add(from, to);
      costs.push((await statementsOf(own.running(), () => own.graphql(screen, { bookId, chapterId }))).length);
    }
    expect(costs).toEqual([costs[0], costs[0]]);
    expect(costs[0]).toBeLessThanOrEqual(7);
  });
});
