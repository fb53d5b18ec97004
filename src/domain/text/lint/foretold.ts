import { formsOf } from '../../story/names/words.ts';
import { type Draft, type Material, normalised, noText, type Verdict } from './material.ts';
import { excerptMax } from './rules.ts';

// Ours: minimum number and share of significant words of a summary's sentence that two sentences of the text must share.
const [sharedMin, shareMin] = [5, 0.7];
/** A word in more sentences than this number or share is not significant. */
const [commonMin, commonShare] = [3, 0.02];

/** Passages that already tell the content of the next chapter. */
export function findForetold(material: Material): Verdict {
  const { content, chapter, chapters } = material;
  const next = chapters.find(({ order }) => order === chapter.order + 1);
  if (content === '') return noText;
  if (!next) return { skipped: 'It is the last chapter.' };
  if (next.summary === '') return { skipped: 'The next chapter has no summary.' };
  const own = new Set(stemsOf(`${chapter.title} ${chapter.summary} ${chapter.notes}`, material));
  const places = sentencesByStem(material);
  const commonMax = Math.max(commonMin, material.prose.sentences.length * commonShare);
  const drafts = sentencesOf(next.summary, material.language).flatMap((sentence): Draft[] => {
    const stems = [...new Set(stemsOf(sentence, material))].filter((stem) => !own.has(stem));
    const telling = stems.filter((stem) => (places.get(stem)?.length ?? 0) <= commonMax);
    const at = mostSharing(telling.map((stem) => places.get(stem) ?? []));
    if (!at || at.shared < sharedMin || at.shared < stems.length * shareMin) return [];
    return [draftAt(at.sentence, sentence, next.order, material)];
  });
  return drafts.sort((one, other) => (one.start ?? 0) - (other.start ?? 0));
}

function draftAt(at: number, told: string, order: number, { prose, content }: Material): Draft {
  const [first, second] = [prose.sentences[at], prose.sentences[at + 1]];
  const start = prose.words[first?.from ?? 0]?.start ?? 0;
  const end = prose.words[((second ?? first)?.to ?? 1) - 1]?.end ?? start;
  return {
    evidence: normalised(`${told} ${content.slice(start, end)}`),
    message: `This tells what chapter ${order} is to hold: ${[...told].slice(0, excerptMax).join('')}`,
    fix: `Stop before it and leave it to chapter ${order}, or change that chapter’s summary.`,
    start,
    end,
  };
}

/** The first pair of neighbouring sentences with the most of these words. */
function mostSharing(places: readonly (readonly number[])[]): { sentence: number; shared: number } | undefined {
  const shared = new Map<number, number>();
  for (const sentences of places)
    for (const at of new Set(sentences.flatMap((sentence) => [sentence - 1, sentence])))
      shared.set(at, (shared.get(at) ?? 0) + 1);
  let best: { sentence: number; shared: number } | undefined;
  for (const [sentence, count] of shared)
    if (!best || count > best.shared || (count === best.shared && sentence < best.sentence))
      best = { sentence, shared: count };
  return best && { ...best, sentence: Math.max(0, best.sentence) };
}

function sentencesByStem(material: Material): Map<string, number[]> {
  const { words, sentences } = material.prose;
  const places = new Map<string, number[]>();
  sentences.forEach(({ from, to }, at) => {
    const stems = words.slice(from, to).flatMap(({ text }) => stemOf(text, material) ?? []);
    for (const stem of new Set(stems)) {
      const list = places.get(stem);
      if (list) list.push(at);
      else places.set(stem, [at]);
    }
  });
  return places;
}

function sentencesOf(text: string, language: string): string[] {
  const segments = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text);
  return [...segments].map(({ segment }) => segment.trim()).filter(Boolean);
}

function stemsOf(text: string, material: Material): string[] {
  const segments = new Intl.Segmenter(material.language, { granularity: 'word' }).segment(text);
  return [...segments].flatMap(({ segment, isWordLike }) => (isWordLike ? (stemOf(segment, material) ?? []) : []));
}

const ideograph = /\p{scx=Han}/u;

/**
 * Crude stem of a word: its first five letters. Undefined for short words, which are mostly grammatical, and for names,
 * which are everywhere.
 */
function stemOf(word: string, { names, language }: Material): string | undefined {
  const plain = word.normalize('NFC').toLowerCase();
  if (plain !== word && formsOf(word, language).some((form) => names.everyWord.has(form))) return undefined;
  if (ideograph.test(plain)) return plain.length >= 2 ? plain : undefined;
  return plain.length >= 4 && !grammar.has(plain) ? plain.slice(0, 5) : undefined;
}

const grammar = new Set(
  'that this these those with from into onto they them their theirs there then than when what which while where were have been being does will would could should about after before over under down back some only also just very more most much such each other another because though through until'.split(
    ' ',
  ),
);
