import { ask } from './client.ts';
import { h } from './dom.ts';
import { notify, questionOf } from './notice.ts';
import {
  type BookImport,
  ImportBookDocument,
  ImportPreviewDocument,
  type ImportPreviewQuery,
} from './operations.gen.ts';

type Preview = ImportPreviewQuery['importPreview'];

const formats: Record<string, BookImport['format']> = { json: 'json', txt: 'text', text: 'text' };
const chaptersShown = 12;
/** As the service calls a document without a title. */
const untitled = 'Untitled Book';

/** Shows what an import would make of a file, and makes it if the author agrees. Answers the id of the book. */
export async function importFile(file: File): Promise<string | undefined> {
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  const input: BookImport = { format: formats[ending] ?? 'markdown', content: await textOf(file) };
  const { importPreview } = await ask(ImportPreviewDocument, { input });
  const named = importPreview.title === untitled ? file.name.replace(/\.[^.]*$/, '') : importPreview.title;
  const title = h('input', { value: named, maxlength: 200 });
  const { answer } = questionOf('Import', 'Import', ...preview(file.name, title, importPreview));
  if (!(await answer)) return undefined;
  notify(`Importing “${title.value}” …`);
  const wanted = title.value.trim() ? { ...input, title: title.value } : input;
  const { importBook } = await ask(ImportBookDocument, { input: wanted, idempotencyKey: crypto.randomUUID() });
  return importBook.id;
}

/** The text of a file. One that is not UTF-8 is read as Windows writes it, rather than with gaps. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function preview(name: string, title: HTMLElement, { author, language, chapters, warnings }: Preview): HTMLElement[] {
  const words = chapters.reduce((sum, { wordCount }) => sum + wordCount, 0).toLocaleString();
  const count = chapters.length === 1 ? 'one chapter' : `${chapters.length} chapters`;
  const rest = chapters.length - chaptersShown;
  return [
    h('h2', {}, 'Import this manuscript?'),
    h('label', { class: 'field' }, 'Title', title),
    h('p', {}, `${name}: ${author ? `by ${author}, ` : ''}${count}, ${words} words, language ${language}.`),
    h(
      'ol',
      { class: 'beats' },
      ...chapters.slice(0, chaptersShown).map(lineOf),
      ...(rest > 0 ? [h('li', {}, `… and ${rest} more`)] : []),
    ),
    ...warnings.map(({ message }) => h('p', { class: 'trouble' }, message)),
  ];
}

function lineOf({ title, wordCount, firstLine }: Preview['chapters'][number]): HTMLElement {
  return h(
    'li',
    { title: firstLine },
    h('span', {}, title),
    h('span', { class: 'facts' }, `${wordCount.toLocaleString()} words`),
  );
}
