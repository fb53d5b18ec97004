import { isSceneBreak } from '../../../prose/scene-break.ts';
import type { CastNames } from '../../story/names/cast-names.ts';
import { type Block, fenced, type Piece, piece } from './block.ts';
import { headOf } from './book-blocks.ts';
import { material, oneLine, tagged } from './fence.ts';
import { mayName } from './may-name.ts';
import type { EarlierText, PromptChapter, PromptCharacter } from './prompt-input.ts';
import { sentencesOf } from './sentences.ts';
import { speakerOf } from './speech.ts';
import { wordCount } from './tail.ts';

/** Length of a passage (docs/prompt.md, "Blocks"). */
const wordsMax = 200;

interface Passage {
  chapter: PromptChapter;
  text: string;
}

/** For each participant the last passage of some earlier chapters in which they speak. */
export function lastWordsBlock(
  participants: readonly PromptCharacter[],
  earlier: readonly EarlierText[],
  chapters: readonly PromptChapter[],
  names: CastNames,
): Block {
  const found = passagesOf(participants, earlier, chapters, names);
  const pieces = participants.flatMap(({ id, name }): Piece[] => {
    const passage = found.get(id);
    if (!passage) return [];
    const { chapter, text } = passage;
    const source = { type: 'chapter', id: chapter.id, version: chapter.version } as const;
    const of = `${tagged('of', oneLine(name))} <in>${headOf(chapter)}</in>`;
    return piece('last-words', source, 'last-words', `<spoke>${of}\n${material(text)}\n</spoke>`);
  });
  return fenced('last-words', 'last_words', 'no passage is at hand in which a participant speaks', pieces);
}

/** Reads each text once, the latest first. */
function passagesOf(
  participants: readonly PromptCharacter[],
  earlier: readonly EarlierText[],
  chapters: readonly PromptChapter[],
  names: CastNames,
): ReadonlyMap<string, Passage> {
  const found = new Map<string, Passage>();
  const texts = new Map(earlier.map(({ chapterId, text }) => [chapterId, text]));
  let open = participants;
  for (const chapter of chapters.toReversed()) {
    const paragraphs = (texts.get(chapter.id) ?? '').split(/\n+/u).filter((line) => line.trim() !== '');
    for (let at = paragraphs.length - 1; at >= 0 && open.length > 0; at -= 1) {
      const paragraph = paragraphs[at] ?? '';
      if (!open.some((one) => mayName(one, paragraph))) continue;
      const speaker = speakerOf(paragraph, names);
      if (!open.some(({ id }) => id === speaker)) continue;
      found.set(speaker ?? '', { chapter, text: passageAt(paragraphs, at, names.language) });
      open = open.filter(({ id }) => id !== speaker);
    }
  }
  return found;
}

/** A paragraph with those around it in its scene that have room, those before it first. */
function passageAt(paragraphs: readonly string[], at: number, language: string): string {
  const words = (from: number, to: number) => wordCount(paragraphs.slice(from, to).join('\n'), language);
  const isOpen = (place: number) => place >= 0 && place < paragraphs.length && !isSceneBreak(paragraphs[place] ?? '');
  let [from, to] = [at, at + 1];
  if (words(from, to) > wordsMax) return beginningOf(paragraphs[at] ?? '', language);
  while (isOpen(from - 1) && words(from - 1, to) <= wordsMax) from -= 1;
  while (isOpen(to) && words(from, to + 1) <= wordsMax) to += 1;
  return paragraphs.slice(from, to).join('\n\n');
}

function beginningOf(paragraph: string, language: string): string {
  const sentences = sentencesOf(paragraph, language);
  let text = '';
  for (const sentence of sentences) {
    if (text !== '' && wordCount(text + sentence, language) > wordsMax) break;
    text += sentence;
  }
  return text.trimEnd();
}
