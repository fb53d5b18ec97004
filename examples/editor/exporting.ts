import type { Book } from './book.ts';
import { ask } from './client.ts';
import { h } from './dom.ts';
import { fileOf, saveFile } from './downloads.ts';
import { confirmed, tellTrouble } from './notice.ts';
import { ExportDocument, type ExportFormat, type ExportMarks } from './operations.gen.ts';
import { sizeOf } from './storage.ts';

const formats: readonly (readonly [ExportFormat, string])[] = [
  ['epub', 'EPUB: for e-readers and shops'],
  ['docx', 'Word: standard manuscript format'],
  ['markdown', 'Markdown: the chapters, byte for byte'],
  ['text', 'Plain text'],
  ['html', 'One web page'],
  ['json', 'JSON: everything, to be imported without loss'],
];
/** Titles that are listed. */
const namesMax = 5;
/** How a format shows open proposals and notes. */
const marksOf: Partial<Record<ExportFormat, ExportMarks>> = { docx: 'tracked', markdown: 'criticmarkup' };

const format = h('select', {}, ...formats.map(([value, label]) => h('option', { value }, label)));
const marks = h('input', { type: 'checkbox' });
const marksField = h('label', { class: 'check' }, marks, ' With open proposals and notes');
const button = h('button', { class: 'primary' }, 'Export');
const progress = h('progress', { 'aria-label': 'Progress of the export', hidden: true });
const state = h('p', { class: 'hint', role: 'status' });
const trouble = h('p', { class: 'trouble', role: 'alert' });

let book: Book | undefined;

/** The book as a file. */
export const exportPart = h(
  'form',
  { class: 'card', 'aria-label': 'Export', onsubmit: submit },
  h('h3', {}, 'Export'),
  h('label', { class: 'field' }, h('span', {}, 'Format'), format),
  marksField,
  progress,
  state,
  trouble,
  h('div', { class: 'actions' }, button),
);
format.addEventListener('change', showMarks);
showMarks();

export function showExport(ofBook: Book): void {
  if (book?.id !== ofBook.id) state.textContent = '';
  book = ofBook;
}

/** Files for readers, in which a chapter without text is an empty page. */
const forReaders: readonly ExportFormat[] = ['epub', 'docx', 'text', 'html'];

/** Asks before a book with empty chapters becomes a file for readers. */
async function isWanted(of: Book): Promise<boolean> {
  const empty = of.data.chapters.filter(({ wordCount }) => wordCount === 0);
  if (empty.length === 0 || !forReaders.includes(formatNow())) return true;
  const names = empty.slice(0, namesMax).map(({ order, title }) => `${order}. ${title}`);
  const more = empty.length > namesMax ? ` and ${empty.length - namesMax} more` : '';
  const has = empty.length === 1 ? 'One chapter has no text' : `${empty.length} chapters have no text`;
  return confirmed(`${has}: ${names.join(', ')}${more}. Readers see an empty page.`, 'Export all the same');
}

function formatNow(): ExportFormat {
  return formats.find(([value]) => value === format.value)?.[0] ?? 'epub';
}

function showMarks(): void {
  marksField.hidden = marksOf[formatNow()] === undefined;
}

function submit(event: Event): void {
  event.preventDefault();
  if (book) void isWanted(book).then((isAgreed) => isAgreed && begin());
}

function begin(): void {
  button.disabled = true;
  progress.hidden = false;
  progress.removeAttribute('value');
  void tellTrouble(trouble, save).finally(() => {
    button.disabled = false;
    progress.hidden = true;
  });
}

async function save(): Promise<void> {
  state.textContent = 'The service makes the file …';
  const now = formatNow();
  const variables = { bookId: book?.id ?? '', format: now, marks: marks.checked ? (marksOf[now] ?? null) : null };
  try {
    const { url, fileName, sizeBytes } = (await ask(ExportDocument, variables)).bookExport;
    progress.max = sizeBytes;
    saveFile(
      await fileOf(url, (bytes) => {
        progress.value = bytes;
        state.textContent = `${sizeOf(bytes)} of ${sizeOf(sizeBytes)}`;
      }),
      fileName,
    );
    state.textContent = `${fileName}, ${sizeOf(sizeBytes)}`;
  } catch (error) {
    state.textContent = '';
    throw error;
  }
}
