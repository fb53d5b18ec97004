import { describe, expect, it } from 'vitest';
import { assemblePrompt, type ManifestEntry } from '../../src/domain/prompt/prompt.ts';
import fc from '../support/fast-check.ts';
import { countTokens, novel } from './prompt.fixture.ts';

const full = { ...novel(30, 20), ownText: 'She had begun to read. '.repeat(30), instructions: 'Let it rain.' };
const within = (budgetTokens: number) => assemblePrompt({ ...full, budgetTokens });

const stays = new Set([
  'language',
  'pov-lock',
  'tense-lock',
  'pov-depth',
  'number',
  'title',
  'viewpoint',
  'beat',
  'summary',
  'notes',
  'instructions',
  'tail',
  'task',
]);
const bare = within(1);

describe('the token budget', () => {
  it('is never exceeded, unless what must stay alone exceeds it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30_000 }), (budgetTokens) => {
        const { tokens } = within(budgetTokens);
        expect(tokens).toBeLessThanOrEqual(Math.max(budgetTokens, bare.tokens));
      }),
    );
  });

  it('is used up by a book of a thousand chapters, too', () => {
    const { tokens, manifest } = assemblePrompt({ ...novel(1000, 1000), budgetTokens: 24_000 });
    const kept = (kind: string) => manifest.filter((entry) => entry.kind === kind && entry.status === 'kept').length;
    expect(tokens).toBeGreaterThan(23_000);
    expect([kept('outline-line'), kept('cast-line'), kept('recent-summary')]).toEqual([1000, 12, 3]);
    expect(kept('older-summary')).toBeGreaterThan(50);
  });

  it('goes to no outline that takes most of it', () => {
    const wordy = novel(200, 200);
    const chapters = wordy.chapters.map((chapter) => ({
      ...chapter,
      title: '潮'.repeat(80),
      summary: '潮'.repeat(80),
    }));
    const { manifest } = assemblePrompt({ ...wordy, chapters, budgetTokens: 24_000 });
    const statusOf = (kind: string) => new Set(manifest.filter((one) => one.kind === kind).map(({ status }) => status));
    expect(statusOf('outline-line')).toEqual(new Set(['dropped']));
    for (const kind of ['cast-line', 'recent-summary']) expect(statusOf(kind)).toEqual(new Set(['kept']));
  });

  it('never costs the rules, the locks, the beats, this chapter, the request or a tail', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30_000 }), (budgetTokens) => {
        const musts = within(budgetTokens).manifest.filter(({ kind }) => stays.has(kind));
        expect(musts.every(({ status }) => status === 'kept')).toBe(true);
        expect(new Set(musts.map(({ kind }) => kind))).toEqual(stays);
      }),
    );
  });

  it('says so when what must stay is over it', () => {
    expect(bare.manifest[0]).toMatchObject({ block: 'rules', kind: 'budget', status: 'kept' });
    expect(bare.manifest[0]?.reason).toContain(`${bare.tokens - 1} over the budget`);
    expect(new Set(bare.manifest.filter(({ tokens }) => tokens > 0).map(({ kind }) => kind))).toEqual(
      new Set([...stays, 'block']),
    );
  });

  it('changes nothing where all fits, and keeps every entry', () => {
    const { manifest, tokens } = within(100_000);
    expect(within(tokens)).toEqual({ ...within(100_000), budgetTokens: tokens });
    expect(manifest.some(({ status }) => status === 'trimmed')).toBe(false);
    expect(manifest.every(({ status, reason }) => (status === 'kept') === (reason === null))).toBe(true);
  });

  it('takes from bios first, then voices, then older summaries, then citations', () => {
    const lost = (manifest: readonly ManifestEntry[], kind: string) =>
      manifest.some((entry) => entry.kind === kind && entry.status !== 'kept');
    const kept = (manifest: readonly ManifestEntry[], kind: string) =>
      manifest.some((entry) => entry.kind === kind && entry.status !== 'dropped');
    const rungs = ['bio', 'voice', 'older-summary', 'citation', 'mood', 'cast-line', 'recent-summary'];
    const top = within(100_000).tokens;
    for (let budget = top; budget > bare.tokens; budget -= 37) {
      const { manifest } = within(budget);
      rungs.forEach((kind, index) => {
        const lower = rungs[index - 1];
        if (lower !== undefined && lost(manifest, kind))
          expect(kept(manifest, lower), `${lower} before ${kind}`).toBe(false);
      });
    }
  });

  it('shortens a text at a word, marks the cut, and says why', () => {
    const { manifest, messages } = within(within(100_000).tokens - 10);
    const trimmed = manifest.filter(({ status }) => status === 'trimmed');
    expect(trimmed).toMatchObject([{ kind: 'bio', reason: 'shortened to fit the token budget' }]);
    expect(messages[1]?.content).toMatch(/\w…<\/bio>/);
  });

  it('is accounted for to the token: the manifest adds up to the prompt, and the prompt to no more', () => {
    for (const budget of [1, 3_000, 6_000, 100_000]) {
      const { manifest, tokens, messages } = within(budget);
      expect(manifest.reduce((sum, entry) => sum + entry.tokens, 0)).toBe(tokens);
      expect(countTokens(messages.map(({ content }) => content).join('\n\n'))).toBeLessThanOrEqual(tokens);
    }
  });

  it('names for every piece the record and version it came from', () => {
    const { manifest } = within(100_000);
    const sourceless = new Set(manifest.filter(({ source }) => source === null).map(({ kind }) => kind));
    expect(sourceless).toEqual(new Set(['block', 'instructions', 'task']));
    expect(manifest).toContainEqual(
      expect.objectContaining({
        kind: 'bio',
        source: { type: 'character', id: 'chr_0', version: 4 },
        status: 'kept',
        reason: null,
      }),
    );
  });

  it('grows by no more than two bounded lines a chapter', () => {
    const size = (count: number) =>
      assemblePrompt({ ...novel(count, count), budgetTokens: 1_000_000 }).messages[1]?.content.length ?? 0;
    expect((size(100) - size(50)) / 50).toBeLessThanOrEqual(2 * 201);
  });
});
