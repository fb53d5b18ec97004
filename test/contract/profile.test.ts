import { expect } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import { type Face, facesWith, type Json, refusal } from '../support/faces.ts';
import { reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { until } from '../support/stream.ts';
import { describeInTurn } from '../support/turns.ts';

const { own, fakes } = serviceWith({ text: true }, { CHAPTER_RECAPS: 'off' });
const names: Face['name'][] = facesWith('generateProfile');

const proposed = {
  premise: 'Emma wants the bell back; the harbour wants silence. She finds who signed the log, and rings it.',
  genre: 'Mystery',
  audience: 'Adults',
  toneStyle: 'dry, exact',
  povLock: 'first',
  tenseLock: 'past',
  people: [
    { name: 'Emma Harrow', aliases: ['Em'], role: 'Harbour clerk', bio: 'Looks for the bell.', isPov: true },
    { name: 'Tobias Vale', aliases: [], role: 'Pilot', bio: 'Signed the log.', isPov: false },
    { name: 'Nobody Atall', aliases: [], role: 'Invented', bio: '', isPov: false },
    // One word of the name is in the recaps, and “Reply” only in the rules.
    { name: 'Tobias Reply', aliases: [], role: 'Invented', bio: '', isPov: false },
  ],
};

/** A book that was imported, with recaps, and Emma in its cast. */
async function readBook(): Promise<ChapterClient> {
  const client = new ChapterClient(own.url(), own.key());
  const content = '# One\n\nI had the key, and Tobias knew it.\n\n# Two\n\nI rang the bell.';
  client.bookId = (await client.ask('POST', '/v1/books/import', { format: 'markdown', content })).id;
  const chapters: Json[] = await client.ask('GET', `${client.book}/chapters`);
  for (const [at, { id }] of chapters.entries())
    await client.ask('PUT', `${client.book}/chapters/${id}/recap`, {
      events: `Emma Harrow meets Tobias Vale, part ${at + 1}.`,
      state: `Emma stands at the quay ${at + 1}.`,
    });
  await client.ask('POST', `${client.book}/characters`, { name: 'emma harrow' });
  return client;
}

const said = (body: object) => reply.text([JSON.stringify(body)]);

/** Has the book profiled, and waits for the end of its run. */
async function profiled(name: Face['name'], bookId: string): Promise<Json> {
  const before: Json[] = await own.face('REST')('runs', { bookId });
  // MCP answers a failed run as an error.
  await own
    .face(name)('generateProfile', { bookId })
    .catch(() => undefined);
  return until(async () => {
    const runs: Json[] = await own.face('REST')('runs', { bookId });
    return runs.length > before.length && runs[0]?.state !== 'running' && runs[0];
  });
}

describeInTurn(names)('what a manuscript is, through %s', (name, it) => {
  const call = own.face(name);

  it('is proposed from its recaps and openings; nothing is set', async () => {
    const { book, bookId, ...client } = await readBook();
    const before = await own.face('REST')('book', { bookId });
    fakes.text.script(said(proposed));
    const run = await profiled(name, bookId);
    expect(run).toMatchObject({ kind: 'summarize', state: 'completed' });
    const [system, material] = fakes.text.requests.at(-1)?.body.messages.map(({ content }) => content) ?? [];
    expect(system).toContain('"premise"');
    for (const words of ['I had the key', 'Emma Harrow meets Tobias Vale, part 2.', 'at the quay 2.'])
      expect(material).toContain(words);
    expect(material).not.toContain('finished manuscript');
    const { people, ...profile } = await call('bookProfile', { bookId });
    const { people: _people, ...rest } = proposed;
    expect(profile).toMatchObject({ ...rest, bookId, chapters: 2, runId: run.id });
    expect(people.map((one: Json) => [one.name, one.characterId !== null])).toEqual([
      ['Emma Harrow', true],
      ['Tobias Vale', false],
    ]);
    expect(await own.face('REST')('book', { bookId })).toEqual(before);
    expect(client.url).toBe(own.url());
  });

  it('is asked for once more if the reply cannot be read, and then fails', async () => {
    const { bookId } = await readBook();
    const asked = fakes.text.requests.length;
    fakes.text.script(said({ genre: 'Mystery' }), said(proposed));
    await profiled(name, bookId);
    expect(fakes.text.requests.length - asked).toBe(2);
    expect(fakes.text.requests.at(-1)?.body.messages.at(-1)?.content).toContain('premise');
    fakes.text.script(said({ genre: 'Mystery' }));
    expect(await profiled(name, bookId)).toMatchObject({ state: 'failed', error: { code: 'generation_failed' } });
    expect(await call('bookProfile', { bookId })).toMatchObject({ genre: 'Mystery', premise: proposed.premise });
  });

  it('is refused without recaps, with the remedy, and null before it was made', async () => {
    const { id: bookId } = await own.face('REST')('createBook', { input: { premise: 'A lighthouse and a storm.' } });
    expect(await call('bookProfile', { bookId })).toBeNull();
    const refused = await refusal(call('generateProfile', { bookId }));
    expect([refused.code, refused.body.message]).toEqual(['invalid_state', expect.stringContaining('read_manuscript')]);
  });
});
