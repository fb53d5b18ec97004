import { type Block, piece } from './block.ts';
import { oneLine, tagged } from './fence.ts';
import { languageName, tenseWords } from './locks.ts';
import { grammaticalPerson, personOf, tenseOf } from './person.ts';
import type { PromptChapter, PromptInput } from './prompt-input.ts';
import { wordCount } from './tail.ts';
import { viewpointOf } from './viewpoint.ts';

/** The closing task, in our own words; the title and the name of the viewpoint stand between tags. */
export function taskBlock(input: PromptInput, chapter: PromptChapter): Block {
  const first = chapter.order === 1 && !input.presentText ? [opening] : [];
  const last = chapter.order === input.chapters.length ? [closing] : [];
  const sentences = [...(input.ownText === '' ? begin(input, chapter) : goOn(input, chapter)), ...first, ...last];
  return { name: 'task', open: '', close: '', pieces: piece('task', null, 'always', sentences.join(' ')), absent: '' };
}

const opening =
  'The reader knows nothing yet: put one person in one difficulty on the first page; explain later or never.';
const closing = 'The book ends here: keep or break the promise to the reader in the open, answer the opening, stop.';

function begin(input: PromptInput, chapter: PromptChapter): string[] {
  const { chapters, presentText, order } = input;
  const which = `chapter ${chapter.order} of ${chapters.length}`;
  const how = narrationOf(input, chapter);
  const length = order ? `, about ${numbered(order.words)} words` : '';
  if (presentText)
    return [
      `Rewrite all of ${which} now as <request> asks, from the first word to the last: ${how}${length}.`,
      'Events, order and facts stay unless the request changes them. Do not break off, and do not mention the former text.',
      ...(order ? [] : ['Make it about as long as before.']),
    ];
  const title = tagged('title', oneLine(chapter.title)) ?? 'without a title';
  return [
    `Write ${which} now, from its first sentence, ${title}: ${how}${length}${scenesOf(order?.words)}.`,
    ...(chapter.order < chapters.length ? ['End before anything in <ahead>.'] : []),
  ];
}

/** Viewpoint, person, tense and language, as far as they are known. */
function narrationOf({ cast, plan, style, book }: PromptInput, chapter: PromptChapter): string {
  const viewpoint = viewpointOf(chapter, cast, plan);
  const person = grammaticalPerson(personOf(chapter, plan, style)?.value ?? '');
  return [
    viewpoint && `told through ${tagged('told_through', oneLine(viewpoint.name))}`,
    person && `${person} person`,
    tenseWords(tenseOf(chapter, plan)?.value),
    `in ${languageName(book.language).replace(/ \(.*\)$/, '')}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Words of a scene. */
const sceneWords = 1_000;

function scenesOf(words: number | undefined): string {
  if (words === undefined || words < 2 * sceneWords) return '';
  const most = Math.round(words / sceneWords);
  return ` in ${most <= 3 ? 'two or three' : `${most - 1} to ${most}`} scenes`;
}

/** Says how much is written and how much of the ordered length remains. */
function goOn({ chapters, presentText, ownText, order, book }: PromptInput, chapter: PromptChapter): string[] {
  const which = `${presentText ? 'the new text of ' : ''}chapter ${chapter.order} of ${chapters.length}`;
  const written = wordCount(ownText, book.language);
  const remaining = order ? order.from + order.words - written : 0;
  const length = `About ${numbered(roughly(written))} words are written${remaining > 0 ? `, about ${numbered(roughly(remaining))} remain` : ''}.`;
  return [
    `Continue ${which} now, directly after the last character of <written_so_far>, and bring the chapter to its end.`,
    length,
    'What the summary names and the text already tells is done: do not repeat, recap or restart. If the text breaks off inside a sentence or a word, finish that first.',
    ...(order && remaining <= 0 ? ['That is the ordered length: close what is open, and end soon.'] : []),
    ...(remaining > 0 || !order
      ? ['If it already reads like an ending, do not end twice: open the next moment and let it lead on.']
      : []),
  ];
}

const numbered = (words: number) => words.toLocaleString('en');

/** Rounded, so that nobody counts on it. */
function roughly(words: number): number {
  const step = words < 200 ? 10 : 50;
  return Math.max(step, Math.round(words / step) * step);
}
