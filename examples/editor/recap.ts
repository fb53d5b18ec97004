import type { Book } from './book.ts';
import { ApiError, ask } from './client.ts';
import { byId, h, putText } from './dom.ts';
import { ChangedElsewhere, FieldSaver, type Progress } from './field-saver.ts';
import { attempt, tellTrouble } from './notice.ts';
import {
  GenerateRecapDocument,
  type NewRecap,
  RecapDocument,
  type RecapQuery,
  SetRecapDocument,
} from './operations.gen.ts';
import { readingPart, showReading } from './reading.ts';
import { agreed } from './spend.ts';
import type { OpenChapter } from './text.ts';

type Shown = RecapQuery['chapter'];

const origins = { model: 'Written by a model.', agent: 'Written by an agent.', person: 'Written by a person.' };

const events = h('textarea', { id: 'recap-events', rows: 4, dir: 'auto', 'aria-describedby': 'recap-trouble' });
const state = h('textarea', { id: 'recap-state', rows: 3, dir: 'auto', 'aria-describedby': 'recap-trouble' });
const facts = h('p', { class: 'hint', id: 'recap-facts' });
const trouble = h('p', { class: 'trouble', id: 'recap-trouble', role: 'alert' });
const suggestion = h('div', {});

let book: Book | undefined;
let chapter: OpenChapter | undefined;
/** The recap of the service; null without one. */
let shown: Shown['recap'] = null;
let saver: FieldSaver | undefined;

/** The recap of the open chapter beside its text: to be read, edited, and made new. */
export async function showRecap(from: Book, open: OpenChapter | undefined): Promise<void> {
  const isOther = chapter?.id !== open?.id;
  [book, chapter] = [from, open];
  if (isOther) empty();
  const place = byId('recap', HTMLElement);
  const heading = h('h2', { class: 'hidden' }, 'Recap');
  void showReading(from.id);
  if (!open)
    return place.replaceChildren(heading, h('p', { class: 'hint' }, 'Open a chapter to see its recap.'), readingPart);
  const answer = await attempt(() => ask(RecapDocument, { bookId: from.id, chapterId: open.id }), 'recap');
  if (!answer || chapter !== open) return;
  if (!place.contains(events)) place.replaceChildren(heading, ...parts(), readingPart);
  const isFirst = saver === undefined;
  saver ??= saverOf(from.id, open);
  put(answer.chapter);
  if (isFirst) saver.inherit(fill);
  for (const control of [events, state]) control.readOnly = false;
}

function saverOf(bookId: string, { id, record }: OpenChapter): FieldSaver {
  const kept = { bookId, label: `Recap · ${record.title}`, isManual: true };
  return new FieldSaver(`${id}/recap`, kept, (value, base) => set(JSON.parse(value), base), told);
}

/** Until the recap of another chapter is there, nothing can be typed: it would belong to neither. */
function empty(): void {
  void saver?.leave();
  [saver, shown] = [undefined, null];
  fill(textOf(null));
  trouble.textContent = '';
  for (const control of [events, state]) control.readOnly = true;
}

/** What the fields hold, as the value of one field. */
const textOf = (recap: Pick<NewRecap, 'events' | 'state'> | null) =>
  JSON.stringify({ events: recap?.events ?? '', state: recap?.state ?? '' });

function fill(value: string): boolean {
  const recap = JSON.parse(value) as NewRecap;
  putText(events, recap.events);
  putText(state, recap.state ?? '');
  return true;
}

function typed(): void {
  saver?.typed(textOf({ events: events.value, state: state.value }), textOf(shown));
}

function told({ reason }: Progress): void {
  trouble.textContent = reason;
  if (!saver?.isEdited) fill(textOf(shown));
}

function parts(): HTMLElement[] {
  const save = h('button', { type: 'submit', class: 'primary', 'data-needs': 'books:write' }, 'Save recap');
  const make = h(
    'button',
    {
      type: 'button',
      'data-needs': 'generation:run',
      'data-feature': 'generation',
      onclick: () => void run(makeNew),
    },
    'Make it new',
  );
  const form = h(
    'form',
    { onsubmit: submit, oninput: typed },
    labelled('What happened', events),
    labelled('Where everybody stands', state),
    trouble,
    h('div', { class: 'actions' }, make, save),
  );
  return [h('p', { class: 'hint' }, 'Prompts of later chapters have it.'), facts, form, suggestion];
}

function labelled(label: string, control: HTMLElement): HTMLElement {
  return h('div', { class: 'field area' }, h('label', { for: control.id }, label), control);
}

/** What is being edited stays. */
function put({ recap }: Shown): void {
  shown = recap;
  if (!saver?.isEdited) fill(textOf(recap));
  facts.textContent = recap ? factsOf(recap) : 'This chapter has no recap.';
  suggestion.replaceChildren(...(recap?.suggestion ? suggested(recap.suggestion) : []));
}

function factsOf({ origin, isStale }: NonNullable<Shown['recap']>): string {
  return isStale ? `${origins[origin]} From before the last edit.` : origins[origin];
}

function suggested(one: NonNullable<NonNullable<Shown['recap']>['suggestion']>): HTMLElement[] {
  const accept = () => void run(() => set({ events: one.events, state: one.state }, textOf(shown)));
  return [
    h('h3', {}, 'Suggestion of a model'),
    h('p', {}, one.events),
    h('p', {}, one.state),
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'button', 'data-needs': 'books:write', onclick: accept }, 'Accept the suggestion'),
    ),
  ];
}

function submit(event: Event): void {
  event.preventDefault();
  if (!saver) return;
  typed();
  // Saved as it is, it counts as read after the last edit.
  if (saver.isEdited) void saver.commit();
  else void run(() => set({ events: events.value, state: state.value }, textOf(shown)));
}

/** Saves a recap over the one that was shown when it was edited. */
async function set(input: NewRecap, base: string): Promise<void> {
  const chapterIds = ids();
  if (textOf(shown) !== base) throw changedTo(shown);
  const variables = { ...chapterIds, input, expectedVersion: shown?.version ?? null };
  try {
    const { setRecap } = await ask(SetRecapDocument, variables);
    if (chapter?.id === chapterIds.chapterId) put({ recap: setRecap });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
    const { recap } = (await ask(RecapDocument, chapterIds)).chapter;
    if (chapter?.id === chapterIds.chapterId) put({ recap });
    // Such as by a save whose answer was lost.
    if (textOf(recap) !== textOf(input)) throw changedTo(recap);
  }
}

const changedTo = (recap: Shown['recap']) => new ChangedElsewhere(textOf(recap), recap?.events ?? '');

async function makeNew(): Promise<void> {
  await chapter?.flush();
  const { bookId, chapterId } = ids();
  const note = shown?.origin === 'person' ? 'Yours stays; that of the model is a suggestion beside it.' : undefined;
  const call = { generateRecap: { chapterId } };
  if (!(await agreed({ bookId, call, question: 'Make a recap of this chapter?', note, yes: 'Make' }))) return;
  await ask(GenerateRecapDocument, { bookId, chapterId, idempotencyKey: crypto.randomUUID() });
  if (book) await showRecap(book, chapter);
}

function ids(): { bookId: string; chapterId: string } {
  return { bookId: book?.id ?? '', chapterId: chapter?.id ?? '' };
}

const run = (work: () => Promise<void>) => tellTrouble(trouble, work);
