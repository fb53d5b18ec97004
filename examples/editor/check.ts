import { beside, markWords } from './beside.ts';
import type { Book } from './book.ts';
import { ask } from './client.ts';
import { byId, h, rows } from './dom.ts';
import { type Deeds, findingRow } from './finding.ts';
import { selectMark } from './marks.ts';
import { newestOf } from './newest.ts';
import { attempt, tellTrouble } from './notice.ts';
import {
  CheckDocument,
  type CheckQuery,
  CreateCharacterDocument,
  type FindingFragment,
  RemoveWaiverDocument,
  WaiveFindingDocument,
} from './operations.gen.ts';
import { choosePane } from './panes.ts';
import type { OpenChapter } from './text.ts';
import { inOurTerms } from './wording.ts';

type Report = CheckQuery['lintChapter'];

const list = beside(h('ol', { class: 'reviews' }));
const state = h('p', { class: 'hint', role: 'status' });
const skipped = h('ul', { class: 'findings hint' });
const others = h('details', {}, h('summary', { class: 'hint' }, 'Checks that did not apply'), skipped);
const trouble = h('p', { class: 'trouble', role: 'alert' });

let book: Book | undefined;
let chapter: OpenChapter | undefined;
const read = newestOf<CheckQuery>();

/** What the service finds in the open chapter: a list, and marks in the text. */
export async function showCheck(from: Book, open: OpenChapter | undefined): Promise<void> {
  const isOther = chapter !== open;
  [book, chapter] = [from, open];
  if (isOther) {
    showFindings([]);
    markWords('check', '', []);
    state.textContent = open ? '' : 'Open a chapter to see what the service finds in it.';
    trouble.textContent = '';
  }
  const place = byId('check', HTMLElement);
  if (!place.contains(list)) place.replaceChildren(h('h2', { class: 'hidden' }, 'Check'), state, trouble, list, others);
  others.hidden = true;
  if (!open) return;
  const answer = await attempt(() => read(() => ask(CheckDocument, { bookId: from.id, chapterId: open.id })), 'check');
  if (answer && chapter === open) show(answer.lintChapter, open);
}

/** After a change of the book that nobody sees here: what was mended loses its mark. */
export function followCheck(from: Book, open: OpenChapter | undefined): void {
  if (list.childElementCount > 0) void showCheck(from, open);
}

/** Marks the words of a text that the editor has; of another one, the next save brings the findings. */
function show(report: Report, open: OpenChapter): void {
  const { findings, checksSkipped, chapterVersion } = report;
  state.textContent = told(report);
  showFindings(findings);
  others.hidden = checksSkipped.length === 0;
  skipped.replaceChildren(...checksSkipped.map(({ reason }) => h('li', {}, inOurTerms(reason))));
  if (chapterVersion === open.version) markWords('check', open.savedContent, findings.flatMap(wordsOf));
}

function told({ open, waived, omitted }: Report): string {
  const more = omitted > 0 ? `, ${omitted} of them not listed` : '';
  const found = open === 0 ? 'Nothing to mend' : `${open} ${open === 1 ? 'finding' : 'findings'}${more}`;
  return waived === 0 ? `${found}.` : `${found}; ${waived} waived.`;
}

function wordsOf({ id, severity, start, end, waiver }: FindingFragment) {
  return start === null || end === null || waiver ? [] : [{ id, kind: `lint-${severity}`, start, end }];
}

/** Does something with a finding and shows what is left. */
const decided = (work: (ids: { bookId: string; chapterId: string }, open: OpenChapter) => Promise<unknown>) =>
  tellTrouble(trouble, async () => {
    const [from, open] = [book, chapter];
    if (!from || !open) return;
    await open.flush();
    await work({ bookId: from.id, chapterId: open.id }, open);
    await showCheck(from, open);
  });

const deeds: Deeds = {
  get bookId() {
    return book?.id ?? '';
  },
  show: ({ id }) => selectMark(id),
  rewrite: ({ message, excerpt, fix }) =>
    decided((_ids, open) => open.rewrite(excerpt ? `${message} “${excerpt}” ${fix}` : `${message} ${fix}`)),
  addToCast: ({ excerpt }) =>
    decided(async ({ bookId }) => {
      await ask(CreateCharacterDocument, { bookId, input: { name: excerpt ?? '' } });
      await book?.refresh();
    }),
  openSheet() {
    choosePane('text');
    const sheet = byId('chapter-sheet', HTMLDetailsElement);
    sheet.open = true;
    sheet.querySelector('summary')?.focus();
  },
  waive: ({ id: findingId }, reason, sent) =>
    decided(async (ids) => {
      await ask(WaiveFindingDocument, { ...ids, input: { findingId, reason }, idempotencyKey: crypto.randomUUID() });
      sent();
    }),
  takeBack: ({ id: findingId }) => decided((ids) => ask(RemoveWaiverDocument, { ...ids, findingId })),
};
const showFindings = rows(list, (finding: FindingFragment) => findingRow(finding, deeds));
