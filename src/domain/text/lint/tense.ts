import { tenseOf } from '../../calls/prompt/person.ts';
import { baseLanguage } from '../../story/names/languages.ts';
import { type Material, normalised, noText, type Verdict } from './material.ts';
import { runsOf } from './point-of-view.ts';
import type { Paragraph } from './prose.ts';

const words = (list: string) => new Set(list.split(' '));

// Common English verbs whose present and past differ from each other and from most nouns, in pairs.
const past = words(
  'was were had did said went came saw knew thought took gave made told stood sat felt kept held began turned looked walked asked nodded smiled wanted seemed wasn’t weren’t hadn’t didn’t couldn’t',
);
const present = words(
  'is are am has does says goes comes sees knows thinks takes gives makes tells stands sits feels keeps holds begins turns looks walks asks nods smiles wants seems isn’t aren’t hasn’t doesn’t don’t',
);

// Ours: minimum number of verbs in the other tense, and their ratio to the expected one.
const [presentInPastMin, pastInPresentMin, timesAsMany] = [4, 5, 4];

/** English paragraphs whose verbs, outside speech and thought, are clearly in the other tense. */
export function findTenseDrift({ content, language, chapter, plan, prose }: Material): Verdict {
  if (content === '') return noText;
  const { value: lock, by } = tenseOf(chapter, plan) ?? {};
  if (!lock) return { skipped: 'The plan locks no tense.' };
  if (lock !== 'past' && lock !== 'present') return { skipped: `We do not know what “${lock}” asks for.` };
  if (baseLanguage(language) !== 'en') return { skipped: 'We know the tenses of English only.' };
  const [right, wrong, wrongMin] =
    lock === 'past' ? [past, present, presentInPastMin] : [present, past, pastInPresentMin];
  const isDrift = (paragraph: Paragraph) => {
    const other = countOf(paragraph, wrong);
    return other >= wrongMin && other >= countOf(paragraph, right) * timesAsMany;
  };
  return runsOf(prose.paragraphs, isDrift).map(({ start, firstEnd, end }) => ({
    evidence: normalised(content.slice(start, firstEnd)),
    message: `The ${by} says ${lock} tense, and this is told in the ${lock === 'past' ? 'present' : 'past'}.`,
    fix: `Put the narration into the ${lock} tense; waive it if it is meant, as in a memory or a general truth.`,
    start,
    end,
  }));
}

function countOf({ narrated }: Paragraph, verbs: ReadonlySet<string>): number {
  return narrated.filter(({ text }) => verbs.has(text.toLowerCase().replace("'", '’'))).length;
}
