import type { Book } from './book.ts';
import { ask } from './client.ts';
import { byId, h } from './dom.ts';
import { exportPart, showExport } from './exporting.ts';
import { narrationPart, showNarration } from './narration.ts';
import { tellTrouble } from './notice.ts';
import { PublicationDocument, type PublicationQuery, PublishDocument, type Visibility } from './operations.gen.ts';

type Read = NonNullable<PublicationQuery['book']>;

const place = byId('publish', HTMLElement);
const visibilities = [
  ['unlisted', 'unlisted: everyone with the link'],
  ['public', 'public: everyone'],
  ['private', 'private: only you'],
] as const satisfies readonly (readonly [Visibility, string])[];
const visibility = h('select', {}, ...visibilities.map(([value, label]) => h('option', { value }, label)));
const state = h('p', { role: 'status' });
const link = h('a', { target: '_blank', rel: 'noreferrer' });
const warnings = h('ul', { class: 'findings' });
const trouble = h('p', { class: 'trouble', role: 'alert' });
// Not there until it is known what readers have.
const publishButton = h('button', { class: 'primary', hidden: true }, 'Publish');
const unpublish = { type: 'button', hidden: true, onclick: () => void work(() => publish(false)) };
const withdraw = h('button', unpublish, 'Unpublish');
const publicationPart = h(
  'form',
  { class: 'card', 'aria-label': 'Publication', onsubmit: submit },
  h('h3', {}, 'Publication'),
  state,
  h('p', {}, link),
  warnings,
  trouble,
  h('label', { class: 'field', 'data-needs': 'publish:write' }, h('span', {}, 'Who can read it'), visibility),
  h('div', { class: 'actions', 'data-needs': 'publish:write' }, withdraw, publishButton),
);

let book: Book | undefined;
let version: number | null = null;
let closing = new AbortController();

/** From the text to readers: publication, narration and files. */
export async function showPublish(of: Book): Promise<void> {
  leavePublish();
  closing = new AbortController();
  book = of;
  if (!place.contains(exportPart))
    place.append(h('h2', {}, 'Publish'), h('div', { class: 'publishing' }, publicationPart, narrationPart, exportPart));
  showExport(of);
  void showNarration(of, closing.signal);
  await work(async () => {});
}

export function leavePublish(): void {
  closing.abort();
}

function submit(event: Event): void {
  event.preventDefault();
  void work(() => publish(true));
}

/** Does something and shows what readers have then. */
async function work(deed: () => Promise<unknown>): Promise<void> {
  await tellTrouble(trouble, async () => {
    await deed();
    const { signal } = closing;
    const answer = await ask(PublicationDocument, { bookId: book?.id ?? '' });
    if (answer.book && !signal.aborted) put(answer.book);
  });
}

async function publish(isWanted: boolean): Promise<void> {
  const chosen = visibilities.find(([value]) => value === visibility.value)?.[0] ?? 'unlisted';
  const input = { publish: isWanted, ...(isWanted ? { visibility: chosen } : {}) };
  const variables = { bookId: book?.id ?? '', input, expectedVersion: version, idempotencyKey: crypto.randomUUID() };
  await ask(PublishDocument, variables);
  await book?.refresh();
}

function put({ version: now, publication, publishWarnings }: Read): void {
  version = now;
  state.textContent = told(publication);
  link.hidden = !publication?.readerUrl;
  link.href = publication?.readerUrl ?? '';
  link.textContent = publication?.readerUrl ?? '';
  if (publication) visibility.value = publication.visibility;
  publishButton.hidden = false;
  publishButton.textContent = publication ? 'Publish anew' : 'Publish';
  withdraw.hidden = !publication;
  const { findings = [], more = 0, chaptersUnchecked = 0 } = publishWarnings ?? {};
  warnings.replaceChildren(
    ...findings.map(warningOf),
    ...(more > 0 ? [h('li', {}, `${more} more`)] : []),
    ...(chaptersUnchecked > 0 ? [h('li', {}, `${chaptersUnchecked} chapters are not checked yet.`)] : []),
  );
}

function told(publication: Read['publication']): string {
  if (!publication)
    return 'Readers have nothing of this book yet. What is published is a copy: later edits do not show.';
  const when = new Date(publication.publishedAt).toLocaleString();
  const words = publication.wordCount.toLocaleString();
  const news = publication.hasChanges
    ? 'The book has changed since; readers see it as it was.'
    : 'Readers see the book as it is now.';
  return `Published ${when}, ${words} words. ${news}`;
}

function warningOf({
  chapterId,
  order,
  title,
  message,
  excerpt,
}: NonNullable<Read['publishWarnings']>['findings'][number]) {
  const chapter = h('a', { href: `desk#${book?.id}/${chapterId}` }, `${order}. ${title}`);
  return h('li', {}, chapter, `: ${message}${excerpt ? ` “${excerpt}”` : ''}`);
}
