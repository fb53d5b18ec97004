import { type Block, type Piece, piece, type Source, taggedPiece, unitsPerTokenMax } from './block.ts';
import { digestOf } from './digest.ts';
import { material, oneLine } from './fence.ts';
import type { PromptChapter, PromptCharacter, PromptInput } from './prompt-input.ts';
import { openingOf, ownTailWordsMax, tailOf, tailWordsMax, tailWordsMin, wordCount } from './tail.ts';

/** Goes with the digest, so that the rules need not explain what most prompts do not have. */
const betweenGuide =
  'Between the opening and the end, these sentences stand for the text, in order. All of that has happened: do not repeat it or contradict it.';
/** Share of the budget that the chapter's own text may take, next to a text to rewrite. Ours. */
const ownShareMax = 0.5;

/**
 * The chapter's own text, verbatim to its last character. A text that is too long for the budget is shown by its
 * first words, a digest, and its end.
 */
export function ownTextBlock(
  input: PromptInput,
  chapter: PromptChapter,
  participants: readonly PromptCharacter[],
): Block {
  const { ownText, book } = input;
  const source: Source = { type: 'chapter', id: chapter.id, version: chapter.version };
  const block = { name: 'own-tail', open: '', close: '', absent: 'the chapter begins here' } as const;
  const whole = taggedPiece('own-text', source, 'always', 'written_so_far', material(ownText));
  if (fits(input, whole)) return { ...block, pieces: whole };

  const parts = [ownTailWordsMax, tailWordsMax, tailWordsMin].map((words) =>
    partsOf(input, chapter, participants, words),
  );
  const pieces = parts.find((some) => fits(input, some)) ?? parts.at(-1) ?? [];
  const words = wordCount(ownText, book.language);
  const reason = `the text has ${words} words: its opening, a digest and its end are shown`;
  return { ...block, pieces, omitted: [{ kind: 'own-text', source, reason }] };
}

function fits({ budgetTokens, presentText, countTokens }: PromptInput, pieces: readonly Piece[]): boolean {
  const room = (budgetTokens - (presentText ? countTokens(presentText) : 0)) * ownShareMax;
  const text = pieces.map(({ forms: [{ body }] }) => body).join('\n');
  return text.length <= room * unitsPerTokenMax && countTokens(text) <= room;
}

/** The opening and the end, verbatim, and between them what stands for the rest. */
function partsOf(
  { ownText, book: { language } }: PromptInput,
  chapter: PromptChapter,
  participants: readonly PromptCharacter[],
  tailWords: number,
): Piece[] {
  const source: Source = { type: 'chapter', id: chapter.id, version: chapter.version };
  const tail = tailOf(ownText, language, tailWords);
  const opening = openingOf(ownText.slice(0, ownText.length - tail.length), language);
  const between = ownText.slice(opening.length, ownText.length - tail.length);
  const recap = chapter.recap && !chapter.recap.isStale ? `In short: ${oneLine(chapter.recap.events)}` : '';
  const digest = [recap, digestOf(between, participants, language)].filter((text) => text !== '').join('\n');
  return [
    ...taggedPiece('opening', source, 'always', 'written_opening', material(opening.trim())),
    ...piece('digest', source, 'always', digest && `${betweenGuide}\n<written_between>\n${digest}\n</written_between>`),
    ...taggedPiece('tail', source, 'always', 'written_so_far', material(tail)),
  ];
}
