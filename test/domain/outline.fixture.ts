import type { GradedChapter, GradeInput } from '../../src/domain/making/outline/grade-input.ts';
import type { OutlineInput } from '../../src/domain/making/outline/outline-input.ts';
import { type BeatSheetId, findBeatSheet } from '../../src/domain/story/plan/beats.ts';
import { placeBeats } from '../../src/domain/story/plan/placement.ts';
import { novel } from './prompt.fixture.ts';

const { moods, cast, conflicts, plan, book } = novel(1, 1);

/** The input for an outline of a book with a cast of twelve, one viewpoint and the Save the Cat sheet. */
export function outlineInput(change: Partial<OutlineInput> = {}): OutlineInput {
  return {
    book: { ...book, description: 'For those who read tables.' },
    plan,
    moods,
    cast,
    conflicts,
    chapters: [{ order: 1, title: 'Low water', summary: 'She opens the register.', beatKeys: ['setup'] }],
    chapterCount: null,
    instructions: 'Keep the sea in every chapter.',
    ...change,
  };
}

/** A complete and valid reply of a model with `count` chapters. */
export function reply(count: number) {
  return {
    chapters: Array.from({ length: count }, (_, index) => ({
      title: titles[index % titles.length] ?? '',
      summary: `Because of page ${index}, the clerk goes ${index} miles further and loses what she held there.`,
      pov: 'Person0 Vale',
      beats: ['midpoint'],
      participants: ['Person0 Vale', `person${1 + (index % 11)} vale`],
    })),
  };
}

const titles = ['Low water', 'The second hand', 'A debt in slate', 'Harbour lights', 'Ebb'];

const deeds = [
  'finds the page that was written before its day and hides it from the harbour master',
  'asks the widow for her husband’s keys, is refused, and steals the boat instead',
  'reads the name aloud in church; nobody stands up, and the bell falls silent',
  'burns the copy, learns too late that it was the original, and has to remember it',
  'waits through the storm with the one man who could have signed it',
  'sells the clock so that the children can leave before the flood',
  'follows the ink to the mainland and is taken for the forger',
  'gives the register back to the sea in front of everybody',
];

/** An outline without findings: every beat in its position, every character in use, no similar chapters. */
export function soundOutline(count = 8, sheetId: BeatSheetId = 'save-the-cat'): GradeInput {
  const sheet = findBeatSheet(sheetId);
  if (sheet === undefined) throw new Error('no such sheet');
  const beats = placeBeats(sheet, count);
  return {
    ...outlineInput(),
    book: { ...outlineInput().book, targetWords: count * 2_500 },
    plan: { ...plan, beatSheetTemplate: sheetId },
    chapters: Array.from(
      { length: count },
      (_, index): GradedChapter => ({
        order: index + 1,
        title: `${['Salt', 'Widow', 'Bell', 'Ash', 'Gale', 'Clock', 'Ink', 'Sea'][index % 8]} ${'of the deep '.repeat(Math.floor(index / 8))}`,
        summary: `On day ${index} Person0 Vale ${deeds[index % deeds.length]}.`,
        povCharacterId: 'chr_0',
        beatKeys: beats[index] ?? [],
        participantIds: cast.map(({ id }) => id),
      }),
    ),
  };
}

/** The outline with some members of its chapters changed. */
export function withChapters(
  input: GradeInput,
  change: (chapter: GradedChapter, index: number) => Partial<GradedChapter>,
): GradeInput {
  return { ...input, chapters: input.chapters.map((chapter, index) => ({ ...chapter, ...change(chapter, index) })) };
}

const fixed = new Set(['id', 'povCharacterId', 'fromCharacterId', 'toCharacterId', 'beatSheetTemplate', 'status']);
const lists = new Set(['participantIds']);

/** Changes every text of authors and callers in the input; ids, statuses and the template stay. */
export function everyText<Material extends object>(material: Material, change: (text: string) => string): Material {
  const copy = structuredClone(material);
  const visit = (node: object) => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'string' && !fixed.has(key)) Reflect.set(node, key, change(value));
      else if (typeof value === 'object' && value !== null && !lists.has(key)) visit(value);
    }
  };
  visit(copy);
  return copy;
}
