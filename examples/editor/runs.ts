import type { Book } from './book.ts';
import { ask } from './client.ts';
import { byId, h, type Row, rows } from './dom.ts';
import { attempt, notify } from './notice.ts';
import {
  type CutPlace,
  type RunKind,
  type RunState,
  RunsInDetailDocument,
  type RunsInDetailQuery,
  SentPromptDocument,
} from './operations.gen.ts';
import { promptParts } from './prompt.ts';
import type { OpenChapter } from './text.ts';
import { inOurTerms } from './wording.ts';

type Run = RunsInDetailQuery['runs']['nodes'][number];

const kinds: Partial<Record<RunKind, string>> = {
  write: 'Write',
  rewrite: 'Rewrite',
  summarize: 'Recap',
  narrate: 'Narration',
};
const states: Record<RunState, string> = {
  running: '◌ running',
  completed: '● completed',
  partial: '◐ stopped early',
  cancelled: '○ stopped',
  failed: '! failed',
};
const places: Record<CutPlace, string> = {
  start: 'Removed before the text',
  end: 'Removed after the text',
  within: 'Removed within the text',
};
const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

let wanted: OpenChapter | undefined;
let show: ((runs: readonly Run[]) => void) | undefined;

/** The last runs on the open chapter, with what they answered besides its text. */
export async function showRuns(book: Book, chapter: OpenChapter | undefined): Promise<void> {
  const place = byId('runs', HTMLElement);
  const hint = h('p', { class: 'hint' }, 'Open a chapter to see its runs.');
  if (wanted !== chapter || !show) {
    wanted = chapter;
    const list = h('ol', { class: 'runs' });
    show = rows(list, () => runRow(chapter));
    place.replaceChildren(h('h2', { class: 'hidden' }, 'Runs'), hint, list);
  }
  if (!chapter) return;
  const answer = await attempt(() => ask(RunsInDetailDocument, { bookId: book.id }), 'runs');
  if (!answer || wanted !== chapter) return;
  // One page of the book's runs is enough: what older ones left is in the text or was refused long ago.
  const own = answer.runs.nodes.filter(({ chapterId }) => chapterId === chapter.id);
  show(own);
  const text = 'Text that did not become part of the chapter is kept with its run.';
  place.querySelector('.hint')?.replaceChildren(own.length > 0 ? text : 'Nothing has been generated here lately.');
}

function runRow(chapter: OpenChapter | undefined): Row<Run> {
  const [name, facts, trouble] = [h('strong'), h('span', { class: 'facts' }), h('p', { class: 'trouble' })];
  const [leftovers, sent] = [h('div'), h('div')];
  let shown = '';
  return {
    element: h('li', { class: 'card' }, h('div', { class: 'line' }, name, facts), trouble, leftovers, sent),
    update({ id, kind, state, startedAt, model, error, cut, draft, prompt }) {
      name.textContent = kinds[kind] ?? kind;
      facts.textContent = `${states[state]} · ${when.format(new Date(startedAt))} · ${model}`;
      trouble.textContent = inOurTerms(error?.message ?? '');
      if (prompt && sent.childElementCount === 0) sent.append(sentPrompt(id, sent));
      // What is open stays open.
      const now = JSON.stringify([cut, draft]);
      if (shown === now) return;
      shown = now;
      leftovers.replaceChildren(
        ...cut.map(({ at, text }) => leftover(places[at], text)),
        ...(draft === null ? [] : [leftover('Reply that was not used', draft, [useButton(chapter, draft)])]),
      );
    },
  };
}

/** A button that gives way to what the run sent first. */
function sentPrompt(runId: string, place: HTMLElement): HTMLElement {
  const show = () =>
    attempt(async () => {
      const { run } = await ask(SentPromptDocument, { runId });
      if (!run.prompt) throw new Error('The prompt of this run is no longer kept.');
      const parts = promptParts('What the model read', run.prompt);
      parts.open = true;
      place.replaceChildren(parts);
      parts.querySelector('summary')?.focus();
    });
  return h('button', { type: 'button', class: 'quiet', onclick: show }, 'Show its prompt');
}

/** A text of the model, closed at first. It is data: only ever a text node. */
function leftover(label: string, text: string, actions: HTMLElement[] = []): HTMLElement {
  const body = h('pre', { class: 'prose', tabindex: 0, role: 'group', 'aria-label': label }, text);
  const copy = h('button', { type: 'button', onclick: () => copied(text, body) }, 'Copy');
  const size = h('span', { class: 'facts' }, `${[...text].length.toLocaleString()} characters`);
  return h(
    'details',
    { class: 'leftover' },
    h('summary', {}, label, ' ', size),
    body,
    h('div', { class: 'actions' }, copy, ...actions),
  );
}

async function copied(text: string, body: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify('Copied.');
  } catch {
    // Without https a page may not write to the clipboard.
    getSelection()?.selectAllChildren(body);
    notify('The browser does not allow copying here. The text is selected; copy it with the keyboard.');
  }
}

function useButton(chapter: OpenChapter | undefined, draft: string): HTMLElement {
  const use = () =>
    attempt(async () => {
      await chapter?.replace(draft);
      notify('The reply is the chapter’s text now. The former text is kept under Revisions.');
    });
  return h('button', { type: 'button', 'data-needs': 'books:write', onclick: use }, 'Use as the chapter’s text');
}
