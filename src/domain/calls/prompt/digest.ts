import { isSceneBreak } from '../../../prose/scene-break.ts';
import { CastNames, type NameBearer } from '../../story/names/cast-names.ts';
import { charactersIn } from '../../story/names/names-in-text.ts';
import { clip, oneLine } from './fence.ts';
import { sentencesOf } from './sentences.ts';
import { wordCount } from './tail.ts';

/** Words of a text for which the digest takes sentences; doubled until the digest is short enough. Ours. */
const stretchWords = 250;
const stretchesMax = 16;
const sentencesPerStretch = 2;
const sentenceCodePointsMax = 260;
/** A shorter sentence says little without its neighbours; a longer one carries facts. Ours. */
const [sentenceWordsMin, factWordsMin] = [6, 12];

const speech = /["“”„«»「」『』]|^\s*[—–]\s/u;

interface Sentence {
  text: string;
  words: number;
  /** Words before it. */
  at: number;
  scene: number;
  opensScene: boolean;
  endsScene: boolean;
  opensParagraph: boolean;
}

/**
 * Sentences of a text that stand for the whole, verbatim and in order: where scenes begin and end, who enters, and what is
 * told rather than said. The same number is taken from each stretch of the text, so the digest of a text that grows keeps
 * its beginning. Scene breaks stay.
 */
export function digestOf(text: string, people: readonly NameBearer[], language: string): string {
  const sentences = readSentences(text, language);
  const scored = scoresOf(sentences, new CastNames(people, language));
  const last = sentences.at(-1);
  const size = stretchSize(last ? last.at + last.words : 0);
  const stretches = Map.groupBy(scored, ({ sentence }) => Math.floor(sentence.at / size));
  const chosen = [...stretches.values()].flatMap((stretch) =>
    stretch
      .toSorted((one, other) => other.score - one.score || one.sentence.at - other.sentence.at)
      .slice(0, sentencesPerStretch)
      .map(({ sentence }) => sentence)
      .toSorted((one, other) => one.at - other.at),
  );
  return chosen.flatMap((sentence, index) => linesOf(sentence, chosen[index - 1])).join('\n');
}

function linesOf({ text, scene }: Sentence, before: Sentence | undefined): string[] {
  const line = `- ${clip(oneLine(text), sentenceCodePointsMax)}`;
  return before && before.scene !== scene ? ['***', line] : [line];
}

function stretchSize(words: number): number {
  let size = stretchWords;
  while (words > size * stretchesMax) size *= 2;
  return size;
}

function scoresOf(sentences: readonly Sentence[], names: CastNames): { sentence: Sentence; score: number }[] {
  const seen = new Set<string>();
  return sentences.map((sentence) => {
    const present = charactersIn(sentence.text, names);
    const entering = present.filter((id) => !seen.has(id)).length;
    for (const id of present) seen.add(id);
    const score =
      (sentence.opensScene ? 3 : 0) +
      (sentence.endsScene ? 2 : 0) +
      (sentence.opensParagraph ? 1 : 0) +
      (present.length > 0 ? 1 : 0) +
      Math.min(entering, 2) * 2 -
      (sentence.words < sentenceWordsMin ? 3 : 0) +
      (sentence.words >= factWordsMin ? 1 : 0) -
      (speech.test(sentence.text) ? 1 : 0);
    return { sentence, score };
  });
}

function readSentences(text: string, language: string): Sentence[] {
  const sentences: Sentence[] = [];
  let [at, scene, isOpen] = [0, 0, false];
  for (const paragraph of text.split(/\n+/u).map((line) => line.trim())) {
    if (paragraph === '') continue;
    if (isSceneBreak(paragraph.replaceAll('\\', ''))) {
      endScene(sentences);
      [scene, isOpen] = [scene + 1, true];
      continue;
    }
    let opensParagraph = true;
    for (const sentence of sentencesOf(paragraph, language)) {
      const words = wordCount(sentence, language);
      if (words === 0) continue;
      sentences.push({ text: sentence, words, at, scene, opensScene: isOpen, endsScene: false, opensParagraph });
      [at, isOpen, opensParagraph] = [at + words, false, false];
    }
  }
  return sentences;
}

function endScene(sentences: readonly Sentence[]): void {
  const last = sentences.at(-1);
  if (last) last.endsScene = true;
}
