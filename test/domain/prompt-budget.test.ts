import { describe, expect, it } from 'vitest';
import { assemblePrompt, type ManifestEntry } from '../../src/domain/prompt/prompt.ts';
import fc from '../support/fast-check.ts';
import { countTokens, novel } from './prompt.fixture.ts';

const full = { ...novel(30, 20), ownText: 'She had begun to read. '.repeat(30), instructions: 'Let it rain.' };
const within = (budgetTokens: number) => assemblePrompt({ ...full, budgetTokens });

const fixedKinds = new Set([
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
const minimal = within(1);

describe('the token budget of a prompt', () => {
  it('is exceeded only if the fixed parts alone exceed it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30_000 }), (budgetTokens) => {
        const { tokens } = within(budgetTokens);
        expect(tokens).toBeLessThanOrEqual(Math.max(budgetTokens, minimal.tokens));
      }),
    );
  });

  it('is filled for a book of a thousand chapters', () => {
    const { tokens, manifest } = assemblePrompt({ ...novel(1000, 1000), budgetTokens: 24_000 });
    const kept = (kind: string) => manifest.filter((entry) => entry.kind === kind && entry.status === 'kept').length;
    expect(tokens).toBeGreaterThan(23_000);
    expect([kept('outline-line'), kept('cast-line'), kept('recent-summary')]).toEqual([1000, 12, 3]);
    expect(kept('older-summary')).toBeGreaterThan(50);
  });

  it('is not spent on an outline that would take most of it', () => {
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

  it('never removes rules, locks, beats, the chapter, the request or the tail', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30_000 }), (budgetTokens) => {
        const musts = within(budgetTokens).manifest.filter(({ kind }) => fixedKinds.has(kind));
        expect(musts.every(({ status }) => status === 'kept')).toBe(true);
        expect(new Set(musts.map(({ kind }) => kind))).toEqual(fixedKinds);
      }),
    );
  });

  it('is reported as exceeded if the fixed parts exceed it', () => {
    expect(minimal.manifest[0]).toMatchObject({ block: 'rules', kind: 'budget', status: 'kept' });
    expect(minimal.manifest[0]?.reason).toContain(`${minimal.tokens - 1} over the budget`);
    expect(new Set(minimal.manifest.filter(({ tokens }) => tokens > 0).map(({ kind }) => kind))).toEqual(
      new Set([...fixedKinds, 'block']),
    );
  });

  it('changes nothing if everything fits', () => {
    const { manifest, tokens } = within(100_000);
    expect(within(tokens)).toEqual({ ...within(100_000), budgetTokens: tokens });
    expect(manifest.some(({ status }) => status === 'trimmed')).toBe(false);
    expect(manifest.every(({ status, reason }) => (status === 'kept') === (reason === null))).toBe(true);
  });

  it('removes bios first, then voices, older summaries and citations', () => {
    const lost = (manifest: readonly ManifestEntry[], kind: string) =>
      manifest.some((entry) => entry.kind === kind && entry.status !== 'kept');
    const kept = (manifest: readonly ManifestEntry[], kind: string) =>
      manifest.some((entry) => entry.kind === kind && entry.status !== 'dropped');
    const rungs = ['bio', 'voice', 'older-summary', 'citation', 'mood', 'cast-line', 'recent-summary'];
    const top = within(100_000).tokens;
    for (let budget = top; budget > minimal.tokens; budget -= 37) {
      const { manifest } = within(budget);
      rungs.forEach((kind, index) => {
        const lower = rungs[index - 1];
        if (lower !== undefined && lost(manifest, kind))
          expect(kept(manifest, lower), `${lower} before ${kind}`).toBe(false);
      });
    }
  });

  it('shortens a text at a word boundary, marks the cut and gives a reason', () => {
    const { manifest, messages } = within(within(100_000).tokens - 10);
    const trimmed = manifest.filter(({ status }) => status === 'trimmed');
    expect(trimmed).toMatchObject([{ kind: 'bio', reason: 'shortened to fit the token budget' }]);
    expect(messages[1]?.content).toMatch(/\w…<\/bio>/);
  });

  it('is accounted for exactly by the manifest', () => {
    for (const budget of [1, 3_000, 6_000, 100_000]) {
      const { manifest, tokens, messages } = within(budget);
      expect(manifest.reduce((sum, entry) => sum + entry.tokens, 0)).toBe(tokens);
      expect(countTokens(messages.map(({ content }) => content).join('\n\n'))).toBeLessThanOrEqual(tokens);
    }
  });

  it('lists the source record and version of every part', () => {
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

  it('needs at most two bounded lines for each further chapter', () => {
    const size = (count: number) =>
      assemblePrompt({ ...novel(count, count), budgetTokens: 1_000_000 }).messages[1]?.content.length ?? 0;
    expect((size(100) - size(50)) / 50).toBeLessThanOrEqual(2 * 201);
  });
});
