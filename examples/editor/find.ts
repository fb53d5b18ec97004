import type { Book } from './book.ts';
import { ApiError, ask } from './client.ts';
import { byId, h } from './dom.ts';
import { type Found, foundIn, type Hit, hitList, hitsMax, type Searched } from './find-hits.ts';
import { notify, reasonOf, tellTrouble } from './notice.ts';
import { withReplaced } from './occurrences.ts';
import { type ChapterPatch, FindTextDocument, SaveChapterDocument } from './operations.gen.ts';

const place = byId('find', HTMLElement);
const words = h('input', { id: 'find-words', maxlength: 200, required: true, type: 'search' });
const other = h('input', { id: 'find-other', maxlength: 200 });
const matchesCase = h('input', { type: 'checkbox' });
const isWholeWord = h('input', { type: 'checkbox' });
const state = h('p', { class: 'hint', role: 'status' });
const trouble = h('p', { class: 'trouble', role: 'alert' });
const list = h('div', { class: 'hits' });
const replaceButton = h('button', { type: 'button', class: 'primary', onclick: () => void work(replace) }, 'Replace');

/** What the view needs of the page. */
export interface Around {
  /** Saves the open chapter. */
  flush(): Promise<void>;
  /** Opens a chapter and selects words of it. */
  open(chapterId: string, hit: Hit): void;
}

let book: Book | undefined;
let around: Around | undefined;
let found: Found[] = [];
/** Removes the notice of what was replaced. */
let endReplaced = () => {};

/** Words in all texts of a book, and other words in their place. */
export async function showFind(of: Book, surroundings: Around): Promise<void> {
  const isOther = book !== of;
  [book, around] = [of, surroundings];
  if (!place.contains(list)) place.append(h('h2', {}, 'Find and replace'), form(), state, trouble, list);
  if (isOther) {
    put([]);
    endReplaced();
  }
  words.focus();
}

function form(): HTMLElement {
  const submit = (event: Event) => {
    event.preventDefault();
    void work(find);
  };
  for (const control of [words, matchesCase, isWholeWord]) control.addEventListener('input', () => put([]));
  return h(
    'form',
    { class: 'finding', role: 'search', onsubmit: submit },
    h('label', { class: 'field' }, h('span', {}, 'Find'), words),
    h('label', { class: 'field', 'data-needs': 'books:write' }, h('span', {}, 'Replace by'), other),
    h('label', { class: 'check' }, matchesCase, ' Match case'),
    h('label', { class: 'check' }, isWholeWord, ' Whole words'),
    h('div', { class: 'actions' }, h('button', {}, 'Find'), h('span', { 'data-needs': 'books:write' }, replaceButton)),
  );
}

const work = (deed: (of: Book) => Promise<void>) => tellTrouble(trouble, async () => void (book && (await deed(book))));

async function find(of: Book): Promise<void> {
  await around?.flush();
  const { book: read } = await ask(FindTextDocument, { bookId: of.id });
  const wanted = { words: words.value, matchesCase: matchesCase.checked, isWholeWord: isWholeWord.checked };
  put(foundIn(read?.chapters ?? [], wanted));
  const places = found.reduce((sum, { hits }) => sum + hits.length, 0);
  const chapters = found.length === 1 ? 'one chapter' : `${found.length} chapters`;
  const more = places === hitsMax ? ' Others may follow: replace these, and find again.' : '';
  state.textContent =
    places === 0 ? 'Nothing found.' : `${places} ${places === 1 ? 'place' : 'places'} in ${chapters}.${more}`;
}

function put(now: Found[]): void {
  found = now;
  state.textContent = '';
  replaceButton.disabled = now.length === 0;
  list.replaceChildren(...now.map((one) => hitList(one, (hit) => around?.open(one.chapter.id, hit))));
}

/** A chapter before its change, and the version after it. */
interface Done {
  chapter: Searched;
  patch: ChapterPatch;
  version: number;
}

async function replace(of: Book): Promise<void> {
  await around?.flush();
  const [done, failed]: [Done[], string[]] = [[], []];
  let places = 0;
  for (const { chapter, hits } of found) {
    const chosen = hits.filter(({ isChosen }) => isChosen);
    if (chosen.length === 0) continue;
    const patch = patchOf(chapter, chosen, other.value);
    try {
      done.push({ chapter, patch, version: await save(of.id, chapter.id, patch, chapter.version) });
      places += chosen.length;
    } catch (error) {
      failed.push(whyNot(chapter, error));
    }
  }
  put([]);
  if (done.length > 0) await of.refresh();
  const chapters = done.length === 1 ? 'one chapter' : `${done.length} chapters`;
  const label = `${places} ${places === 1 ? 'place' : 'places'} in ${chapters} replaced.`;
  endReplaced();
  if (done.length > 0) endReplaced = notify(label, { label: 'Undo', run: () => undo(of, done) });
  if (failed.length > 0) throw new Error(failed.join(' '));
}

function patchOf(chapter: Searched, hits: readonly Hit[], by: string): ChapterPatch {
  const fields = new Set(hits.map(({ field }) => field));
  const changed = [...fields].map((field) => [
    field,
    withReplaced(
      chapter[field],
      hits.filter((hit) => hit.field === field),
      by,
    ),
  ]);
  // A text that is not finished stays so.
  const status = fields.has('content') && chapter.status === 'partial' ? { status: chapter.status } : {};
  return { ...Object.fromEntries(changed), ...status };
}

/** Answers the new version. The former text is kept as a revision. */
async function save(bookId: string, chapterId: string, patch: ChapterPatch, expectedVersion: number): Promise<number> {
  const variables = { bookId, chapterId, patch, expectedVersion, keepRevision: true };
  return (await ask(SaveChapterDocument, variables)).updateChapter.version;
}

async function undo(of: Book, done: readonly Done[]): Promise<void> {
  const failed: string[] = [];
  for (const { chapter, patch, version } of done) {
    const former = Object.fromEntries(
      Object.keys(patch).map((field) => [field, Object.entries(chapter).find(([name]) => name === field)?.[1]]),
    );
    await save(of.id, chapter.id, former, version).catch((error: unknown) => failed.push(whyNot(chapter, error)));
  }
  await of.refresh();
  if (failed.length > 0) throw new Error(failed.join(' '));
}

function whyNot({ title }: Searched, error: unknown): string {
  if (error instanceof ApiError && error.code === 'conflict')
    return `“${title}” has changed meanwhile and was left alone; find again.`;
  return `“${title}”: ${reasonOf(error)}`;
}
