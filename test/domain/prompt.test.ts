import { describe, expect, it } from 'vitest';
import { assemblePrompt } from '../../src/domain/prompt/prompt.ts';
import { blockText, character, conflict, novel, promptText, withChapter } from './prompt.fixture.ts';

describe('the order of the prompt', () => {
  it('has the rules in the system message and the other blocks in the specified order', () => {
    const { messages, manifest } = assemblePrompt({ ...novel(12, 6), ownText: 'She had begun', instructions: 'Rain.' });
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    const tags =
      'plan cast outline story_so_far this_chapter request participants conflicts stop_before previous_ending written_so_far';
    const positions = tags.split(' ').map((tag) => messages[1]?.content.indexOf(`<${tag}>`) ?? -1);
    expect(positions).not.toContain(-1);
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    const blocks =
      'rules plan cast outline story-so-far chapter request participants conflicts next-chapter previous-tail own-tail task';
    expect([...new Set(manifest.map(({ block }) => block))].join(' ')).toBe(blocks);
  });

  it('has the same bytes for rules, plan, cast and outline in every chapter', () => {
    const heads = [1, 2, 7, 12].map((order) => promptText(novel(12, order)).split('</outline>')[0]);
    expect(new Set(heads).size).toBe(1);
  });

  it('shares at least 70 % of its leading bytes with the next chapter’s prompt', () => {
    const prompts = Array.from({ length: 60 }, (_, index) => Buffer.from(promptText(novel(60, index + 1))));
    const shares = prompts.slice(1).map((prompt, index) => {
      const before = prompts[index] ?? prompt;
      return prompt.findIndex((byte, at) => byte !== before[at]) / prompt.length;
    });
    expect(Math.min(...shares)).toBeGreaterThan(0.7);
  });

  it('appends each older chapter after the earlier ones', () => {
    const older = (order: number) => blockText(novel(30, order), 'story_so_far').split('\n').slice(0, -3);
    expect(older(20).slice(0, older(19).length)).toEqual(older(19));
  });

  it('is deterministic', () => {
    expect(assemblePrompt(novel(9, 4))).toEqual(assemblePrompt(novel(9, 4)));
  });

  it('requires a chapter of the outline', () => {
    expect(() => assemblePrompt({ ...novel(3, 1), chapterId: 'ch_none' })).toThrow(RangeError);
  });
});

describe('the story so far', () => {
  const storyLines = (recap: string | null, opening: string | null) => {
    const input = novel(8, 7);
    const chapters = input.chapters.map((chapter) => ({
      ...chapter,
      summary: 'The plan.',
      recap,
      opening,
      closing: opening && 'Dusk.',
    }));
    return blockText({ ...input, chapters }, 'story_so_far').split('\n');
  };

  it('has one line per older chapter and a paragraph for each of the last three', () => {
    const lines = storyLines(`It came to this. ${'And so it went on. '.repeat(20)}`, 'Dawn.');
    expect(lines).toHaveLength(6);
    expect(lines.map((line) => line.length > 200)).toEqual([false, false, false, true, true, true]);
  });

  it('uses the first and last sentences of a chapter without a recap', () => {
    expect(storyLines(null, 'Dawn.')[0]).toBe('1. The 1th page: Begins: Dawn. Ends: Dusk.');
    expect(storyLines(null, 'Dawn.')[5]).toBe('6. The 6th page: The plan. Begins: Dawn. Ends: Dusk.');
  });

  it('marks unwritten chapters as planned, without older plans', () => {
    expect(storyLines(null, null)).toEqual(
      [4, 5, 6].map((order) => `${order}. The ${order}th page: (planned) The plan.`),
    );
  });
});

describe('null and blank values', () => {
  it('leave no trace in a character', () => {
    const bare = character({
      id: 'chr_bare',
      name: 'Bo',
      aliases: [],
      want: null,
      fear: null,
      lie: null,
      bio: ' ',
      role: '',
      voiceProfile: '',
    });
    const text = blockText({ ...novel(3, 2), cast: [bare], conflicts: [] }, 'participants');
    expect(text).toBe('<name>Bo</name>');
  });

  it.each(['want', 'fear', 'lie'] as const)('leave out the clause %s if it is null', (clause) => {
    const base = novel(3, 2);
    const having = { ...base, cast: [character({ [clause]: 'a-clause-to-find' })] };
    const lacking = { ...base, cast: [character({ [clause]: null })] };
    expect(promptText(having)).toContain(`<${clause}>a-clause-to-find</${clause}>`);
    expect(promptText(lacking)).not.toMatch(new RegExp(`</?${clause}>|\\bnull\\b|undefined`));
  });

  it('leave out members of a conflict and of the plan', () => {
    const input = novel(3, 2);
    const plan = {
      ...input.plan,
      themeStatement: null,
      readerPromise: null,
      compAuthors: null,
      povLock: null,
      tenseLock: null,
      povDepth: null,
    };
    const bare = { ...input, plan, conflicts: [conflict({ stakes: null, connection: null })] };
    expect(promptText(bare)).not.toMatch(
      /<(theme|promise_to_the_reader|comparable_authors|point_of_view|tense|pov_depth|at_stake|bond)>/,
    );
    expect(promptText(bare)).not.toMatch(/\bnull\b|undefined/);
  });

  it('are explained in the manifest when a block is missing', () => {
    const { manifest } = assemblePrompt(novel(1, 1));
    const missing = manifest.filter(({ kind, status }) => kind === 'block' && status === 'dropped');
    expect(missing.map(({ block, reason }) => `${block}: ${reason}`)).toEqual([
      'story-so-far: nothing comes before',
      'request: none given',
      'next-chapter: this is the last chapter',
      'previous-tail: no text comes before this chapter',
      'own-tail: the chapter begins here',
    ]);
  });
});

describe('participants of a chapter', () => {
  const cast = [
    character({ id: 'chr_1', name: 'Will', aliases: ['the Captain'] }),
    character({ id: 'chr_2', name: 'Ann', aliases: [] }),
    character({ id: 'chr_3', name: '小明', aliases: [' '] }),
  ];
  const participants = (change: Parameters<typeof withChapter>[1], ownText = '') =>
    assemblePrompt({ ...withChapter({ ...novel(3, 2), cast, conflicts: [], ownText }, { summary: '', ...change }) })
      .participants;

  it.each([
    ['the listed characters', { participantIds: ['chr_2', 'chr_gone'] }, '', ['chr_2']],
    ['a name in the title', { title: "Will's return" }, '', ['chr_1']],
    ['a name in capitals', { title: 'ANN ALONE' }, '', ['chr_2']],
    ['an alias in the notes', { notes: 'Enter the Captain.' }, '', ['chr_1']],
    ['a name in the summary in a script without spaces', { summary: '那天小明走了。' }, '', ['chr_3']],
    ['a name in its own text', {}, 'And Ann laughed.', ['chr_2']],
    ['the whole cast if no name occurs', { summary: 'Annex; she will go.' }, '', ['chr_1', 'chr_2', 'chr_3']],
    ['the whole cast if no listed character exists', { participantIds: ['chr_gone'] }, '', ['chr_1', 'chr_2', 'chr_3']],
    ['the viewpoint character first', { povCharacterId: 'chr_3', participantIds: ['chr_1'] }, '', ['chr_3', 'chr_1']],
  ])('are %s', (_what, change, ownText, expected) => {
    expect(participants(change, ownText)).toEqual(expected);
  });

  it('bring in the conflicts between them, strongest first and resolved last', () => {
    const ends = { fromCharacterId: 'chr_1', toCharacterId: 'chr_2' };
    const conflicts = [
      conflict({ ...ends, id: 'cfl_done', intensity: 5, status: 'resolved' }),
      conflict({ ...ends, id: 'cfl_weak', intensity: 1 }),
      conflict({ ...ends, id: 'cfl_strong', intensity: 5 }),
      conflict({ ...ends, id: 'cfl_other', toCharacterId: 'chr_3' }),
    ];
    const input = withChapter({ ...novel(3, 2), cast, conflicts }, { participantIds: ['chr_1', 'chr_2'] });
    const rows = assemblePrompt(input).manifest.filter(({ kind }) => kind === 'conflict');
    expect(rows.map(({ source, status }) => `${source?.id} ${status}`)).toEqual([
      'cfl_strong kept',
      'cfl_weak kept',
      'cfl_done kept',
      'cfl_other dropped',
    ]);
    expect(blockText(input, 'conflicts').split('\n')).toHaveLength(3);
  });
});
