import { describe, expect, it } from 'vitest';
import type { Scope } from '../../src/caller.ts';
import { proposalsMax } from '../../src/domain/text/proposal/rules.ts';
import { trimDecided } from '../../src/domain/text/proposal/store.ts';
import { newId } from '../../src/ids/id.ts';
import { type Face, facesWith, http, type Json, refusal } from '../support/faces.ts';
import { hold, reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { until } from '../support/stream.ts';
import { describeInTurn } from '../support/turns.ts';

const { own, fakes } = serviceWith({ text: true }, { CHAPTER_RECAPS: 'off' });
const names: Face['name'][] = facesWith('acceptProposals');
const rest = own.face('REST');
const content = 'The ferry came late.\n\n“Nobody’s there,” she said.\n\nThe ferry left.';

interface Proposed {
  bookId: string;
  chapterId: string;
  key: { bookId: string; chapterId: string };
  ids: string[];
  read(): Promise<Json>;
  states(): Promise<string[]>;
  save(text: string): Promise<Json>;
}

/** A chapter with proposals. */
async function chapterWith(edits: object[], text = content): Promise<Proposed> {
  const bookId = await own.newBook();
  const chapterId = await own.newChapter(bookId, { content: text });
  const key = { bookId, chapterId };
  const { proposals } =
    edits.length > 0
      ? await rest('proposeEdits', { bookId, input: { edits: edits.map((one) => ({ chapterId, ...one })) } })
      : { proposals: [] };
  const ids: string[] = proposals.map(({ id }: Json) => id);
  const proposalOf = (proposalId: string) => rest('proposal', { bookId, proposalId });
  return {
    bookId,
    chapterId,
    key,
    ids,
    read: () => rest('chapter', key),
    states: async () => (await Promise.all(ids.map(proposalOf))).map(({ state }) => state),
    save: (text) => rest('updateChapter', { ...key, patch: { content: text } }),
  };
}

const late = { quote: 'came late', replacement: 'never came', alternatives: ['sank'], reason: 'See chapter 2.' };
const nobody = { quote: '"Nobody\'s there,"', replacement: '“Somebody is there,”' };

describeInTurn(names)('proposals through %s', (name, it) => {
  const call = own.face(name);

  it('are made as a set, and change no text', async () => {
    const { bookId, chapterId, read } = await chapterWith([]);
    const input = { title: 'The ferry', edits: [late, nobody].map((one) => ({ chapterId, ...one })) };
    const { setId, proposals } = await call('proposeEdits', { bookId, input });
    expect(setId).toMatch(/^pset_/);
    expect(proposals).toMatchObject([
      {
        ...{ bookId, chapterId, setId, title: 'The ferry', replacement: 'never came', alternatives: ['sank'] },
        ...{ reason: 'See chapter 2.', state: 'open', choice: null, decidedBy: null, version: 1 },
        anchor: { start: 10, end: 19, exact: 'came late', prefix: 'The ferry ', state: 'ok' },
        author: { kind: name === 'MCP' ? 'agent' : 'person' },
      },
      { anchor: { exact: '“Nobody’s there,”', state: 'ok' } },
    ]);
    expect(await read()).toMatchObject({ content, version: 1 });
    const listed = await call('proposals', { bookId, setId, chapterId, state: 'open' });
    expect(listed.map(({ id }: Json) => id)).toEqual(proposals.map(({ id }: Json) => id).reverse());
    expect(await call('proposals', { bookId, state: 'stale' })).toEqual([]);
  });

  it('name their words by a quote, its surroundings, a paragraph, or a span', async () => {
    const { bookId, chapterId } = await chapterWith([]);
    const edits = [
      { quote: 'The ferry', suffix: ' left', replacement: 'It' },
      { paragraph: 2, replacement: '' },
      { start: 4, end: 9, version: 1, replacement: 'boat' },
    ];
    const { proposals } = await call('proposeEdits', {
      bookId,
      input: { edits: edits.map((one) => ({ chapterId, ...one })) },
    });
    expect(proposals.map(({ anchor }: Json) => [anchor.start, anchor.exact])).toEqual([
      [51, 'The ferry'],
      [22, '“Nobody’s there,” she said.'],
      [4, 'ferry'],
    ]);
  });

  it.each<[string, { [member: string]: string | number }, string]>([
    ['several matches', { quote: 'The ferry' }, 'edits[0].quote: is in the text 2 times'],
    ['no match', { quote: 'Nobody was there' }, 'edits[0].quote: is not in the text'],
    ['no words', {}, 'edits[0].quote: is missing. Send a quote, a paragraph, or start, end and version.'],
    ['two places', { quote: 'came', paragraph: 1 }, 'edits[0].quote: does not go with another place.'],
    ['a prefix without a quote', { paragraph: 1, prefix: 'The' }, 'edits[0].prefix: goes with a quote only.'],
    ['a span without a version', { start: 1, end: 2 }, 'edits[0].version: is missing'],
    ['an empty span', { start: 2, end: 2, version: 1 }, 'edits[0].end: must be greater than start'],
    ['a span beyond the end', { start: 2, end: 2000, version: 1 }, 'which has 66 characters'],
    ['a paragraph that is not there', { paragraph: 4 }, 'edits[0].paragraph: is not there: the text has 3.'],
    [
      'too many words',
      { start: 0, end: 30_001, version: 1 },
      'edits[0].start: names 30001 characters; the limit is 30000.',
    ],
    ['blanks', { quote: '\n\n', prefix: 'late.' }, 'edits[0].quote: names no words.'],
  ])('are refused for %s, and say what to send', async (_what, place, message) => {
    const { bookId, chapterId } = await chapterWith([], place.end === 30_001 ? 'a'.repeat(30_100) : content);
    const input = { edits: [{ chapterId, replacement: 'x', ...place }] };
    const { code, body } = await refusal(call('proposeEdits', { bookId, input }));
    expect([code, body.message]).toEqual(['invalid_request', expect.stringContaining(message)]);
  });

  it('are refused for a span of another version, with the current chapter', async () => {
    const { bookId, chapterId } = await chapterWith([]);
    const input = { edits: [{ chapterId, replacement: 'x', start: 1, end: 3, version: 7 }] };
    const { code, body } = await refusal(call('proposeEdits', { bookId, input }));
    expect([code, (body.current as Json).version]).toEqual(['conflict', 1]);
  });

  it('are accepted together in one save, which keeps the former text', async () => {
    const { bookId, chapterId, ids, key, read } = await chapterWith([late, nobody]);
    const choices = [{ id: ids[0], alternative: 1 }];
    const { proposals, chapters } = await call('acceptProposals', { bookId, input: { ids, choices } });
    expect(chapters).toEqual([{ id: chapterId, version: 2 }]);
    expect(proposals).toMatchObject([
      { state: 'accepted', choice: 1, decidedBy: expect.stringMatching(/^tok_/), version: 2 },
      { state: 'accepted', choice: 0, anchor: { state: 'ok', exact: '“Nobody’s there,”' } },
    ]);
    expect((await read()).content).toBe('The ferry sank.\n\n“Somebody is there,” she said.\n\nThe ferry left.');
    const revisions = await rest('revisions', key);
    expect(revisions.map(({ isCurrent }: Json) => isCurrent)).toEqual([true, false]);
    // The anchor stays in the text for which it was decided.
    expect(proposals[0].anchor.revisionId).toBe(revisions[1].id);
    const again = await call('acceptProposals', { bookId, input: { ids } });
    expect([again.chapters, again.proposals.map(({ version }: Json) => version)]).toEqual([[], [2, 2]]);
  });

  it('become stale with their words, and open again when these return', async () => {
    const { bookId, ids, read, states, save } = await chapterWith([late, nobody]);
    await save(content.replace('came late', 'came early'));
    expect(await states()).toEqual(['stale', 'open']);
    const { code, body } = await refusal(call('acceptProposals', { bookId, input: { ids } }));
    expect([code, body.proposals]).toEqual(['invalid_state', [{ id: ids[0], state: 'stale', present: 'came early' }]]);
    expect((await read()).version).toBe(2);
    await save(content);
    expect(await states()).toEqual(['open', 'open']);
    await call('acceptProposals', { bookId, input: { ids } });
    expect((await read()).content).toContain('never came');
  });

  it('are accepted in part if that is allowed', async () => {
    const { bookId, ids, read, states, save } = await chapterWith([late, nobody]);
    await save(content.replace('came late', 'came early'));
    await call('acceptProposals', { bookId, input: { ids, partial: true } });
    expect(await states()).toEqual(['stale', 'accepted']);
    expect((await read()).content).toBe('The ferry came early.\n\n“Somebody is there,” she said.\n\nThe ferry left.');
  });

  it('change nothing if the text has the replacement already', async () => {
    const { bookId, ids, read, save } = await chapterWith([late]);
    await save(content.replace('came late', 'never came'));
    const { proposals, chapters } = await call('acceptProposals', { bookId, input: { ids } });
    expect([proposals[0].state, chapters, (await read()).version]).toEqual(['accepted', [], 2]);
  });

  it('that add to their words are accepted once', async () => {
    const more = { quote: 'came late.', replacement: 'came late. It rained.' };
    const { bookId, ids, read, states, save } = await chapterWith([more, more, more]);
    await call('acceptProposals', { bookId, input: { ids: ids.slice(0, 1) } });
    expect(await states()).toEqual(['accepted', 'stale', 'stale']);
    expect((await refusal(call('acceptProposals', { bookId, input: { ids: ids.slice(1, 2) } }))).code).toBe(
      'invalid_state',
    );
    // The author has typed the same.
    await save(content);
    await call('reviseProposal', { bookId, proposalId: ids[1], patch: { quote: 'came late.' } });
    await save(content.replace('came late.', 'came late. It rained.'));
    const { proposals, chapters } = await call('acceptProposals', { bookId, input: { ids: [ids[1]] } });
    expect([proposals[0].state, chapters]).toEqual(['accepted', []]);
    expect((await read()).content).toBe(content.replace('came late.', 'came late. It rained.'));
  });

  it('keep the white space of the text around a tolerant quote', async () => {
    const { bookId, ids, read } = await chapterWith([{ quote: ' “Nobody’s there,” ', replacement: ' “Ah,” ' }]);
    await call('acceptProposals', { bookId, input: { ids } });
    expect((await read()).content).toContain('late.\n\n“Ah,” she said.');
  });

  it('make overlapping ones stale', async () => {
    const overlapping = { quote: 'late.', replacement: 'early.' };
    const { bookId, ids, states } = await chapterWith([late, overlapping]);
    const { body } = await refusal(call('acceptProposals', { bookId, input: { ids } }));
    expect(body.proposals).toEqual([{ id: ids[1], state: 'stale', present: 'late.' }]);
    await call('acceptProposals', { bookId, input: { ids: ids.slice(0, 1) } });
    expect(await states()).toEqual(['accepted', 'stale']);
  });

  it('are open again when a former text is restored without them', async () => {
    const removed = { paragraph: 3, replacement: '' };
    const added = { quote: 'she said.', replacement: 'she said. Nobody heard.' };
    const { bookId, key, ids, read, states, save } = await chapterWith([late, nobody, removed, added]);
    await call('acceptProposals', { bookId, input: { ids: ids.slice(0, 1) } });
    await call('acceptProposals', { bookId, input: { ids: ids.slice(1) } });
    const accepted = (await read()).content;
    expect(accepted).toBe('The ferry never came.\n\n“Somebody is there,” she said. Nobody heard.');
    const [last, middle, first] = await rest('revisions', key);
    const restore = (revisionId: string) => call('restoreRevision', { ...key, revisionId });
    await restore(middle.id);
    expect(await states()).toEqual(['accepted', 'open', 'open', 'open']);
    await restore(first.id);
    expect([await states(), (await read()).content]).toEqual([['open', 'open', 'open', 'open'], content]);
    const [proposal] = await rest('proposals', { bookId, chapterId: key.chapterId });
    expect(proposal).toMatchObject({ state: 'open', decidedBy: null, decidedAt: null, choice: null });
    await save(`Dawn.\n\n${content}`);
    expect(await states()).toEqual(['open', 'open', 'open', 'open']);
    await call('acceptProposals', { bookId, input: { ids } });
    expect((await read()).content).toBe(`Dawn.\n\n${accepted}`);
    await restore(last.id);
    expect(await states()).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
  });

  it('are accepted only at the versions that were read', async () => {
    const { bookId, chapterId, ids } = await chapterWith([late]);
    for (const id of [ids[0], chapterId]) {
      const input = { ids, expectedVersions: [{ id, version: 5 }] };
      const { code, body } = await refusal(call('acceptProposals', { bookId, input }));
      expect([code, (body.current as Json).id]).toEqual(['conflict', id]);
    }
    const input = { ids, expectedVersions: [{ id: newId('ch'), version: 1 }] };
    expect((await refusal(call('acceptProposals', { bookId, input }))).body.message).toContain(
      'expectedVersions[0].id',
    );
    const known = [ids[0], chapterId].map((id) => ({ id, version: 1 }));
    const both = { ids, expectedVersions: known };
    expect((await call('acceptProposals', { bookId, input: both })).chapters).toHaveLength(1);
    // Sent again, it changes nothing.
    expect((await call('acceptProposals', { bookId, input: both })).chapters).toEqual([]);
  });

  it('are declined with a reason, withdrawn, and decided once', async () => {
    const { bookId, ids } = await chapterWith([late, nobody]);
    const [first = '', second = ''] = ids;
    const declined = await call('declineProposals', { bookId, input: { ids: [first], reason: 'It must come.' } });
    expect(declined.proposals).toMatchObject([{ state: 'declined', decisionReason: 'It must come.', version: 2 }]);
    const withdrawn = await call('withdrawProposals', { bookId, input: { ids: [second] } });
    expect(withdrawn.proposals).toMatchObject([{ state: 'withdrawn' }]);
    for (const field of ['acceptProposals', 'withdrawProposals'])
      expect((await refusal(call(field, { bookId, input: { ids: [first] } }))).code).toBe('invalid_state');
    const again = await call('declineProposals', { bookId, input: { ids: [first] } });
    expect(again.proposals).toMatchObject([{ decisionReason: 'It must come.', version: 2 }]);
  });

  it('are deleted once they are decided', async () => {
    const { bookId, ids, read } = await chapterWith([late, nobody]);
    const [open, declined] = ids;
    await call('declineProposals', { bookId, input: { ids: [declined] } });
    const refused = await refusal(call('deleteProposal', { bookId, proposalId: open }));
    expect([refused.code, refused.body.message]).toEqual([
      'invalid_state',
      expect.stringContaining('withdraw it first'),
    ]);
    await call('deleteProposal', { bookId, proposalId: declined });
    expect((await rest('proposals', { bookId })).map(({ id }: Json) => id)).toEqual([open]);
    expect((await read()).content).toBe(content);
  });

  it('are revised, and set on other words', async () => {
    const { bookId, ids, save } = await chapterWith([late]);
    const proposalId = ids[0];
    const revised = await call('reviseProposal', {
      bookId,
      proposalId,
      patch: { reason: 'Better.' },
      expectedVersion: 1,
    });
    expect(revised).toMatchObject({ reason: 'Better.', replacement: 'never came', version: 2 });
    await save('Nothing is as it was.');
    const patch = { quote: 'as it was', replacement: 'new' };
    const moved = await call('reviseProposal', { bookId, proposalId, patch });
    expect(moved).toMatchObject({ state: 'open', anchor: { exact: 'as it was', start: 11, state: 'ok' } });
    const stale = await refusal(call('reviseProposal', { bookId, proposalId, patch, expectedVersion: 2 }));
    expect([stale.code, (stale.body.current as Json).version]).toEqual(['conflict', moved.version]);
    const lone = await refusal(call('reviseProposal', { bookId, proposalId, patch: { prefix: 'a' } }));
    expect(lone.body.message).toContain('quote: is missing');
  });

  it('of others are missing', async () => {
    const { bookId, chapterId, ids } = await chapterWith([late]);
    const mine = await own.newBook();
    const stranger = own.face(name, await own.running().newKey());
    const edits = [{ chapterId, ...late }];
    for (const [caller, at] of [
      [stranger, bookId],
      [call, mine],
    ] as const)
      for (const [field, args] of [
        ['proposal', { proposalId: ids[0] }],
        ['proposeEdits', { input: { edits } }],
        ['reviseProposal', { proposalId: ids[0], patch: { reason: 'x' } }],
        ...['acceptProposals', 'declineProposals', 'withdrawProposals'].map(
          (one) => [one, { input: { ids } }] as const,
        ),
      ] as const)
        expect([field, (await refusal(caller(field, { bookId: at, ...args }))).code]).toEqual([field, 'not_found']);
  });
});

describe('proposals', () => {
  it('are made while a run writes, and accepted after it', async () => {
    const { bookId, ids, key, read } = await chapterWith([late]);
    const gate = hold();
    fakes.text.script(reply.text([gate.released, 'In the morning the river was frozen, and nobody went to the quay.']));
    await own.graphql(
      'mutation ($b: ID!, $c: ID!) { writeChapter(bookId: $b, chapterId: $c, input: { continue: true }) { id } }',
      { b: key.bookId, c: key.chapterId },
    );
    await until(async () => (await read()).status === 'generating');
    await rest('proposeEdits', { bookId, input: { edits: [{ chapterId: key.chapterId, ...nobody }] } });
    expect((await refusal(rest('acceptProposals', { bookId, input: { ids } }))).body.message).toContain('is writing');
    const other = await own.newChapter(bookId, { content });
    const { proposals } = await rest('proposeEdits', { bookId, input: { edits: [{ chapterId: other, ...late }] } });
    const both = { ids: [...ids, proposals[0].id], partial: true };
    const partly = await rest('acceptProposals', { bookId, input: both });
    expect(partly.proposals.map(({ state }: Json) => state)).toEqual(['open', 'accepted']);
    gate.release();
    await until(async () => (await read()).status === 'complete');
    expect((await rest('acceptProposals', { bookId, input: { ids } })).proposals[0].state).toBe('accepted');
  });

  it('follow their words through split, merge, restore and deletion of the text', async () => {
    const { bookId, ids, key, read, save } = await chapterWith([late, nobody]);
    const nth = (index: number) => rest('proposal', { bookId, proposalId: ids[index] });
    const { next } = await rest('splitChapter', { ...key, input: { at: 22 } });
    expect(await nth(1)).toMatchObject({ chapterId: next.id, state: 'open', anchor: { start: 0 } });
    await rest('mergeChapters', { ...key, input: {} });
    expect(await nth(1)).toMatchObject({ chapterId: key.chapterId, state: 'open', anchor: { start: 22 } });
    await save('');
    expect(await nth(0)).toMatchObject({ state: 'stale', anchor: { state: 'orphaned', revisionId: null } });
    const [revision] = await rest('revisions', key);
    await rest('restoreRevision', { ...key, revisionId: revision.id });
    expect(await nth(0)).toMatchObject({ state: 'open', anchor: { state: 'ok', start: 10 } });
    expect((await read()).content).toBe(content);
  });

  it('are shown as a difference and in the text, before anything is decided', async () => {
    const { bookId, chapterId, ids, save } = await chapterWith([late, nobody]);
    const query = `query ($b: ID!, $c: ID!, $ids: [ID!]!) {
      chapter(bookId: $b, chapterId: $c) {
        contentWith(proposalIds: $ids)
        proposals(state: open, first: 1) { nodes { id diff { kind text } } pageInfo { hasNextPage } }
      }
    }`;
    const { chapter } = await own.graphql(query, { b: bookId, c: chapterId, ids });
    expect(chapter.contentWith).toBe('The ferry never came.\n\n“Somebody is there,” she said.\n\nThe ferry left.');
    expect(chapter.proposals).toEqual({
      nodes: [
        {
          id: ids[1],
          diff: [
            { kind: 'equal', text: '“' },
            { kind: 'delete', text: 'Nobody’s ' },
            { kind: 'insert', text: 'Somebody is ' },
            { kind: 'equal', text: 'there,”' },
          ],
        },
      ],
      pageInfo: { hasNextPage: true },
    });
    await save(content.replace('came late', 'came early'));
    const { code, body } = await refusal(own.graphql(query, { b: bookId, c: chapterId, ids }));
    expect([code, (body.proposals as Json)[0].present]).toEqual(['invalid_state', 'came early']);
    const other = await own.newChapter(bookId, { content });
    expect((await refusal(own.graphql(query, { b: bookId, c: other, ids }))).code).toBe('not_found');
  });

  it('are refused beyond 1,000 open ones in a book', async () => {
    const { bookId, chapterId, ids } = await chapterWith([late]);
    const { write } = own.running().database;
    await write`
      WITH a AS (
        INSERT INTO anchor (account_id, id, chapter_id, exact, prefix, suffix)
        SELECT a.account_id, a.id || n, a.chapter_id, a.exact, a.prefix, a.suffix
        FROM anchor a, generate_series(1, 999) n WHERE a.id = ${ids[0] ?? ''} RETURNING *
      )
      INSERT INTO proposal (account_id, book_id, id, set_id, replacement, token_id, author_kind)
      SELECT p.account_id, p.book_id, a.id, p.set_id, '', p.token_id, p.author_kind FROM proposal p, a
      WHERE p.id = ${ids[0] ?? ''}`;
    const full = await refusal(rest('proposeEdits', { bookId, input: { edits: [{ chapterId, ...nobody }] } }));
    expect([full.code, full.body.message]).toEqual(['invalid_state', expect.stringContaining('1000')]);
  });

  it('are refused beyond the limit of an import, until decided ones are deleted', async () => {
    const { bookId, chapterId, ids } = await chapterWith([late]);
    await own.running().database.write.begin(async (tx) => {
      // Triggers would take most of the time.
      await tx`SET LOCAL session_replication_role = 'replica'`;
      await tx`
      WITH a AS (
        INSERT INTO anchor (account_id, id, chapter_id, exact, prefix, suffix, state, place_start, place_end)
        SELECT a.account_id, a.id || n, a.chapter_id, a.exact, a.prefix, a.suffix, 'ok', 0, 4
        FROM anchor a, generate_series(1, ${proposalsMax - 1}) n WHERE a.id = ${ids[0] ?? ''} RETURNING *
      )
      INSERT INTO proposal (account_id, book_id, id, set_id, replacement, token_id, author_kind, state, decided_at)
      SELECT p.account_id, p.book_id, a.id, p.set_id, '', p.token_id, p.author_kind, 'withdrawn', now() FROM proposal p, a
      WHERE p.id = ${ids[0] ?? ''}`;
    });
    const propose = () => rest('proposeEdits', { bookId, input: { edits: [{ chapterId, ...nobody }] } });
    const full = await refusal(propose());
    expect([full.code, full.body.message]).toEqual(['invalid_state', expect.stringMatching(/20000.*deleteProposal/)]);
    await rest('declineProposals', { bookId, input: { ids } });
    await rest('deleteProposal', { bookId, proposalId: ids[0] });
    expect((await propose()).proposals).toHaveLength(1);
  });

  it('lose alternatives and words 30 days after their decision, and are carried by an export', async () => {
    const { bookId, ids } = await chapterWith([late, nobody]);
    await rest('declineProposals', { bookId, input: { ids: [ids[0]], reason: 'No.' } });
    const { write } = own.running().database;
    await trimDecided(write);
    const read = () => rest('proposal', { bookId, proposalId: ids[0] });
    expect(await read()).toMatchObject({ alternatives: ['sank'], anchor: { exact: 'came late' } });
    await write`UPDATE proposal SET decided_at = now() - interval '31 days' WHERE id = ${ids[0] ?? ''}`;
    while ((await trimDecided(write)).count > 0);
    const trimmed = {
      version: 3,
      state: 'declined',
      replacement: 'never came',
      decisionReason: 'No.',
      alternatives: [],
    };
    expect(await read()).toMatchObject({ ...trimmed, anchor: { exact: '', prefix: '', suffix: '', start: 10 } });
    expect(await rest('proposal', { bookId, proposalId: ids[1] })).toMatchObject({ anchor: { state: 'ok' } });
    const exported = await own.http('GET', `/v1/books/${bookId}/export?format=json`);
    expect(exported.status, exported.text).toBe(200);
    const document: Json = exported.json;
    const copyOf = (one: object) => rest('importBook', { input: { format: 'json', content: JSON.stringify(one) } });
    const { id: copy } = await copyOf(document);
    expect(await rest('proposals', { bookId: copy, state: 'declined' })).toMatchObject([{ ...trimmed, version: 1 }]);
    document.proposals[1].anchor.exact = '';
    expect((await refusal(copyOf(document))).body.message).toContain('proposals[1].anchor.exact');
  });

  it('keep the text of their decision as a revision', async () => {
    const { bookId, ids, save, key } = await chapterWith([late]);
    await save(`${content} One.`);
    const { proposals } = await rest('declineProposals', { bookId, input: { ids } });
    await save(`${content} One. Two.`);
    const revisions = (await rest('revisions', key)).map(({ id }: Json) => id);
    expect(revisions).toContain(proposals[0].anchor.revisionId);
  });

  it('are told under an idempotency key as they were', async () => {
    const { bookId, chapterId } = await chapterWith([]);
    const headers = { 'idempotency-key': newId('tok') };
    const body = { edits: [{ chapterId, ...late }] };
    const send = () => http(own.url(), own.key(), 'POST', `/v1/books/${bookId}/proposals`, body, headers);
    const first = await send();
    await rest('acceptProposals', { bookId, input: { ids: [first.json.data.proposals[0].id] } });
    expect((await send()).json).toEqual(first.json);
  });

  it('go with a chapter that is deleted for good', async () => {
    const { bookId, ids, key } = await chapterWith([late]);
    await rest('deleteChapter', { ...key, forever: true });
    expect((await refusal(rest('proposal', { bookId, proposalId: ids[0] }))).code).toBe('not_found');
  });
});

describe('a key that may only propose', () => {
  const account = 'an author with editors';
  const keyOf = (...scopes: Scope[]) => own.running().newKey({ account, scopes });

  async function worldOf() {
    const author = own.face('REST', await keyOf('books:read', 'books:write'));
    const { id: bookId } = await author('createBook', { input: { premise: 'A ferry that never comes.' } });
    const { id: chapterId } = await author('createChapter', { bookId, input: { content } });
    const proposeWith = async (call: Face['call']) =>
      (await call('proposeEdits', { bookId, input: { edits: [{ chapterId, ...late }] } })).proposals[0].id;
    return { author, bookId, chapterId, proposeWith };
  }

  it.each(names)('proposes, revises and withdraws its own through %s, and decides on nothing', async (name) => {
    const { author, bookId, chapterId, proposeWith } = await worldOf();
    const editor = own.face(name, await keyOf('books:read', 'proposals:write'));
    const other = own.face(name, await keyOf('books:read', 'proposals:write'));
    const proposalId = await proposeWith(editor);
    await editor('reviseProposal', { bookId, proposalId, patch: { replacement: 'sank' } });
    const input = { ids: [proposalId] };
    for (const [call, field, args] of [
      [editor, 'acceptProposals', { input }],
      [editor, 'declineProposals', { input }],
      [other, 'withdrawProposals', { input }],
      [other, 'reviseProposal', { proposalId, patch: { reason: 'x' } }],
      [editor, 'editChapter', { chapterId, input: { edits: [{ old: 'late', new: 'early' }] } }],
      [editor, 'updateChapter', { chapterId, patch: { content: 'x' } }],
    ] as const) {
      const { code, body } = await refusal(call(field, { bookId, ...args }));
      expect([field, code, body.required_scope]).toEqual([field, 'insufficient_scope', 'books:write']);
      expect(body.message).toContain('POST /v1/books/{bookId}/proposals (tool propose_edits)');
    }
    const { proposals } = await editor('withdrawProposals', { bookId, input });
    expect(proposals[0].state).toBe('withdrawn');
    expect((await refusal(other('deleteProposal', { bookId, proposalId }))).code).toBe('insufficient_scope');
    await editor('deleteProposal', { bookId, proposalId });
    expect((await refusal(author('proposal', { bookId, proposalId }))).code).toBe('not_found');
    expect((await author('chapter', { bookId, chapterId })).content).toBe(content);
  });

  it('needs books:read, too, because quotes tell the text', async () => {
    const { bookId, proposeWith } = await worldOf();
    const blind = own.face('REST', await keyOf('proposals:write'));
    expect((await refusal(proposeWith(blind))).body.required_scope).toBe('books:read');
    const proposalId = newId('prp');
    const revising = blind('reviseProposal', { bookId, proposalId, patch: { quote: 'late' } });
    expect((await refusal(revising)).body.required_scope).toBe('books:read');
  });
});
