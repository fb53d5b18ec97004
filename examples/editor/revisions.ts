import type { Book } from './book.ts';
import { ask } from './client.ts';
import { byId, h, type Row, rows } from './dom.ts';
import { withoutEscapes } from './escapes.ts';
import { newestOf } from './newest.ts';
import { attempt, confirmed, notify } from './notice.ts';
import {
  DeleteRevisionDocument,
  RestoreRevisionDocument,
  RevisionDiffDocument,
  type RevisionDiffQuery,
  RevisionsDocument,
  type RevisionsQuery,
  ThinRevisionsDocument,
} from './operations.gen.ts';
import { showStorage } from './storage.ts';
import type { OpenChapter } from './text.ts';

type Revision = RevisionsQuery['revisions']['nodes'][number];
type Part = RevisionDiffQuery['revisionDiff']['parts'][number];

const origins = {
  human: 'edited',
  write: 'written',
  rewrite: 'rewritten',
  restore: 'restored',
  import: 'imported',
};
const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Former texts that thinning keeps. */
const keptWhenThinned = 20;

const read = newestOf<RevisionsQuery>();
let shown: { chapter: OpenChapter; update: (revisions: readonly Revision[]) => void } | undefined;

/** Revisions of the open chapter, with comparison and restore. */
export async function showRevisions(book: Book, chapter: OpenChapter | undefined): Promise<void> {
  const place = byId('revisions', HTMLElement);
  if (!chapter) {
    shown = undefined;
    return place.replaceChildren(heading(), h('p', { class: 'hint' }, 'Open a chapter to see its revisions.'));
  }
  if (shown?.chapter !== chapter) shown = { chapter, update: emptyList(place, book, chapter) };
  const list = shown;
  const ids = { bookId: book.id, chapterId: chapter.id };
  const answer = await attempt(() => read(() => ask(RevisionsDocument, ids)), 'revisions');
  if (answer && shown === list) list.update(answer.revisions.nodes);
}

const heading = () => h('h2', { class: 'hidden' }, 'Revisions');

function emptyList(place: HTMLElement, book: Book, chapter: OpenChapter) {
  const list = h('ol', { class: 'revisions' });
  const thin = thinButton(book, chapter);
  place.replaceChildren(heading(), h('p', { class: 'hint' }, 'Replaced texts are kept here.'), list, thin);
  const updateRows = rows<Revision>(list, (revision) => line(book, chapter, revision));
  return (revisions: readonly Revision[]) => {
    updateRows(revisions);
    thin.hidden = revisions.length <= keptWhenThinned + 1;
  };
}

function thinButton(book: Book, chapter: OpenChapter): HTMLElement {
  const thin = () =>
    void attempt(async () => {
      const input = { keep: keptWhenThinned };
      const ids = { bookId: book.id, chapterId: chapter.id };
      const preview = await ask(ThinRevisionsDocument, { ...ids, input: { ...input, preview: true } });
      const { removed, bytes } = preview.thinRevisions;
      if (removed === 0) return notify('No older text can be deleted: published and restored texts stay.');
      const question = `Delete ${removed} older texts for good? This frees ${bytes.toLocaleString()} bytes.`;
      if (!(await confirmed(question, 'Delete'))) return;
      await ask(ThinRevisionsDocument, { ...ids, input });
      void showStorage();
      await showRevisions(book, chapter);
    });
  return h(
    'button',
    { type: 'button', hidden: true, 'data-needs': 'books:write', onclick: thin },
    `Keep the newest ${keptWhenThinned}`,
  );
}

function line(book: Book, chapter: OpenChapter, _revision: Revision): Row<Revision> {
  const element = h('li');
  let before = '';
  const update = (revision: Revision) => {
    const now = JSON.stringify(revision);
    if (now === before) return;
    before = now;
    element.replaceChildren(...partsOfLine(book, chapter, revision));
  };
  return { element, update };
}

function partsOfLine(book: Book, chapter: OpenChapter, revision: Revision): HTMLElement[] {
  const { isCurrent, origin, wordCount, createdAt } = revision;
  const name = isCurrent ? 'Present text' : when.format(new Date(createdAt));
  const facts = h('span', { class: 'facts' }, `${origins[origin]} · ${wordCount.toLocaleString()} words`);
  if (isCurrent) return [h('strong', {}, name), facts];
  const compare = () => void attempt(() => showDiff(book, chapter, revision, name));
  return [h('button', { type: 'button', class: 'chapter', onclick: compare }, h('span', {}, name), facts)];
}

async function showDiff(book: Book, chapter: OpenChapter, revision: Revision, name: string): Promise<void> {
  const ids = { bookId: book.id, chapterId: chapter.id, revisionId: revision.id };
  const { revisionDiff } = await ask(RevisionDiffDocument, ids);
  const dialog = h('dialog', { class: 'wide', 'aria-label': `Text of ${name}` });
  const restore = async () => {
    dialog.close();
    byId('content', HTMLElement).focus();
    await attempt(async () => {
      await chapter.flush();
      const variables = { ...ids, expectedVersion: chapter.version };
      await chapter.own(async () => (await ask(RestoreRevisionDocument, variables)).restoreRevision.version);
      await showRevisions(book, chapter);
    });
  };
  const remove = async () => {
    if (!(await confirmed(`Delete the text of ${name} for good?`, 'Delete'))) return;
    dialog.close();
    await attempt(() => ask(DeleteRevisionDocument, ids));
    void showStorage();
    await showRevisions(book, chapter);
  };
  dialog.append(
    h('h2', {}, `Text of ${name}`),
    h(
      'p',
      { class: 'hint' },
      `Restoring adds ${revisionDiff.wordsAdded} words and removes ${revisionDiff.wordsRemoved}. The present text is kept as a revision.`,
    ),
    h(
      'div',
      { class: 'prose', tabindex: 0, role: 'group', 'aria-label': 'Differences' },
      ...revisionDiff.parts.map(partShown),
    ),
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'button', onclick: () => dialog.close() }, 'Close'),
      h('button', { type: 'button', 'data-needs': 'books:write', onclick: remove }, 'Delete'),
      h(
        'button',
        { type: 'button', class: 'primary', 'data-needs': 'books:write', onclick: restore },
        'Restore this text',
      ),
    ),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function partShown({ kind, text: markdown, words }: Part): Node {
  const text = withoutEscapes(markdown);
  if (kind === 'insert') return h('ins', {}, text);
  if (kind === 'delete') return h('del', {}, text);
  return kind === 'gap' ? h('span', { class: 'gap' }, ` … ${words} words … `) : document.createTextNode(text);
}
