import { grammaticalPerson, type Narration, personOf } from '../../calls/prompt/person.ts';
import { pronounsOf } from './language.ts';
import { type Draft, type Material, normalised, noText, type Verdict } from './material.ts';
import type { Paragraph } from './prose.ts';

type Lock = Narration<string>;
const fieldOf = { chapter: 'its person', plan: 'povLock', style: 'personLock' };

interface Profile {
  first: number;
  second: number;
  third: number;
}

// Ours: minimum evidence for a drift in a paragraph or chapter.
const [ownInParagraphMin, pronounsInChapterMin, wordsInChapterMin] = [2, 20, 200];
// A voice with at most this share of the words is absent (ours).
const rateMax = 0.002;

/** Compares narration outside speech, thought and emphasis with the plan's point of view. */
export function findPovDrift(material: Material): Verdict {
  const { chapter, plan, style, content, language } = material;
  if (content === '') return noText;
  const lock = personOf(chapter, plan, style);
  if (!lock)
    return {
      skipped: plan.povLock ? 'The plan leaves the person to each chapter.' : 'The plan locks no point of view.',
    };
  if (!pronounsOf(language)) return { skipped: 'We have no pronouns of this language.' };
  const person = grammaticalPerson(lock.value);
  if (!person) return { skipped: `We do not know what “${lock.value}” asks for.` };
  return person === 'third' ? firstPersonIn(material, lock) : withoutOwnPerson(material, person, lock);
}

/** Whether first person pronouns prevail in the narration. */
export function isToldInFirstPerson({ prose, language }: Material): boolean {
  const { first, third } = sum(prose.paragraphs.map((paragraph) => profileOf(paragraph, language)));
  return first >= 5 && first > third;
}

function firstPersonIn(material: Material, lock: Lock): Draft[] {
  const { prose, language } = material;
  if (isToldInFirstPerson(material)) return [wholeChapter(lock, 'in the first person')];
  const isDrift = (paragraph: Paragraph) => {
    const { first, third } = profileOf(paragraph, language);
    return first >= ownInParagraphMin && first > third;
  };
  return runsOf(prose.paragraphs, isDrift).map((run) => ({
    evidence: normalised(material.content.slice(run.start, run.firstEnd)),
    message: `The ${lock.by} says ${lock.value}, and here the narrator says “I”.`,
    fix: 'Tell it in the third person, or mark it as speech, a letter or a thought.',
    start: run.start,
    end: run.end,
  }));
}

/** First and second person stories often mention others, so only a whole chapter can show that the voice is missing. */
function withoutOwnPerson({ prose, language }: Material, person: 'first' | 'second', lock: Lock): Verdict {
  const words = prose.paragraphs.reduce((total, { narrated }) => total + narrated.length, 0);
  if (words < wordsInChapterMin) return { skipped: `Fewer than ${wordsInChapterMin} words of it are narration.` };
  const profile = sum(prose.paragraphs.map((paragraph) => profileOf(paragraph, language)));
  const others = profile.first + profile.second + profile.third - profile[person];
  return profile[person] <= words * rateMax && others >= pronounsInChapterMin
    ? [wholeChapter(lock, `in another person: “${person === 'first' ? 'I' : 'you'}” is hardly there`)]
    : [];
}

function wholeChapter({ value, by }: Lock, how: string): Draft {
  return {
    evidence: value,
    message: `The ${by} says ${value}, and the chapter is told ${how}.`,
    fix: `Rewrite it in the person of the ${by}, or change ${fieldOf[by]} if the book has changed its mind.`,
  };
}

function profileOf({ narrated }: Paragraph, language: string): Profile {
  const profile = { first: 0, second: 0, third: 0 };
  const pronouns = pronounsOf(language);
  if (!pronouns) return profile;
  // A French "j’ai" is one token with two words.
  for (const { text } of narrated)
    for (const part of text.split(/['’]/)) {
      const word = part.toLowerCase();
      if (pronouns.first.has(word) && part !== 'i') profile.first += 1;
      else if (pronouns.second.has(word)) profile.second += 1;
      else if (pronouns.third.has(word)) profile.third += 1;
    }
  return profile;
}

function sum(profiles: readonly Profile[]): Profile {
  return profiles.reduce(
    (total, { first, second, third }) => ({
      first: total.first + first,
      second: total.second + second,
      third: total.third + third,
    }),
    { first: 0, second: 0, third: 0 },
  );
}

/** Groups adjacent paragraphs of a kind; `firstEnd` is the end of the first. */
export function runsOf(
  paragraphs: readonly Paragraph[],
  isOne: (paragraph: Paragraph) => boolean,
): { start: number; firstEnd: number; end: number }[] {
  const runs: { start: number; firstEnd: number; end: number }[] = [];
  let open: (typeof runs)[number] | undefined;
  for (const paragraph of paragraphs) {
    if (!isOne(paragraph)) open = undefined;
    else if (open) open.end = paragraph.end;
    else {
      open = { start: paragraph.start, firstEnd: paragraph.end, end: paragraph.end };
      runs.push(open);
    }
  }
  return runs;
}
