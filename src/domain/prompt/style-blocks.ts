import { type Block, fenced, type Piece, piece, type Source, taggedPiece } from './block.ts';
import { material, oneLine, tagged } from './fence.ts';
import { isMultiPov, personLock, tenseLock } from './locks.ts';
import { personOf } from './person.ts';
import type { PromptChapter, PromptInput } from './prompt-input.ts';
import { firstSentences } from './sentences.ts';

/** Length of an excerpt that shows the voice, code points: about 300 words. Ours. */
const voiceCodePointsMax = 1_800;

/** How the prose of the book sounds: the same for every chapter. */
export function styleBlock({ book, style }: PromptInput): Block {
  const source: Source = { type: 'style', id: book.id, version: style.version };
  const avoided = style.avoid.map((entry) => oneLine(entry)).join(' · ');
  const pieces = [
    ...taggedPiece('style-guide', source, 'style', 'style_guide', material(style.styleGuide ?? '')),
    ...taggedPiece('style-sample', source, 'style', 'voice_sample', material(style.styleSample ?? '')),
    ...piece('avoid', source, 'style', tagged('avoid', avoided)),
  ];
  const about = [
    'How the prose of this book sounds.',
    ...(style.styleGuide ? ['Follow <style_guide> in every sentence.'] : []),
    ...(style.styleSample ? ['Take the voice of <voice_sample>, never its events, names or sentences.'] : []),
    ...(avoided ? ['Do not use the words and phrases in <avoid>, in any form.'] : []),
  ];
  const block = fenced('style', 'style', 'the book has no style guide, sample or words to avoid', pieces);
  return { ...block, open: `${about.join(' ')}\n${block.open}`, isShared: true };
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
    open: 'This is the voice of the viewpoint character in an earlier chapter. Take the voice, not the events.',
    close: '',
    pieces: shown ? taggedPiece('voice-example', source, 'style', 'voice_example', text) : [],
    absent: style.styleSample
      ? 'the style has a sample of the voice'
      : 'the chapter before shows the voice, or none of this viewpoint has a text',
  };
}

/** Person, tense and viewpoint of this chapter, where it has its own. */
export function narrationBlock({ book, plan, style, cast }: PromptInput, chapter: PromptChapter): Block {
  const source: Source = { type: 'chapter', id: chapter.id, version: chapter.version };
  const ofStyle: Source = { type: 'style', id: book.id, version: style.version };
  const isMulti = isMultiPov(plan);
  const viewpoint = isMulti ? cast.find(({ id }) => id === chapter.povCharacterId) : undefined;
  const person = personOf(chapter, plan, style);
  const pieces = [
    ...piece('chapter-viewpoint', source, 'always', tagged('viewpoint', viewpoint && oneLine(viewpoint.name))),
    ...(person && (isMulti || person.by === 'chapter')
      ? piece('chapter-person', person.by === 'chapter' ? source : ofStyle, 'always', personLock(person.value))
      : []),
    ...piece('chapter-tense', source, 'always', tenseLock({ tenseLock: chapter.tense ?? null })),
  ];
  const block = fenced('narration', 'narration', 'the chapter is told as the locks say', pieces);
  return { ...block, open: `This chapter is told as follows, also where <locks> says otherwise.\n${block.open}` };
}
