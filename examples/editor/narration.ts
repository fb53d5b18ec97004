import type { Book } from './book.ts';
import { ask, pause } from './client.ts';
import { h, type Row, rows } from './dom.ts';
import { fileOf } from './downloads.ts';
import { attempt, confirmed, tellTrouble } from './notice.ts';
import {
  CancelNarrationDocument,
  type ChapterNarrationState,
  ChapterSoundDocument,
  NarrateDocument,
  NarrationDocument,
  type NarrationFragment,
} from './operations.gen.ts';
import { offNote } from './rights.ts';
import { inOurTerms } from './wording.ts';

type Line = NarrationFragment['chapters'][number];

/** Pause between looks at a narration that goes on. */
const pollMs = 2_000;
const states: Record<ChapterNarrationState, string> = {
  ready: '● ready',
  stale: '◐ the text has changed since',
  missing: '○ not narrated',
  incomplete: '○ not finished',
  queued: '◌ waiting',
  running: '◌ being narrated',
  failed: '! failed',
};

const voice = h('input', { maxlength: 100, placeholder: 'as the service' });
const bar = h('progress', { 'aria-label': 'Chapters narrated' });
const facts = h('p', { class: 'hint', role: 'status' });
const trouble = h('p', { class: 'trouble', role: 'alert' });
const list = h('ol', { class: 'beats' });
const stop = h('button', { type: 'button', hidden: true, onclick: () => void work(cancel) }, 'Stop narrating');
const start = h('button', { class: 'primary', 'data-feature': 'narration' }, 'Narrate the book');
const reason = h('div');

let book: Book | undefined;
let signal = AbortSignal.abort();
let toNarrate: readonly Line[] = [];

/** The chapters as sound. */
export const narrationPart = h(
  'form',
  { class: 'card', 'aria-label': 'Narration', onsubmit: submit },
  h('h3', {}, 'Narration'),
  bar,
  facts,
  list,
  trouble,
  reason,
  h('label', { class: 'field', 'data-needs': 'generation:run' }, h('span', {}, 'Voice'), voice),
  h('div', { class: 'actions' }, stop, h('span', { 'data-needs': 'generation:run' }, start)),
);

const showLines = rows(list, lineOf);

/** Shows the narration of a book, again and again while it goes on, until the signal is aborted. */
export async function showNarration(of: Book, until: AbortSignal): Promise<void> {
  if (book !== of) showLines([]);
  [book, signal] = [of, until];
  reason.replaceChildren(...offNote('narration'));
  await work(async () => {});
}

/** Does something and shows how the narration is then. */
async function work(deed: (bookId: string) => Promise<unknown>): Promise<void> {
  const [of, until] = [book, signal];
  if (!of) return;
  await tellTrouble(trouble, async () => {
    await deed(of.id);
    for (let isAtWork = true; isAtWork && !until.aborted; ) {
      const { bookNarration } = await ask(NarrationDocument, { bookId: of.id });
      if (until.aborted) return;
      isAtWork = put(bookNarration);
      if (isAtWork) await pause(pollMs, until);
    }
  });
}

/** Answers whether it goes on. */
function put({ chapters, ready, total, queued, running }: NarrationFragment): boolean {
  const isAtWork = queued + running > 0;
  toNarrate = chapters.filter(({ state }) => state === 'missing' || state === 'stale' || state === 'failed');
  bar.max = Math.max(1, total);
  bar.value = ready;
  facts.textContent = `${ready} of ${total} chapters can be heard.`;
  stop.hidden = !isAtWork;
  start.hidden = isAtWork || toNarrate.length === 0;
  showLines(chapters.map((line) => ({ ...line, id: line.chapterId })));
  return isAtWork;
}

function lineOf({ chapterId }: Line & { id: string }): Row<Line & { id: string }> {
  const [name, state, why] = [h('span'), h('span', { class: 'facts' }), h('span', { class: 'trouble' })];
  const sound = h('span');
  const play = h('button', { type: 'button', class: 'quiet', onclick: () => attempt(() => listen(chapterId, sound)) });
  play.textContent = 'Listen';
  sound.append(play);
  let shown = '';
  return {
    element: h('li', {}, h('span', {}, name, ' ', why), state, sound),
    update(now) {
      name.textContent = `${now.order}. ${now.title}`;
      state.textContent = states[now.state];
      why.textContent = inOurTerms(now.error?.message ?? '');
      sound.hidden = now.state !== 'ready' && now.state !== 'stale';
      // Newer sound is fetched when it is asked for.
      if (shown !== `${now.runId}`) sound.replaceChildren(play);
      shown = `${now.runId}`;
      play.setAttribute('aria-label', `Listen to ${now.title}`);
    },
  };
}

async function listen(chapterId: string, place: HTMLElement): Promise<void> {
  const { url } = (await ask(ChapterSoundDocument, { bookId: book?.id ?? '', chapterId })).chapterAudio;
  const src = URL.createObjectURL(await fileOf(url));
  const player = h('audio', { controls: true, autoplay: true, src });
  player.addEventListener('emptied', () => URL.revokeObjectURL(src));
  place.replaceChildren(player);
  player.focus();
}

function submit(event: Event): void {
  event.preventDefault();
  void work(narrate);
}

async function narrate(bookId: string): Promise<void> {
  const count = toNarrate.length === 1 ? 'One chapter' : `${toNarrate.length} chapters`;
  const words = (book?.data.chapters ?? [])
    .filter(({ id }) => toNarrate.some(({ chapterId }) => chapterId === id))
    .reduce((sum, { wordCount }) => sum + wordCount, 0);
  const question = `Narrate the book? ${count} with ${words.toLocaleString()} words go to the speech provider, which charges for them.`;
  if (!(await confirmed(question, 'Narrate'))) return;
  const input = voice.value.trim() === '' ? {} : { voice: voice.value };
  await ask(NarrateDocument, { bookId, input, idempotencyKey: crypto.randomUUID() });
}

const cancel = (bookId: string) => ask(CancelNarrationDocument, { bookId });
