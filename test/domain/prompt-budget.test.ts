import { describe, expect, it } from 'vitest';
import { assemblePrompt, type ManifestEntry, type PromptInput } from '../../src/domain/calls/prompt/prompt.ts';
import fc from '../support/fast-check.ts';
import { proof } from '../support/proofs.ts';
import { blockText, countTokens, novel, promptText } from './prompt.fixture.ts';

const full = { ...novel(30, 20), ownText: 'She had begun to read. '.repeat(30), instructions: 'Let it rain.' };
const within = (budgetTokens: number) => assemblePrompt({ ...full, budgetTokens });
const budgets = fc.integer({ min: 1, max: 16_000 });

const fixedKinds = new Set(
  'rules language pov-lock tense-lock pov-depth number title viewpoint beat summary notes instructions tail next-summary task'.split(
    ' ',
  ),
);
const minimal = within(1);

const ofKind = (manifest: readonly ManifestEntry[], kind: string) => manifest.filter((entry) => entry.kind === kind);
const statuses = (manifest: readonly ManifestEntry[], kind: string) =>
  new Set(ofKind(manifest, kind).map(({ status }) => status));

const isFull = (kind: string) => (manifest: readonly ManifestEntry[]) =>
  ofKind(manifest, kind).every(({ reason }) => !reason?.includes('token budget'));
const recapsOf = (manifest: readonly ManifestEntry[]) => ofKind(manifest, 'recap').map(({ status }) => status);

/** Without those that an arc replaces. */
const toldRecaps = (manifest: readonly ManifestEntry[]) =>
  recapsOf(manifest.filter(({ reason }) => !/arc|in short/.test(reason ?? '')));

/** From the most to the least important material. */
const stages: ((manifest: readonly ManifestEntry[]) => boolean)[] = [
  ...['character', 'conflict', 'voice', 'tail', 'theme', 'comparable-authors'].map(isFull),
  (manifest) => recapsOf(manifest).slice(-3).join() === 'full,full,full',
  isFull('bio'),
  (manifest) => !recapsOf(manifest).slice(-10).includes('omitted'),
  isFull('outline-line'),
  (manifest) => !recapsOf(manifest).includes('omitted'),
  isFull('recap'),
];

describe('the token budget of a prompt', () => {
  it('is exceeded only if the fixed parts alone exceed it', () => {
    fc.assert(
      fc.property(budgets, (budgetTokens) => {
        const { tokens } = within(budgetTokens);
        expect(tokens).toBeLessThanOrEqual(Math.max(budgetTokens, minimal.tokens));
      }),
      { numRuns: proof(6, 250) },
    );
  });

  it('never removes rules, locks, beats, the chapter, the request or 200 words before it', () => {
    fc.assert(
      fc.property(budgets, (budgetTokens) => {
        const musts = within(budgetTokens).manifest.filter(({ kind }) => fixedKinds.has(kind));
        expect(musts.filter(({ status }) => status === 'omitted')).toEqual([]);
        expect(new Set(musts.map(({ kind }) => kind))).toEqual(fixedKinds);
      }),
      { numRuns: proof(4, 150) },
    );
  });

  it('leaves the last 200 words of the chapter before, to its end', () => {
    const { manifest, messages } = minimal;
    const tails = manifest.filter(({ block, kind }) => block === 'previous-tail' && kind === 'tail');
    expect(tails).toMatchObject([
      { status: 'shortened', reason: expect.stringMatching(/^shortened .* \d+ of \d+ tok/) },
    ]);
    const [, ending = ''] =
      /<previous_ending>\n<of>.*\n([\s\S]*)<\/previous_ending>/.exec(messages[1]?.content ?? '') ?? [];
    expect(full.previousTail?.trimEnd().endsWith(ending)).toBe(true);
    expect(ending.split(/\s+/).length).toBeGreaterThan(180);
    expect(ending.split(/\s+/).length).toBeLessThanOrEqual(200);
  });

  it('is reported as exceeded if the fixed parts exceed it', () => {
    expect(minimal.manifest[0]).toMatchObject({ block: 'rules', kind: 'budget', status: 'full' });
    expect(minimal.manifest[0]?.reason).toContain(`${minimal.tokens - 1} over the budget`);
    expect(new Set(minimal.manifest.filter(({ tokens }) => tokens > 0).map(({ kind }) => kind))).toEqual(
      new Set([...fixedKinds, 'block']),
    );
  });

  it('leaves everything full if everything fits', () => {
    const { manifest, tokens } = within(100_000);
    expect(within(tokens)).toEqual({ ...within(100_000), budgetTokens: tokens });
    expect(manifest.some(({ status }) => status === 'shortened')).toBe(false);
    for (const { status, reason, tokens: own, fullTokens } of manifest.filter(({ kind }) => kind !== 'name'))
      expect([status === 'full', status === 'full']).toEqual([reason === null, fullTokens === own]);
  });

  it('is spent by priority: what is more important is complete from a smaller budget on', () => {
    const all = Array.from({ length: 150 }, (_, step) => within(minimal.tokens + 80 * step).manifest);
    const completeFrom = stages.map((isComplete) => all.findLastIndex((manifest) => !isComplete(manifest)) + 1);
    expect(completeFrom.join()).toEqual(completeFrom.toSorted((one, other) => one - other).join());
    expect(completeFrom[0]).toBeGreaterThan(0);
    expect(completeFrom.at(-1)).toBeLessThan(all.length);
  });

  it('goes on behind a piece without room', () => {
    const [first, ...others] = full.cast;
    if (!first) throw new Error('The cast is empty.');
    const long = { ...first, bio: `${'It went on without any end to it, and on, '.repeat(60)}.` };
    const among = (budgetTokens: number) => assemblePrompt({ ...full, cast: [long, ...others], budgetTokens }).manifest;
    const bios = Array.from({ length: 40 }, (_, step) =>
      ofKind(among(5_000 + 50 * step), 'bio').map(({ status }) => status),
    );
    expect(bios).toContainEqual(['omitted', 'full', 'full', 'full']);
  });

  it('gives up the oldest recaps first, without gaps', () => {
    fc.assert(
      fc.property(budgets, (budgetTokens) => {
        const recaps = recapsOf(within(budgetTokens).manifest);
        expect(recaps.join(' ')).toMatch(/^(?:omitted ?)*(?:shortened ?)*(?:full ?)*$/);
      }),
      { numRuns: proof(4, 150) },
    );
  });

  it('never cuts inside a sentence', () => {
    fc.assert(
      fc.property(budgets, (budgetTokens) => {
        const { messages } = within(budgetTokens);
        const [, cut] = / .{0,60}(.) \[…\]/u.exec(messages[1]?.content ?? '') ?? [];
        expect('.!?').toContain(cut ?? '.');
      }),
      { numRuns: proof(6, 250) },
    );
  });

  it('shortens a text between sentences and says by how much', () => {
    const entry = Array.from({ length: 100 }, (_, step) => within(minimal.tokens + 15 * step).manifest)
      .flatMap((manifest) => ofKind(manifest, 'voice'))
      .find(({ status }) => status === 'shortened');
    expect(entry?.reason).toBe(`shortened to fit the token budget: ${entry?.tokens} of ${entry?.fullTokens} tokens`);
    expect(entry?.tokens).toBeLessThan(entry?.fullTokens ?? 0);
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
    expect(sourceless).toEqual(new Set(['block', 'rules', 'craft', 'instructions', 'task']));
    const source = { type: 'character', id: 'chr_0', version: 4 };
    expect(manifest).toContainEqual(expect.objectContaining({ kind: 'bio', source, status: 'full', reason: null }));
  });
});

describe('the prompt of a long book', () => {
  /** Recaps of full length, and a style. */
  const whole = (budgetTokens: number): PromptInput => {
    const input = novel(150, 150);
    const told = (order: number) => ({
      events: `Events of ${order}. ${'She asked him again, and he did not answer. '.repeat(26)}`,
      state: `Person${order % 12} holds letter ${order}. ${'They owe each other the truth about it. '.repeat(18)}`,
      isStale: false,
    });
    const chapters = input.chapters.map((one) => (one.order < 150 ? { ...one, recap: told(one.order) } : one));
    const style = {
      ...input.style,
      styleGuide: `Short sentences. ${'No weather for its own sake. '.repeat(12)}`,
      styleSample: 'The boat was late. Nobody minded. '.repeat(200),
      avoid: ['suddenly', 'a testament to'],
    };
    return { ...input, chapters, style, budgetTokens };
  };

  it('keeps its style and its people among a hundred and fifty full recaps', () => {
    const input = whole(24_000);
    const { manifest, tokens } = assemblePrompt(input);
    expect(tokens).toBeLessThanOrEqual(24_000);
    expect(tokens).toBeGreaterThan(22_000);
    for (const kind of [
      'style-guide',
      'style-sample',
      'avoid',
      'bio',
      'voice',
      'outline-line',
      'cast-line',
      'citation',
    ])
      expect([kind, ...statuses(manifest, kind)]).toEqual([kind, 'full']);
    expect(toldRecaps(manifest).slice(-10)).not.toContain('omitted');
    const text = promptText(input);
    for (const order of [147, 148, 149]) expect(text).toContain(`Events of ${order}.`);
    expect(blockText(input, 'standing').match(/<stands>/g)).toHaveLength(4);
  });

  it('keeps them on a model with 8,192 tokens of context, as far as they go', () => {
    const input = whole(4_982);
    const text = promptText(input);
    expect(assemblePrompt(input).tokens).toBeLessThanOrEqual(4_982);
    expect(text).toContain('Short sentences.');
    expect(text).toContain('<never_use>suddenly · a testament to</never_use>');
    expect(text).toContain('The boat was late.');
    expect(text).toContain('Person5 holds letter 149.');
    expect(blockText(input, 'standing').match(/<stands>/g)).toHaveLength(4);
  });

  const state = (order: number) => `After chapter ${order} the clerk holds page ${order}.`;

  it('holds every earlier state at chapter 31', () => {
    const text = promptText({ ...novel(31, 31), budgetTokens: 32_000 });
    for (let order = 1; order <= 30; order += 1) expect(text).toContain(state(order));
  });

  it('holds every state that fits at chapter 300, and tells the chapters before in short', () => {
    const input = { ...novel(300, 300), budgetTokens: 32_000 };
    const { manifest } = assemblePrompt(input);
    const [recaps, text] = [toldRecaps(manifest), promptText(input)];
    expect(recaps.join(' ')).toMatch(/^(?:shortened ?)+(?:full ?)*$/);
    for (let order = 300 - recaps.length; order < 300; order += 1) expect(text).toContain(state(order));
    const arcs = ofKind(manifest, 'arc');
    expect(arcs.length * 10 + recaps.length).toBe(299);
    expect(text.match(/^Chapters \d+ to \d+$/gm)).toHaveLength(arcs.length);
  });

  it.each([4_982, 3_686])(
    'holds the last state, the drives and 200 words of the ending in %i tokens',
    (budgetTokens) => {
      const input = { ...novel(300, 31), budgetTokens };
      expect(assemblePrompt(input).tokens).toBeLessThanOrEqual(budgetTokens);
      expect(promptText(input)).toContain(state(30));
      expect(blockText(input, 'previous_ending').split(' ').length).toBeGreaterThan(180);
      expect(blockText(input, 'participants').match(/<want>|<fear>|<false_belief>/g)).toHaveLength(12);
    },
  );

  it('stays in the budget, and counts little more than it sends', () => {
    const prompts = [300, 1_000].map((count) => {
      const input = { ...novel(count, count), budgetTokens: 32_000 };
      const { tokens, units } = counted(input);
      expect(tokens).toBeLessThanOrEqual(32_000);
      return { tokens, units };
    });
    for (const { tokens, units } of prompts) {
      expect(tokens).toBeGreaterThan(28_000);
      expect(units).toBeLessThan(1_000_000);
    }
  });

  it('does not lose its recaps to an outline that is too long', () => {
    const { manifest } = assemblePrompt({ ...novel(1_500, 40), budgetTokens: 32_000 });
    expect(statuses(manifest, 'outline-line')).toEqual(new Set(['omitted']));
    for (const kind of ['recap', 'bio', 'cast-line']) expect(statuses(manifest, kind)).toEqual(new Set(['full']));
  });
});

/** The prompt's tokens, and the UTF-16 units of the different texts that were counted for it. */
function counted(input: PromptInput): { tokens: number; units: number } {
  const seen = new Set<string>();
  const { tokens } = assemblePrompt({
    ...input,
    countTokens(text) {
      seen.add(text);
      return countTokens(text);
    },
  });
  return { tokens, units: [...seen].reduce((sum, { length }) => sum + length, 0) };
}

describe('arcs', () => {
  const arcsOf = (count: number) =>
    Array.from({ length: count / 10 }, (_, index) => ({
      from: index * 10 + 1,
      to: index * 10 + 10,
      events: `Arc ${index + 1}. ${'It went on as it had begun. '.repeat(40)}`,
      state: 'They stand. '.repeat(54),
      isOutdated: false,
    }));
  const long = { ...novel(300, 300), budgetTokens: 32_000 };

  it('stand for the oldest recaps, as many as the rest needs room', () => {
    const { manifest, tokens, arcsWanted } = assemblePrompt({ ...long, arcs: arcsOf(300) });
    expect(tokens).toBeLessThanOrEqual(32_000);
    const arcs = ofKind(manifest, 'arc').length;
    expect(arcs).toBeGreaterThan(20);
    expect(recapsOf(manifest).filter((status) => status === 'full')).toHaveLength(299 - arcs * 10);
    expect([...statuses(manifest, 'outline-line'), ...statuses(manifest, 'bio')]).toEqual(['full', 'full']);
    expect(arcsWanted).toEqual([]);
  });

  it('are computed from the recaps until somebody has written them', () => {
    const input = { ...long, arcs: arcsOf(100), budgetTokens: 24_000 };
    const { manifest, arcsWanted } = assemblePrompt(input);
    const text = promptText(input);
    expect(text).toContain('Arc 10.');
    expect(text).toContain(`Chapters 111 to 120\n<events>111: `);
    expect(text).toMatch(/ 120: [^<]{20,120}<\/events>\n<state>After chapter 120 the clerk holds page 120\./u);
    expect(statuses(manifest, 'outline-line')).toEqual(new Set(['full']));
    expect(arcsWanted.slice(0, 2)).toEqual([110, 120]);
  });

  it('stay together, and are not wanted again, when a chapter is inserted before them', () => {
    const moved = arcsOf(290).map((arc) => ({ ...arc, from: arc.from + 1, to: arc.to + 1 }));
    const { manifest, arcsWanted } = assemblePrompt({ ...long, arcs: moved });
    expect(arcsWanted).toEqual([]);
    expect(ofKind(manifest, 'arc').length).toBeGreaterThan(20);
    expect(promptText({ ...long, arcs: moved })).toContain('Chapters 2 to 11\n<events>Arc 1.');
  });

  it('are not used, nor wanted, while all recaps have room', () => {
    const { manifest, arcsWanted } = assemblePrompt({ ...novel(60, 40), budgetTokens: 32_000, arcs: arcsOf(30) });
    expect([ofKind(manifest, 'arc').length, recapsOf(manifest).length, arcsWanted]).toEqual([0, 39, []]);
  });

  it('are wanted for groups of ten recaps without room, oldest first, but not for the last ten chapters', () => {
    const { arcsWanted } = assemblePrompt(long);
    expect(arcsWanted.slice(0, 3)).toEqual([10, 20, 30]);
    expect(arcsWanted.at(-1)).toBeLessThanOrEqual(280);
  });
});
