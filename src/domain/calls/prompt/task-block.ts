import { type Block, piece } from './block.ts';
import { knownAhead } from './chapter-blocks.ts';
import { oneLine, tagged } from './fence.ts';
import { languageName, tenseWords } from './locks.ts';
import { grammaticalPerson, personToTell, tenseOf } from './person.ts';
import type { PromptChapter, PromptCharacter, PromptInput } from './prompt-input.ts';
import { wordCount } from './tail.ts';
import { viewpointOf, viewpointsToChoose } from './viewpoint.ts';

/** The closing task, in our own words; the title and the name of the viewpoint stand between tags. */
export function taskBlock(input: PromptInput, chapter: PromptChapter, participants: readonly PromptCharacter[]): Block {
  const isFirst = chapter.order === 1 && !input.presentText && input.ownText === '';
  const sentences = [
    ...(input.ownText === '' ? begin(input, chapter) : goOn(input, chapter)),
    ...chooseViewpoint(input, chapter, participants),
    ...(isFirst ? [opening] : []),
    ...(isLast(input, chapter) ? [closing] : []),
  ];
  return { name: 'task', open: '', close: '', pieces: piece('task', null, 'always', sentences.join(' ')), absent: '' };
}

/** What to do if it is open through whom the chapter is told. */
function chooseViewpoint(
  { cast, plan, ownText, presentText }: PromptInput,
  chapter: PromptChapter,
  participants: readonly PromptCharacter[],
): string[] {
  if (viewpointsToChoose(chapter, { cast, plan, participants }).length === 0) return [];
  if (ownText !== '') return ['Keep to the one person through whom it is told so far.'];
  const choose = 'choose one before you begin, and keep to that person to the last sentence.';
  return presentText
    ? ['Keep the person through whom it is told, unless the request names another.']
    : [`Tell it through one of those in <may_tell>: ${choose}`];
}

const opening =
  'The reader knows nothing yet: put one person in one difficulty on the first page; explain later or never.';
const closing =
  'The book ends here: keep or break the promise to the reader in the open, mirror the opening, then stop.';

/** A rewrite keeps the end that there is. */
function isLast({ chapters, presentText }: PromptInput, { order }: PromptChapter): boolean {
  return order === chapters.length && !presentText;
}

function begin(input: PromptInput, chapter: PromptChapter): string[] {
  const { chapters, presentText, order } = input;
  const which = `chapter ${chapter.order} of ${chapters.length}`;
  const how = narrationOf(input, chapter);
  const length = order ? `, about ${numbered(order.words)} words` : '';
  if (presentText)
    return [
      `Rewrite all of ${which}, which is in <present_text>, as <request> asks, from the first word to the last: ${how}${length}.`,
      'Events, order and facts stay unless the request changes them. Do not break off, and do not mention the former text.',
      ...(order ? [] : ['Make it about as long as before.']),
    ];
  const title = tagged('title', oneLine(chapter.title));
  return [
    `Write ${which} now${title ? `, ${title},` : ''} from its first sentence: ${how}${length}${scenesOf(order?.words)}.`,
    ...endBefore(input, chapter),
  ];
}

function endBefore({ chapters }: PromptInput, chapter: PromptChapter): string[] {
  return knownAhead(chapters, chapter).length > 0 ? ['End before anything in <ahead>.'] : [];
}

/** Viewpoint, person, tense and language, as far as they are known. */
function narrationOf({ cast, plan, style, book }: PromptInput, chapter: PromptChapter): string {
  const viewpoint = viewpointOf(chapter, cast, { plan });
  const person = grammaticalPerson(personToTell(chapter, plan, style)?.value ?? '');
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
function goOn(input: PromptInput, chapter: PromptChapter): string[] {
  const { chapters, presentText, ownText, order, book } = input;
  const which = `${presentText ? 'the new text of ' : ''}chapter ${chapter.order} of ${chapters.length}`;
  const written = wordCount(ownText, book.language);
  const remaining = order ? order.from + order.words - written : 0;
  const rest = remaining > 0 ? `, about ${numbered(roughly(remaining))} remain` : '';
  return [
    `Continue ${which} directly after the last character of <written_so_far>, and bring it to its end: ${narrationOf(input, chapter)}.`,
    `About ${numbered(roughly(written))} words are written${rest}.`,
    'What the text already tells of the summary is done: do not repeat, recap or restart. If it breaks off inside a sentence or a word, finish that first.',
    ...endBefore(input, chapter),
    ...(order && remaining <= 0 ? ['That is the ordered length: close what is open, and end soon.'] : []),
    ...((remaining > 0 || !order) && !isLast(input, chapter)
      ? ['If it already reads like an ending, open the next moment and let it lead on.']
      : []),
  ];
}

const numbered = (words: number) => words.toLocaleString('en');

/** The count is approximate. */
function roughly(words: number): number {
  const step = words < 200 ? 10 : 50;
  return Math.max(step, Math.round(words / step) * step);
}
