import { Away, ask } from './client.ts';
import { h } from './dom.ts';
import { reasonOf, tellTrouble } from './notice.ts';
import {
  CancelManuscriptReadingDocument,
  CancelRunDocument,
  ManuscriptReadingDocument,
  type ManuscriptReadingFragment,
  ReadManuscriptDocument,
} from './operations.gen.ts';
import { agreed } from './spend.ts';
import { inOurTerms } from './wording.ts';

/** Pause between looks at a reading that goes on. */
const pollMs = 2_000;

const bar = h('progress', { 'aria-label': 'Chapters with a recap' });
const facts = h('p', { class: 'hint', role: 'status' });
const trouble = h('p', { class: 'trouble', role: 'alert' });
const start = h(
  'button',
  {
    type: 'button',
    'data-needs': 'generation:run',
    'data-feature': 'generation',
    onclick: () => void run(begin),
  },
  'Read the manuscript',
);
const stop = h('button', { type: 'button', onclick: () => void run(cancel) }, 'Stop reading');

/** What shows how far a manuscript is read, and has it read. */
export const readingPart = h(
  'section',
  { class: 'reading', 'aria-label': 'Recaps of the whole book' },
  h('h3', {}, 'The whole book'),
  bar,
  facts,
  trouble,
  h('div', { class: 'actions' }, stop, start),
);

let bookId = '';
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows the reading of a book, again and again while it goes on and is visible. */
export async function showReading(ofBook: string): Promise<void> {
  if (bookId !== ofBook) trouble.textContent = '';
  bookId = ofBook;
  try {
    put((await ask(ManuscriptReadingDocument, { bookId: ofBook })).manuscriptReading);
  } catch (error) {
    facts.textContent = reasonOf(error);
    if (error instanceof Away) lookAgain();
  }
}

function lookAgain(): void {
  clearTimeout(timer);
  timer = setTimeout(() => readingPart.checkVisibility() && void showReading(bookId), pollMs);
}

function put({ bookId: ofBook, chapters, ready, queued, running }: ManuscriptReadingFragment): void {
  if (ofBook !== bookId) return;
  const told = chapters.filter(({ state }) => state !== 'empty');
  const isReading = queued + running > 0;
  bar.max = Math.max(1, told.length);
  bar.value = ready;
  facts.textContent = [`${ready} of ${told.length} chapters with text have a recap of it.`, ...newsOf(chapters)].join(
    ' ',
  );
  start.hidden = isReading || ready === told.length;
  stop.hidden = !isReading;
  clearTimeout(timer);
  if (isReading) lookAgain();
}

function newsOf(chapters: ManuscriptReadingFragment['chapters']): string[] {
  return chapters.flatMap(({ order, title, state, error, waitsUntil }) => {
    const name = `chapter ${order}, ${title}`;
    if (state === 'running') return [`Reading ${name}.`];
    if (state === 'failed') return [`No recap of ${name}: ${error ? inOurTerms(error.message) : 'all tries failed.'}`];
    if (state === 'queued' && waitsUntil)
      return [`Tries ${name} again at ${new Date(waitsUntil).toLocaleTimeString()}.`];
    return [];
  });
}

async function begin(): Promise<void> {
  const note =
    'A model reads each chapter without a recap of its present text, in order. Recaps written by persons stay.';
  const offer = { bookId, call: { readManuscript: {} }, question: 'Read the manuscript?', note, yes: 'Read' };
  if (!(await agreed(offer))) return;
  put((await ask(ReadManuscriptDocument, { bookId, idempotencyKey: crypto.randomUUID() })).readManuscript);
}

/** Recaps that were asked for one by one are shown here too, so they are stopped as well. */
async function cancel(): Promise<void> {
  const ofBook = bookId;
  const { chapters } = (await ask(CancelManuscriptReadingDocument, { bookId: ofBook })).cancelManuscriptReading;
  const running = chapters.flatMap(({ state, runId }) => (state === 'running' && runId ? [runId] : []));
  await Promise.all(running.map((runId) => ask(CancelRunDocument, { runId })));
  await showReading(ofBook);
}

const run = (work: () => Promise<void>) => tellTrouble(trouble, work);
