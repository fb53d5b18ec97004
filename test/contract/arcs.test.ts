import { describe, expect, it } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import { http } from '../support/faces.ts';
import { reply } from '../support/provider.ts';
import { providerKey } from '../support/provider-faults.ts';
import { serviceWith } from '../support/service-with.ts';
import { until } from '../support/stream.ts';

// Room for about ten recaps.
const env = {
  OPENAI_API_KEY: providerKey,
  CHAPTER_RECAPS: 'on',
  PROMPT_TOKENS_MAX: '5000',
  CHAPTER_MODEL_DRAFT: 'draft',
};
const { own, fakes } = serviceWith({ text: true }, env);

const prose = 'She rowed out before dawn, and the bell was gone.';
const asJson = (events: string) => JSON.stringify({ events, state: `It stands so after ${events}` });

interface Kept {
  id: string;
}

interface Arc {
  from: number;
  to: number;
  events: string;
  origin: string | null;
  version: number;
  isUsed: boolean;
  isOutdated: boolean;
}

const arcsOf = (client: ChapterClient): Promise<Arc[]> => client.ask('GET', `${client.book}/arcs`);

const state = 'Everybody stands on the quay.';
const eventsOf = (order: number) => `Day ${order} happened. ${'The tide took another boat from the quay. '.repeat(20)}`;

/** A book of chapters with text and recaps, and an empty chapter at its end. */
async function bookOf(written: number): Promise<{ client: ChapterClient; chapters: Kept[] }> {
  const client = new ChapterClient(own.url(), await own.running().newKey());
  const chapters = Array.from({ length: written + 1 }, (_, index) => ({
    id: `day ${index + 1}`,
    title: `Day ${index + 1}`,
    ...(index < written && {
      text: { content: prose },
      recap: { events: eventsOf(index + 1), state, origin: 'person' },
    }),
  }));
  const book = { title: 'Days', premise: 'A bell that nobody rings.' };
  const content = JSON.stringify({ format: 'fabula-book', version: 1, book, chapters });
  client.bookId = (await client.ask('POST', '/v1/books/import', { format: 'json', content })).id;
  const made: Kept[] = await client.ask('GET', `${client.book}/chapters`);
  client.chapterId = made.at(-1)?.id ?? '';
  return { client, chapters: made };
}

const setRecap = (client: ChapterClient, id: string, events: string) =>
  client.ask('PUT', `${client.book}/chapters/${id}/recap`, { events, state });

/**
 * Writes the last chapter and answers the requests for its recap and for arcs. The recap follows only the first write: at
 * most one is made in ten minutes.
 */
async function writeLast(client: ChapterClient, arc: string, { recaps = 0, arcs = 0 }) {
  const asked = fakes.text.requests.length;
  fakes.text.script((request, response) => {
    const prompt = request.body.messages.at(-1)?.content ?? '';
    const recap = prompt.includes('Write the recap of this chapter') ? asJson('The day ended.') : prose;
    const said = prompt.includes('Write the recap of these chapters') ? asJson(arc) : recap;
    return reply.text([said])(request, response);
  });
  await client.write({ restart: true }).ended;
  await until(
    async () =>
      fakes.text.requests.length >= asked + 1 + recaps + arcs &&
      (await client.runs()).every(({ state }) => state !== 'running'),
  );
  return fakes.text.requests
    .slice(asked)
    .filter(({ body }) => body.messages.at(-1)?.content?.includes('of these chapters'));
}

const promptOf = async (client: ChapterClient) =>
  (await client.ask('GET', `${client.path}/prompt?restart=true`)).messages[1].content;

describe('the arc of ten chapters', () => {
  it('is made after a write that has no room for their recaps, and stands for them in later prompts', async () => {
    const { client } = await bookOf(21);
    expect(await promptOf(client)).not.toContain('Chapters 1 to 10');
    const [request, ...more] = await writeLast(client, 'ten days.', { recaps: 1, arcs: 1 });
    expect(more).toEqual([]);
    expect(request?.body.model).toBe('draft');
    expect(request?.body.messages.at(-1)?.content).toMatch(
      /<chapter_heading>10\. Day 10<\/chapter_heading>\n<events>Day 10 happened/,
    );
    const { messages, manifest, tokens } = await client.ask('GET', `${client.path}/prompt?restart=true`);
    expect(messages[1].content).toContain(
      '<story_so_far>\nChapters 1 to 10\n<events>ten days.</events>\n<state>It stands so after ten days.</state>\n11. Day 11\n',
    );
    expect(tokens).toBeLessThanOrEqual(5_000);
    const replaced = manifest.filter(({ reason }: { reason: string }) => reason === 'an arc stands for it');
    expect(replaced).toHaveLength(10);
    expect(await writeLast(client, 'again.', {})).toEqual([]);
  });

  it('is asked for once more if it has faults, and not made if it has them again', async () => {
    const { client } = await bookOf(21);
    const isArc = ({ body }: (typeof fakes.text.requests)[number]) =>
      body.messages.some(({ content }) => content.includes('Write the recap of these chapters'));
    const asked = fakes.text.requests.length;
    const noState = JSON.stringify({ events: 'Ten days.', state: '' });
    const said = [noState, noState, noState, asJson('ten days.')];
    fakes.text.script((request, response) => {
      const isRecap = request.body.messages.some(({ content }) => content.includes('Write the recap of this chapter'));
      const text = isArc(request) ? (said.shift() ?? '') : isRecap ? asJson('The day ended.') : prose;
      return reply.text([text])(request, response);
    });
    const writeAgain = async (arcs: number) => {
      await client.write({ restart: true }).ended;
      await until(
        async () =>
          fakes.text.requests.slice(asked).filter(isArc).length === arcs &&
          (await client.runs()).every(({ state }) => state !== 'running'),
      );
    };
    await writeAgain(2);
    expect(await promptOf(client)).not.toContain('Chapters 1 to 10');
    await writeAgain(4);
    expect(fakes.text.requests.slice(asked).findLast(isArc)?.body.messages.at(-1)?.content).toContain(
      '"state" is empty',
    );
    expect(await promptOf(client)).toContain('Chapters 1 to 10\n<events>ten days.</events>');
  });

  it('is made again when three of its recaps have changed, and used until then', async () => {
    const { client, chapters } = await bookOf(21);
    await writeLast(client, 'ten days.', { recaps: 1, arcs: 1 });
    for (const { id } of chapters.slice(0, 2)) await setRecap(client, id, 'It was all a dream. '.repeat(40));
    expect(await writeLast(client, 'dreams.', {})).toEqual([]);
    await setRecap(client, chapters[2]?.id ?? '', 'It was all a dream. '.repeat(40));
    expect(await promptOf(client)).toContain('ten days.');
    expect(await writeLast(client, 'dreams.', { arcs: 1 })).toHaveLength(1);
    expect(await promptOf(client)).toContain('<events>dreams.</events>');
  });

  it('is not used when its chapters have other places', async () => {
    const { client, chapters } = await bookOf(21);
    await writeLast(client, 'ten days.', { recaps: 1, arcs: 1 });
    await client.ask('DELETE', `${client.book}/chapters/${chapters[3]?.id}`);
    expect(await promptOf(client)).not.toContain('ten days.');
  });

  it('is made before the write that wants it, which waits for it', async () => {
    const { client } = await bookOf(21);
    const asked = fakes.text.requests.length;
    await writeLast(client, 'ten days.', { recaps: 1, arcs: 1 });
    const [arc, write] = fakes.text.requests.slice(asked).map(({ body }) => body.messages.at(-1)?.content ?? '');
    expect(arc).toContain('Write the recap of these chapters');
    expect(write).toContain('Chapters 1 to 10\n<events>ten days.</events>');
    const written = (await client.runs()).find(({ kind }) => kind === 'write');
    expect((await client.ask('GET', `/v1/runs/${written?.id}`)).recapWaitMs).toEqual(expect.any(Number));
  });

  it('is made at the end of a reading', async () => {
    const { client, chapters } = await bookOf(21);
    const asked = fakes.text.requests.length;
    await client.ask('PATCH', `${client.book}/chapters/${chapters[21]?.id}`, {
      content: `${prose} It was late. `.repeat(9),
    });
    fakes.text.script((request, response) => {
      const prompt = request.body.messages.at(-1)?.content ?? '';
      return reply.text([asJson(prompt.includes('these chapters') ? 'ten read days.' : 'The day ended.')])(
        request,
        response,
      );
    });
    await client.ask('POST', `${client.book}/read`, {});
    const made = await until(async () => (await arcsOf(client)).find(({ origin }) => origin === 'model'));
    expect(made).toMatchObject({ from: 1, to: 10, events: 'ten read days.', isUsed: true, isOutdated: false });
    expect(fakes.text.requests.slice(asked)).toHaveLength(2);
  });

  it('is listed as computed until somebody writes it; no model replaces that of a person', async () => {
    const { client, chapters } = await bookOf(21);
    const [first, second, ...more] = await arcsOf(client);
    expect(more).toEqual([]);
    expect([first, second].map((arc) => [arc?.from, arc?.to, arc?.origin, arc?.version])).toEqual([
      [1, 10, null, 0],
      [11, 20, null, 0],
    ]);
    expect(first?.events).toMatch(/^1: Day 1 happened\..* 10: Day 10 happened\. /);
    const path = `${client.book}/chapters/${chapters[4]?.id}/arc`;
    const set = await client.ask('PUT', path, { events: 'Ten days by hand.', state: 'All stand.' });
    expect(set).toMatchObject({ chapterId: chapters[9]?.id, from: 1, to: 10, origin: 'person', version: 1 });
    expect((await arcsOf(client)).map(({ origin }) => origin)).toEqual(['person', null]);
    for (const { id } of chapters.slice(0, 3)) await setRecap(client, id, 'It was all a dream. '.repeat(40));
    expect((await arcsOf(client))[0]).toMatchObject({ isOutdated: true, version: 1 });
    expect(await writeLast(client, 'dreams.', { recaps: 1 })).toEqual([]);
    expect(await promptOf(client)).toContain('<events>Ten days by hand.</events>');
  });

  it('stays, unused, when its chapters stand apart, and survives export and import', async () => {
    const { client, chapters } = await bookOf(11);
    await client.ask('PUT', `${client.book}/chapters/${chapters[0]?.id}/arc`, { events: 'Ten days by hand.' });
    await client.ask('PUT', `${client.book}/chapters/${chapters[11]?.id}/arc`, { events: 'Two more days.' });
    await client.ask('POST', `${client.book}/chapters/${chapters[2]?.id}/move`, { order: 12 });
    const kept = await arcsOf(client);
    expect(kept.map(({ events, isUsed }) => [events, isUsed])).toEqual([
      ['Ten days by hand.', false],
      ['Two more days.', true],
    ]);
    await client.ask('POST', `${client.book}/chapters/${chapters[2]?.id}/move`, { order: 3 });
    const { text } = await http(client.url, client.key, 'GET', `${client.book}/export?format=json`);
    const copy = await client.ask('POST', '/v1/books/import', { format: 'json', content: text });
    const copied = await client.ask('GET', `/v1/books/${copy.id}/arcs`);
    expect(copied.map((arc: Arc) => [arc.from, arc.to, arc.events, arc.isUsed, arc.isOutdated])).toEqual([
      [1, 10, 'Ten days by hand.', true, false],
      [11, 12, 'Two more days.', true, false],
    ]);
  });
});
