import { describe, expect, it } from 'vitest';
import { assemblePrompt, type PromptChapter } from '../../src/domain/calls/prompt/prompt.ts';
import { inputFor } from '../books/book.ts';
import { kontor } from '../books/kontor.ts';
import { marches } from '../books/marches.ts';
import { pilot } from '../books/pilot.ts';
import { sharedShare } from '../books/shares.ts';
import { blockText, character, conflict, countTokens, novel, promptText, withChapter } from './prompt.fixture.ts';

/** Share of leading bytes that each prompt from one chapter to another has in common with the one before it. */
function sharesOf(from: number, to: number, chapterCount: number): number[] {
  const bytesOf = (order: number) => Buffer.from(promptText({ ...novel(chapterCount, order), budgetTokens: 32_000 }));
  let before = bytesOf(from);
  return Array.from({ length: to - from }, (_, index) => {
    const prompt = bytesOf(from + 1 + index);
    const same = prompt.findIndex((byte, at) => byte !== before[at]);
    before = prompt;
    return same / prompt.length;
  });
}

describe('the order of the prompt', () => {
  it('has the rules in the system message and the other blocks in the specified order', () => {
    const input = { ...novel(12, 6), ownText: 'She had begun', instructions: 'Rain.' };
    const state = 'Person0 Vale waits on the quay.';
    const chapters = input.chapters.map((one, index) =>
      index < 5
        ? { ...one, opening: 'Dawn.', closing: 'Dusk.', recap: { events: 'Rain.', state, isStale: false } }
        : one,
    );
    const { messages, manifest } = assemblePrompt({ ...input, chapters });
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    const tags =
      'plan cast outline story_so_far standing this_chapter request participants conflicts ahead recent_edges previous_ending written_so_far';
    const positions = tags.split(' ').map((tag) => messages[1]?.content.indexOf(`<${tag}>`) ?? -1);
    expect(positions).not.toContain(-1);
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    const blocks =
      'rules craft locks style plan cast outline story-so-far standing chapter request participants conflicts ahead recent-edges last-words voice previous-tail own-tail task';
    expect([...new Set(manifest.map(({ block }) => block))].join(' ')).toBe(blocks);
  });

  it('has the same bytes for rules, plan, cast and outline in every chapter', () => {
    const heads = [1, 2, 7, 12].map((order) => promptText(novel(12, order)).split('</outline>')[0]);
    expect(new Set(heads).size).toBe(1);
  });

  it('shares at least 70 % of its leading bytes with the next chapter’s prompt once ten chapters are written', () => {
    const shares = sharesOf(10, 60, 60);
    expect(Math.min(...shares)).toBeGreaterThan(0.7);
  });

  it.each([
    ['a thriller', pilot],
    ['a fantasy', marches],
    ['a German novel', kontor],
  ])('shares them from the second chapter on in %s of twelve chapters', (_what, book) => {
    const prompts = book.chapters.map((_one, index) => assemblePrompt(inputFor(book, index + 1, countTokens)));
    const shares = prompts.slice(1).map((prompt, index) => sharedShare(prompts[index], prompt));
    expect(Math.min(...shares)).toBeGreaterThan(0.7);
  });

  it('shares them over the budget too, except where a group of recaps gives way', () => {
    const shares = sharesOf(270, 300, 300).toSorted((one, other) => one - other);
    expect(shares[Math.floor(shares.length / 5)]).toBeGreaterThan(0.7);
  });

  it('appends each chapter after the earlier ones', () => {
    const lines = (order: number) => blockText(novel(30, order), 'story_so_far').split('\n');
    expect(lines(20).slice(0, lines(19).length)).toEqual(lines(19));
  });

  it('is deterministic', () => {
    expect(assemblePrompt(novel(9, 4))).toEqual(assemblePrompt(novel(9, 4)));
  });

  it('requires a chapter of the outline', () => {
    expect(() => assemblePrompt({ ...novel(3, 1), chapterId: 'ch_none' })).toThrow(RangeError);
  });
});

describe('the outline', () => {
  const outlineOf = (summary: string) => {
    const input = novel(3, 2);
    return blockText({ ...input, chapters: input.chapters.map((one) => ({ ...one, summary })) }, 'outline').split(
      '\n',
    )[1];
  };

  it('has the sentences of a summary that fit, else its beginning up to a word', () => {
    expect(outlineOf('She reads. He burns it.')).toBe('2. The 2th page: She reads. He burns it.');
    expect(outlineOf(`She reads. ${'He burns it, '.repeat(20)}`)).toBe('2. The 2th page: She reads.');
    expect(outlineOf('He burns it, '.repeat(20))).toMatch(/^2\. The 2th page: (?:He burns it, )+He burns(?: it)?…$/);
  });

  it('does not change when a chapter is written', () => {
    expect(blockText(novel(30, 3), 'outline')).toBe(blockText(novel(30, 29), 'outline'));
  });
});

describe('the story so far', () => {
  const storyOf = (change: Partial<PromptChapter>) => {
    const input = novel(8, 7);
    return blockText(
      { ...input, chapters: input.chapters.map((one) => ({ ...one, ...change })) },
      'story_so_far',
    ).split('\n');
  };
  const events = 'She read it. '.repeat(60).trim();

  it('has the whole recap of each chapter with a text', () => {
    expect(storyOf({ recap: { events, state: 'She owes him a boat.', isStale: false } }).slice(0, 3)).toEqual([
      '1. The 1th page',
      `<events>${events}</events>`,
      '<state>She owes him a boat.</state>',
    ]);
  });

  it('marks a recap of a text that was edited since', () => {
    const lines = storyOf({ recap: { events, state: null, isStale: true } });
    expect(lines.slice(0, 2)).toEqual(['1. The 1th page (before the last edit)', `<events>${events}</events>`]);
  });

  it('uses the first and last sentences of a chapter without a recap', () => {
    expect(storyOf({ recap: null, opening: 'Dawn.', closing: 'Dusk.' }).slice(0, 3)).toEqual([
      '1. The 1th page',
      '<begins>Dawn.</begins>',
      '<ends>Dusk.</ends>',
    ]);
  });

  it('has nothing of a chapter without text', () => {
    expect(storyOf({ recap: null })).toEqual(['']);
  });
});

describe('the next chapters', () => {
  it('are three, in full: where to stop, and what stays open', () => {
    const text = promptText(novel(30, 7));
    expect(text).toMatch(/<ahead>\n<next>8\. The 8th page: In chapter 8 [^<]{300,}<\/next>/);
    expect(text.match(/<later>(\d+)\. [^<]{300,}<\/later>/g)).toHaveLength(2);
    expect(promptText(novel(30, 30))).not.toMatch(/<later>\d|<next>\d/);
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
    const chapter = { ...novel(3, 2), cast: [bare], conflicts: [] };
    const text = blockText(withChapter(chapter, { participantIds: [bare.id] }), 'cast');
    expect(text).toBe('<name>Bo</name>');
  });

  it.each([
    ['want', 'want'],
    ['fear', 'fear'],
    ['lie', 'false_belief'],
  ])('leave out the clause %s if it is null', (clause, tag) => {
    const base = novel(3, 2);
    const having = { ...base, cast: [character({ [clause]: 'a-clause-to-find' })] };
    const lacking = { ...base, cast: [character({ [clause]: null })] };
    expect(promptText(having)).toContain(`<${tag}>a-clause-to-find</${tag}>`);
    expect(promptText(lacking)).not.toMatch(new RegExp(`<${tag}>[^ ,]|\\bnull\\b|undefined`));
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
      /<(promise_to_the_reader|point_of_view|tense|at_stake|bond)>|<(theme|comparable_authors)>[^ ]/,
    );
    expect(promptText(bare)).not.toMatch(/\bnull\b|undefined/);
  });

  it('are explained in the manifest when a block is missing', () => {
    const { manifest } = assemblePrompt(novel(1, 1));
    const missing = manifest.filter(({ kind, status }) => kind === 'block' && status === 'omitted');
    expect(missing.map(({ block, reason }) => `${block}: ${reason}`)).toEqual([
      'style: the book has no style guide, sample or words to avoid',
      'story-so-far: nothing comes before',
      'standing: no recap says where a participant stands',
      'request: none given',
      'ahead: this is the last chapter',
      'recent-edges: no chapter before has a text',
      'last-words: no passage is at hand in which a participant speaks',
      'voice: the chapter before shows the voice, or none of this viewpoint has a text',
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
    ['nobody if no name occurs', { summary: 'Annex; she will go.' }, '', []],
    ['nobody if no listed character exists', { participantIds: ['chr_gone'] }, '', []],
    ['not those of whom it only speaks', { summary: 'Ann buries Will.', mentionedIds: ['chr_1'] }, '', ['chr_2']],
    ['those on both lists', { participantIds: ['chr_1'], mentionedIds: ['chr_1'] }, '', ['chr_1']],
    ['the viewpoint character first', { povCharacterId: 'chr_3', participantIds: ['chr_1'] }, '', ['chr_3', 'chr_1']],
  ])('are %s', (_what, change, ownText, expected) => {
    expect(participants(change, ownText)).toEqual(expected);
  });

  it('are the only viewpoint character of the cast if no name occurs', () => {
    const one = cast.map((member) => ({ ...member, isPov: member.id === 'chr_2' }));
    const both = cast.map((member) => ({ ...member, isPov: member.id !== 'chr_3' }));
    const of = (people: typeof cast) =>
      assemblePrompt(withChapter({ ...novel(3, 2), cast: people, conflicts: [] }, { summary: '' })).participants;
    expect([of(one), of(both)]).toEqual([['chr_2'], []]);
  });

  it('stand above those of whom the chapter only speaks, who have one line', () => {
    const change = { summary: 'Ann buries Will.', mentionedIds: ['chr_1', 'chr_gone'] };
    const text = blockText(withChapter({ ...novel(3, 2), cast, conflicts: [] }, change), 'participants');
    expect(text.split('\n').at(-1)).toBe('<only_mentioned>Will</only_mentioned>');
    expect(text).not.toContain('<name>Will');
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
      'cfl_strong full',
      'cfl_weak full',
      'cfl_done full',
      'cfl_other omitted',
    ]);
    expect(blockText(input, 'conflicts').split('\n')).toHaveLength(3);
  });
});
