import type { Book } from './book.ts';
import { ApiError, ask } from './client.ts';
import { byId, h } from './dom.ts';
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

const events = h('textarea', { id: 'recap-events', rows: 4, 'aria-describedby': 'recap-trouble' });
const state = h('textarea', { id: 'recap-state', rows: 3, 'aria-describedby': 'recap-trouble' });
const facts = h('p', { class: 'hint', id: 'recap-facts' });
const trouble = h('p', { class: 'trouble', id: 'recap-trouble', role: 'alert' });
const suggestion = h('div', {});

let book: Book | undefined;
let chapter: OpenChapter | undefined;
/** The recap that the fields show; null without one. */
let shown: Shown['recap'] = null;

/** The recap of the open chapter beside its text: to be read, edited, and made new. */
export async function showRecap(from: Book, open: OpenChapter | undefined): Promise<void> {
  const isOther = chapter?.id !== open?.id;
  [book, chapter] = [from, open];
  const place = byId('recap', HTMLElement);
  const heading = h('h2', { class: 'hidden' }, 'Recap');
  void showReading(from.id);
  if (!open)
    return place.replaceChildren(heading, h('p', { class: 'hint' }, 'Open a chapter to see its recap.'), readingPart);
  const answer = await attempt(() => ask(RecapDocument, { bookId: from.id, chapterId: open.id }));
  if (!answer || chapter !== open) return;
  if (isOther || !place.contains(events)) place.replaceChildren(heading, ...parts(), readingPart);
  // What is being edited stays.
  put(answer.chapter, isOther);
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
    { onsubmit: submit },
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

const isEdited = () => events.value !== (shown?.events ?? '') || state.value !== (shown?.state ?? '');

function put({ recap }: Shown, isNew: boolean): void {
  const isKept = !isNew && isEdited();
  if (!isKept) {
    shown = recap;
    events.value = recap?.events ?? '';
    state.value = recap?.state ?? '';
    trouble.textContent = '';
  }
  facts.textContent = recap ? factsOf(recap) : 'This chapter has no recap.';
  suggestion.replaceChildren(...(recap?.suggestion ? suggested(recap.suggestion) : []));
}

function factsOf({ origin, isStale }: NonNullable<Shown['recap']>): string {
  return isStale ? `${origins[origin]} From before the last edit.` : origins[origin];
}

function suggested(one: NonNullable<NonNullable<Shown['recap']>['suggestion']>): HTMLElement[] {
  const accept = () => void run(() => set({ events: one.events, state: one.state }));
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
  void run(() => set({ events: events.value, state: state.value }));
}

async function set(input: NewRecap): Promise<void> {
  const variables = { ...ids(), input, expectedVersion: shown?.version ?? null };
  const { setRecap } = await ask(SetRecapDocument, variables).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
    throw new Error(
      'The recap was changed in another session. Copy your text, open the chapter again, and edit that one.',
    );
  });
  put({ recap: setRecap }, true);
}

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
