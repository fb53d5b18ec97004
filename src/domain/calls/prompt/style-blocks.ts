import { type Block, fenced, type Piece, piece, type Source, taggedPiece, withShorter } from './block.ts';
import { material, oneLine, tagged } from './fence.ts';
import { isMultiPov, personLock, tenseLock } from './locks.ts';
import { grammaticalPerson, personOf, personToTell } from './person.ts';
import type { PromptChapter, PromptInput, PromptStyle } from './prompt-input.ts';
import { firstSentences } from './sentences.ts';

/** Length of an excerpt that shows the voice, code points: about 300 words. Ours. */
const voiceCodePointsMax = 1_800;

/** How the prose of the book sounds: the same for every chapter. */
export function styleBlock({ book, style }: PromptInput): Block {
  const source: Source = { type: 'style', id: book.id, version: style.version };
  const avoided = style.avoid.map((entry) => oneLine(entry)).join(' · ');
  const pieces = [
    ...taggedPiece('style-guide', source, 'style', 'style_guide', material(style.styleGuide ?? '')),
    ...samplePiece(style, source, book.language),
    ...piece('avoid', source, 'style', tagged('never_use', avoided)),
  ];
  return {
    ...fenced('style', 'style', 'the book has no style guide, sample or words to avoid', pieces),
    isShared: true,
  };
}

/** The author's sample: its beginning, and the rest if there is room. */
function samplePiece({ styleSample }: PromptStyle, source: Source, language: string): Piece[] {
  const [whole, short] = [material(styleSample ?? ''), firstSentences(styleSample ?? '', language, voiceCodePointsMax)];
  return taggedPiece('style-sample', source, 'samples', 'voice_sample', whole).map((one) =>
    // A text that cannot be shortened between sentences stays whole.
    short.length < whole.length && short !== ''
      ? withShorter(one, 'style', material(short))
      : { ...one, forms: [{ ...one.forms[0], rank: 'style' }] },
  );
}

/** The person of the style, for the locks: only if the plan leaves it open. */
export function personLockPiece({ book, plan, style }: PromptInput): Piece[] {
  const source: Source = { type: 'style', id: book.id, version: style.version };
  const person = personOf({}, plan, style);
  return person?.by === 'style' ? piece('person-lock', source, 'always', personLock(person.value)) : [];
}

/** The beginning of the last chapter of the same viewpoint. A sample of the author, or the chapter before, needs no other. */
export function voiceBlock({ book, style, voice }: PromptInput, chapters: readonly PromptChapter[]): Block {
  const shown = chapters.find(({ id }) => id === voice?.chapterId);
  const source: Source | null = shown ? { type: 'chapter', id: shown.id, version: shown.version } : null;
  const text = material(firstSentences(voice?.text ?? '', book.language, voiceCodePointsMax));
  return {
    name: 'voice',
    open: '',
    close: '',
    pieces: shown ? taggedPiece('voice-example', source, 'style', 'voice_sample', text) : [],
    absent: style.styleSample
      ? 'the style has a sample of the voice'
      : 'the chapter before shows the voice, or none of this viewpoint has a text',
  };
}

/** Person and tense of this chapter, where the locks leave them to it. */
export function narrationPieces({ book, plan, style }: PromptInput, chapter: PromptChapter): Piece[] {
  const source: Source = { type: 'chapter', id: chapter.id, version: chapter.version };
  const ofStyle: Source = { type: 'style', id: book.id, version: style.version };
  const person = personToTell(chapter, plan, style);
  // The lock says the same, and more.
  const isAsLocked = grammaticalPerson(plan.povLock ?? '') === person?.value;
  const isOwn = person && (isMultiPov(plan) || (person.by === 'chapter' && !isAsLocked));
  return [
    ...(isOwn
      ? piece(
          'chapter-person',
          person.by === 'chapter' ? source : ofStyle,
          'always',
          personLock(grammaticalPerson(person.value) ?? person.value),
        )
      : []),
    ...piece('chapter-tense', source, 'always', tenseLock({ tenseLock: chapter.tense ?? null })),
  ];
}
