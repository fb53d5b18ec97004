import { describe, expect, it } from 'vitest';
import { newId } from '../../src/ids/id.ts';
import { type Face, facesWith, type Json, refusal } from '../support/faces.ts';
import { hold, reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { until } from '../support/stream.ts';
import { describeInTurn } from '../support/turns.ts';

const { own, fakes } = serviceWith({ text: true }, { CHAPTER_RECAPS: 'off' });
// The tool answers no prose; see below.
const names: Face['name'][] = facesWith('mergeText').filter((name) => name !== 'MCP');
const rest = own.face('REST');
const base = 'The ferry came late.\n\nNobody was on the quay.';
const mine = 'The ferry came late.\n\nNobody stood on the quay.';
const theirs = 'The ferry never came.\n\nNobody was on the quay.';
const both = 'The ferry never came.\n\nNobody stood on the quay.';

/** A chapter that somebody else has saved since `base` was read. */
async function savedChapter(present = theirs) {
  const bookId = await own.newBook();
  const chapterId = await own.newChapter(bookId, { content: base });
  const key = { bookId, chapterId };
  const [{ id: baseRevisionId }] = await rest('revisions', key);
  await rest('updateChapter', { ...key, patch: { content: present }, keepRevision: true });
  const read = (): Promise<Json> => rest('chapter', key);
  return { key, baseRevisionId: String(baseRevisionId), read, revisions: () => rest('revisions', key) };
}

describeInTurn(names)('merging through %s', (name, it) => {
  const call = own.face(name);

  it('shows the text with both changes, and saves it when told to', async () => {
    const { key, baseRevisionId, read, revisions } = await savedChapter();
    const shown = await call('mergeText', { ...key, input: { baseRevisionId, text: mine } });
    expect(shown).toMatchObject({ isSaved: false, text: both, parts: [], chapter: { version: 2 } });
    expect(await read()).toMatchObject({ content: theirs, version: 2 });
    const saved = await call('mergeText', { ...key, input: { baseRevisionId, text: mine, save: true } });
    expect(saved).toMatchObject({ isSaved: true, text: both, parts: [], chapter: { version: 3, status: 'complete' } });
    expect(await read()).toMatchObject({ content: both, version: 3 });
    expect(await revisions()).toHaveLength(3);
  });

  it('answers conflicts with both sides, and saves nothing', async () => {
    const { key, baseRevisionId, read } = await savedChapter();
    const text = 'The ferry came early.\n\nNobody stood on the quay.';
    const merged = await call('mergeText', { ...key, input: { baseRevisionId, text, save: true } });
    expect(merged).toMatchObject({ isSaved: false, text: null, chapter: { version: 2 } });
    expect(merged.parts).toEqual([
      { text: 'The ferry ', conflict: null },
      { text: null, conflict: { line: 1, base: 'came late', yours: 'came early', present: 'never came' } },
      { text: '.\n\nNobody stood on the quay.', conflict: null },
    ]);
    expect(await read()).toMatchObject({ content: theirs, version: 2 });
  });

  it('refuses what is foreign or missing', async () => {
    const { key, baseRevisionId } = await savedChapter();
    const stranger = own.face(name, await own.running().newKey());
    const other = await savedChapter();
    for (const [by, input] of [
      [stranger, { baseRevisionId, text: mine }],
      [stranger, { baseText: base, text: mine }],
      [call, { baseRevisionId: newId('rev'), text: mine }],
      [call, { baseRevisionId: other.baseRevisionId, text: mine }],
    ] as const)
      expect((await refusal(by('mergeText', { ...key, input }))).code).toBe('not_found');
  });
});

describe('merging', () => {
  it('takes the base itself, since small saves of one session keep none', async () => {
    const { key, read } = await savedChapter();
    const [{ id: folded }] = await rest('revisions', key);
    await rest('updateChapter', { ...key, patch: { content: `${theirs} Snow fell.` } });
    const { code, message } = await refusal(
      rest('mergeText', { ...key, input: { baseRevisionId: folded, text: both } }),
    );
    expect([code, message]).toEqual(['not_found', expect.stringContaining('`baseText`')]);
    await rest('mergeText', { ...key, input: { baseText: theirs, text: both, save: true } });
    expect((await read()).content).toBe(`${both} Snow fell.`);
  });

  it.each([{}, { baseRevisionId: newId('rev'), baseText: '' }])('needs one base: %j', async (given) => {
    const { key } = await savedChapter();
    const { code, body } = await refusal(rest('mergeText', { ...key, input: { ...given, text: mine } }));
    expect([code, body.issues]).toMatchObject(['invalid_request', [{ path: 'baseRevisionId' }]]);
  });

  it('names the length that the text would have, also before it is saved', async () => {
    const long = 'x'.repeat(250_000);
    const { key } = await savedChapter(`${base}\n\n${long}`);
    const input = { baseText: base, text: `${long}\n\n${base}` };
    const { body } = await refusal(rest('mergeText', { ...key, input }));
    expect(body.issues).toEqual([{ path: 'text', message: expect.stringContaining('the limit is 400000') }]);
  });

  it('saves nothing if the chapter has the text already', async () => {
    const { key, baseRevisionId, revisions } = await savedChapter();
    const input = { baseRevisionId, text: theirs, save: true };
    expect(await rest('mergeText', { ...key, input })).toMatchObject({
      isSaved: true,
      text: theirs,
      chapter: { version: 2 },
    });
    expect(await revisions()).toHaveLength(2);
  });

  it('merges once more with what was saved at the same time: two at once lose nothing', async () => {
    const words = Array.from({ length: 12 }, (_, index) => `word${index} stays${index} here${index}.`);
    const { key, read } = await savedChapter(words.join('\n\n'));
    const changed = (index: number) => words.with(index, `word${index} moves${index} here${index}.`).join('\n\n');
    const save = (text: string) =>
      rest('mergeText', { ...key, input: { baseText: words.join('\n\n'), text, save: true } });
    const merges = await Promise.all([save(changed(1)), save(changed(7)), save(changed(10))]);
    expect(merges.map(({ isSaved }) => isSaved)).toEqual([true, true, true]);
    for (const index of [1, 7, 10]) expect((await read()).content).toContain(`moves${index}`);
  });

  it('shows while a run writes the chapter, and saves nothing then', async () => {
    const { key, baseRevisionId, read } = await savedChapter();
    const gate = hold();
    fakes.text.script(reply.text([gate.released, 'A new text that is long enough to be one.']));
    const { writeChapter: run } = await own.graphql(
      'mutation ($b: ID!, $c: ID!) { writeChapter(bookId: $b, chapterId: $c, input: { restart: true }) { id } }',
      { b: key.bookId, c: key.chapterId },
    );
    await until(async () => (await read()).status === 'generating');
    const input = { baseRevisionId, text: mine };
    expect((await rest('mergeText', { ...key, input })).isSaved).toBe(false);
    expect(await refusal(rest('mergeText', { ...key, input: { ...input, save: true } }))).toMatchObject({
      code: 'invalid_state',
      message: expect.stringContaining(run.id),
    });
    gate.release();
    await until(async () => (await read()).status === 'complete');
  });

  it.each([true, false])('is made once under an idempotency key, and replayed: save %s', async (save) => {
    const { key, baseRevisionId, revisions } = await savedChapter();
    const document = `mutation ($b: ID!, $c: ID!, $input: TextMerge!, $k: String) {
      mergeText(bookId: $b, chapterId: $c, input: $input, idempotencyKey: $k) {
        isSaved text chapter { version content revisionId }
      }
    }`;
    const input = { baseRevisionId, text: mine, save };
    const variables = { b: key.bookId, c: key.chapterId, input, k: newId('tok') };
    const one = await own.graphql(document, variables);
    const kept = await revisions();
    await rest('appendToChapter', { ...key, input: { text: 'Fog.' } });
    expect(await own.graphql(document, variables)).toEqual(one);
    expect(await revisions()).toHaveLength(kept.length + 1);
  });

  it('needs books:read, because it answers the present text', async () => {
    const { key } = await savedChapter();
    const account = (await own.http('GET', '/v1/account')).json.data.name;
    const writer = own.face('REST', await own.running().newKey({ account, scopes: ['books:write'] }));
    const { body } = await refusal(writer('mergeText', { ...key, input: { baseText: base, text: mine } }));
    expect(body.required_scope).toBe('books:read');
  });

  it('tells agents what conflicts, without the prose', async () => {
    const { key, read } = await savedChapter();
    const merge = async (given: object) =>
      JSON.parse((await own.tool('merge_text', { ...key, baseText: base, ...given })).content[0].text).data;
    expect(await merge({ text: mine })).toMatchObject({ isSaved: false, conflicts: [] });
    const text = base.replace('came late', 'came early').replace('quay.', 'quay. It rained.');
    expect(await merge({ text, save: true })).toEqual({
      chapter: expect.objectContaining({ version: 2 }),
      isSaved: false,
      conflicts: [{ line: 1, base: 'came late', yours: 'came early', present: 'never came' }],
    });
    expect(await merge({ text: mine, save: true })).toMatchObject({ isSaved: true, chapter: { version: 3 } });
    expect((await read()).content).toBe(both);
  });
});
