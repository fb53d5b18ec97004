import type { Book } from './book.ts';
import { ask, pause } from './client.ts';
import { byId, h, rows } from './dom.ts';
import { confirmed, tellTrouble } from './notice.ts';
import {
  AdoptVariantDocument,
  CancelRunDocument,
  DeleteVariantDocument,
  GradeOutlineDocument,
  MakeVariantsDocument,
  OutlineDocument,
  type OutlineQuery,
  type VariantFragment,
} from './operations.gen.ts';
import { type Card, type Deeds, outlineCard } from './outline-card.ts';
import { offNote } from './rights.ts';
import { agreed } from './spend.ts';
import { keepTyped } from './typed.ts';
import { inOurTerms } from './wording.ts';

/** Pause between looks at a run that goes on. */
const pollMs = 2_000;
const kinds = new Set(['outline', 'variant', 'grade']);

const place = byId('outline', HTMLElement);
const count = h('input', { id: 'variants', type: 'number', min: 1, max: 5, value: 3, required: true });
const chapters = h('input', { id: 'variant-chapters', type: 'number', min: 1, max: 100, placeholder: 'any' });
const wishes = h('textarea', { id: 'variant-wishes', rows: 2, maxlength: 2_000, dir: 'auto' });
const state = h('p', { class: 'hint', role: 'status' });
const trouble = h('p', { class: 'trouble', role: 'alert' });
const stop = h('button', { type: 'button', onclick: () => void work(cancel) }, 'Stop');
const list = h('ul', { class: 'outlines scroll' });

let book: Book | undefined;
let closing = new AbortController();
let now: OutlineQuery | undefined;
/** The own outline's grade, which the service does not keep. */
let ownGrade: VariantFragment['grade'] = null;
/** The chapters of a book once it has adopted an outline. */
let adopted: () => void = () => {};

/** The outline of a book beside others that models have made, until another view is shown. */
export async function showOutline(of: Book, onAdopted: () => void): Promise<void> {
  closing.abort();
  closing = new AbortController();
  if (book !== of) {
    [ownGrade, now] = [null, undefined];
    keepWishes(of);
  }
  [book, adopted] = [of, onAdopted];
  if (!place.contains(list))
    place.append(h('h2', {}, 'Outline'), ...offNote('generation'), form(), state, trouble, list);
  trouble.textContent = '';
  await tellTrouble(trouble, () => follow(of, closing.signal));
}

let leaving = new AbortController();
/** The wishes were sent. */
let sent = () => {};

/** What is typed belongs to the book. */
function keepWishes(of: Book): void {
  leaving.abort();
  leaving = new AbortController();
  wishes.value = '';
  const about = { bookId: of.id, label: 'Outline · What to do otherwise' };
  sent = keepTyped(wishes, `${of.id}/outline`, about, leaving.signal);
}

export function leaveOutline(): void {
  closing.abort();
}

/** Reads again and again while a model works. */
async function follow(of: Book, signal: AbortSignal): Promise<void> {
  do {
    const answer = await ask(OutlineDocument, { bookId: of.id });
    if (signal.aborted) return;
    now = answer;
    show(of, answer);
    if (!running()) return;
    await pause(pollMs, signal);
  } while (!signal.aborted);
}

const running = () => now?.runs.nodes.find((run) => run.state === 'running' && kinds.has(run.kind));

function show(of: Book, { book: read, runs }: OutlineQuery): void {
  const isWorking = running() !== undefined;
  const [last] = runs.nodes.filter(({ kind }) => kinds.has(kind));
  const hint = read?.outlineVariants.length
    ? ''
    : 'A model makes outlines from premise, plan and cast. They change nothing until you adopt one.';
  state.textContent = isWorking ? 'A model is at work …' : last?.error ? inOurTerms(last.error.message) : hint;
  stop.hidden = !isWorking;
  const own: Card = { id: of.id, kind: 'own', heading: 'In the book', chapters: read?.chapters ?? [], grade: ownGrade };
  const variants = (read?.outlineVariants ?? []).map(
    (variant, index): Card => ({ kind: 'variant', heading: variant.title ?? `Variant ${index + 1}`, ...variant }),
  );
  showCards([own, ...variants]);
}

function form(): HTMLElement {
  const submit = (event: Event) => {
    event.preventDefault();
    void work(make);
  };
  return h(
    'form',
    { class: 'making', 'data-needs': 'generation:run', onsubmit: submit },
    h('label', { class: 'field number' }, h('span', {}, 'Outlines'), count),
    h('label', { class: 'field number' }, h('span', {}, 'Chapters'), chapters),
    h('label', { class: 'field' }, h('span', {}, 'What to do otherwise'), wishes),
    h(
      'div',
      { class: 'actions' },
      stop,
      h('button', { class: 'primary', 'data-feature': 'generation' }, 'Make outlines'),
    ),
  );
}

/** Does something and shows how the outlines are then. */
async function work(deed: (of: Book) => Promise<unknown>): Promise<void> {
  const of = book;
  if (!of) return;
  await tellTrouble(trouble, async () => {
    await deed(of);
    closing.abort();
    closing = new AbortController();
    await follow(of, closing.signal);
  });
}

async function make({ id: bookId }: Book): Promise<void> {
  const input = {
    count: count.valueAsNumber,
    ...(chapters.value === '' ? {} : { chapterCount: chapters.valueAsNumber }),
    ...(wishes.value.trim() === '' ? {} : { instructions: wishes.value }),
  };
  const question = input.count === 1 ? 'Make an outline?' : `Make ${input.count} outlines?`;
  if (!(await agreed({ bookId, call: { generateOutlineVariants: { input } }, question, yes: 'Make' }))) return;
  await ask(MakeVariantsDocument, { bookId, input, idempotencyKey: crypto.randomUUID() });
  sent();
}

async function cancel(): Promise<void> {
  const run = running();
  if (run) await ask(CancelRunDocument, { runId: run.id });
}

async function grade(of: Book, { id, kind }: Card, judge: boolean): Promise<void> {
  const bookId = of.id;
  const variables = { ...(kind === 'variant' ? { variantId: id } : {}), input: { judge } };
  const question = 'Have a model grade this outline?';
  if (judge && !(await agreed({ bookId, call: { gradeOutline: variables }, question, yes: 'Grade' }))) return;
  const asked = async () => {
    const idempotencyKey = crypto.randomUUID();
    return (await ask(GradeOutlineDocument, { bookId, ...variables, idempotencyKey })).gradeOutline;
  };
  const { grade: first, run } = await asked();
  if (kind === 'variant') return;
  ownGrade = first;
  if (first) return;
  await follow(of, closing.signal);
  // The same outline is not judged twice. After a failure, another request would be.
  const isJudged = now?.runs.nodes.some((one) => one.id === run?.id && one.state === 'completed');
  if (isJudged) ownGrade = (await asked()).grade;
}

async function adopt(of: Book, { id, heading }: Card): Promise<void> {
  const written = now?.book?.chapters.filter(({ wordCount }) => wordCount > 0).length ?? 0;
  const archived = `${written === 1 ? 'One chapter has' : `${written} chapters have`} text. They are archived for 30 days.`;
  if (written > 0 && !(await confirmed(`Replace the chapters by “${heading}”? ${archived}`, 'Replace'))) return;
  await ask(AdoptVariantDocument, {
    bookId: of.id,
    variantId: id,
    input: { replaceWritten: written > 0 },
    expectedVersion: now?.book?.version ?? null,
  });
  await of.refresh();
  adopted();
}

const deeds: Deeds = {
  grade: (card, judge) => work((of) => grade(of, card, judge)),
  adopt: (card) => work((of) => adopt(of, card)),
  remove: (card) => work((of) => ask(DeleteVariantDocument, { bookId: of.id, variantId: card.id })),
};
const showCards = rows(list, (_card: Card) => outlineCard(deeds));
