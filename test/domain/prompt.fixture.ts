import {
  assemblePrompt,
  type PromptChapter,
  type PromptCharacter,
  type PromptConflict,
  type PromptInput,
} from '../../src/domain/calls/prompt/prompt.ts';
import type { PromptRecap } from '../../src/domain/calls/prompt/prompt-input.ts';
import { tokenCounter } from '../../src/providers/tokenizer.ts';

export const countTokens = await tokenCounter();

const sentence = 'The tide had turned before anyone on the quay had thought to look at it. ';

/** A novel of `chapterCount` chapters, complete before chapter `order`, with twelve characters, four in each chapter. */
export function novel(chapterCount: number, order: number): PromptInput {
  return {
    book: {
      id: 'bk_1',
      version: 3,
      title: 'The Tide Register',
      premise: `A harbour clerk finds that the register of tides was written a year ahead. ${sentence.repeat(3)}`,
      language: 'en',
      genre: 'Mystery',
      audience: 'Adults',
      toneStyle: 'Dry and tender',
      targetWords: 120_000,
    },
    plan: {
      version: 5,
      themeStatement: 'What is written down can still be refused.',
      readerPromise: 'A mystery whose answer is kinder than its clues.',
      compAuthors: 'Penelope Fitzgerald',
      beatSheetTemplate: 'save-the-cat',
      povLock: 'third-limited',
      tenseLock: 'past',
      povDepth: 70,
      researchCitations: [{ title: 'Tables of the tides', url: 'https://example.org/tides' }],
    },
    style: { version: 1, styleGuide: null, styleSample: null, avoid: [], personLock: null },
    moods: [{ id: 'mood_1', version: 1, kind: 'image', title: 'Wet slate', note: 'Grey that is never one grey.' }],
    cast: Array.from({ length: 12 }, (_, index) =>
      character({ id: `chr_${index}`, name: `Person${index} Vale`, isPov: index === 0 }),
    ),
    conflicts: Array.from({ length: 11 }, (_, index) =>
      conflict({
        id: `cfl_${index}`,
        fromCharacterId: `chr_${index}`,
        toCharacterId: `chr_${index + 1}`,
        intensity: (index % 5) + 1,
      }),
    ),
    chapters: Array.from({ length: chapterCount }, (_, index) => chapter(index + 1, order)),
    chapterId: `ch_${order}`,
    previousTail: order === 1 ? null : `Chapter ${order - 1} ended so. ${sentence} `.repeat(45),
    ownText: '',
    instructions: null,
    budgetTokens: 100_000,
    countTokens,
  };
}

function chapter(order: number, current: number): PromptChapter {
  return {
    id: `ch_${order}`,
    version: 2,
    order,
    title: `The ${order}th page`,
    summary: `In chapter ${order} the clerk follows one more line of the register to its place. ${sentence.repeat(5)}`,
    notes: `Keep the lamp of chapter ${order} lit. ${sentence}`,
    beatKeys: [],
    povCharacterId: 'chr_0',
    participantIds: ['chr_0', ...[1, 2, 3].map((step) => `chr_${1 + ((order + step) % 11)}`)],
    recap: order < current ? recap(order) : null,
    opening: null,
    closing: null,
  };
}

/** A recap of about 1,000 characters of events and 500 of state. */
function recap(order: number): PromptRecap {
  const events = `Chapter ${order} came to this. ${sentence.repeat(13)}`;
  return {
    events,
    state: `After chapter ${order} the clerk holds page ${order}. ${sentence.repeat(6)}`,
    isStale: false,
  };
}

export function character(change: Partial<PromptCharacter> = {}): PromptCharacter {
  return {
    id: 'chr_0',
    version: 4,
    name: 'Emma Vale',
    aliases: ['Em'],
    role: 'Clerk of the harbour, who reads what others sign',
    bio: `Born above the chandlery. ${sentence.repeat(4)}`,
    voiceProfile: `Answers a question with the next one. ${sentence}`,
    want: 'To know who wrote it.',
    fear: 'That it was she.',
    lie: 'Order is the same as safety.',
    isPov: false,
    ...change,
  };
}

export function conflict(change: Partial<PromptConflict> = {}): PromptConflict {
  return {
    id: 'cfl_0',
    version: 1,
    fromCharacterId: 'chr_0',
    toCharacterId: 'chr_1',
    mutual: true,
    kind: 'secret',
    description: 'One knows what the other signed.',
    stakes: 'The harbour.',
    connection: 'They share a desk.',
    intensity: 3,
    status: 'open',
    ...change,
  };
}

/** The input with some members of its current chapter changed. */
export function withChapter(input: PromptInput, change: Partial<PromptChapter>): PromptInput {
  const blank = { participantIds: [], povCharacterId: null, notes: '', ...change };
  return { ...input, chapters: input.chapters.map((one) => (one.id === input.chapterId ? { ...one, ...blank } : one)) };
}

/** Both messages as one text. */
export function promptText(input: PromptInput): string {
  return assemblePrompt(input)
    .messages.map(({ content }) => content)
    .join('\n');
}

/** The content of the block with that tag in the user message, or an empty text. */
export function blockText(input: PromptInput, tag: string): string {
  const user = assemblePrompt(input).messages[1]?.content ?? '';
  return new RegExp(`<${tag}>\\n?([^]*?)\\n?</${tag}>`).exec(user)?.[1] ?? '';
}
