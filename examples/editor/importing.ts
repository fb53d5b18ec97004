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

const formats: Record<string, BookImport['format']> = {
  md: 'markdown',
  markdown: 'markdown',
  txt: 'text',
  text: 'text',
  json: 'json',
};
/** Of a request to /graphql, with some room for escapes. */
const bytesMax = 3_900_000;
const chaptersShown = 12;
/** As the service calls a document without a title. */
const untitled = 'Untitled Book';

/** Shows what an import would make of a file, and makes it if the author agrees. Answers the id of the book. */
export async function importFile(file: File): Promise<string | undefined> {
  const format = formats[file.name.split('.').at(-1)?.toLowerCase() ?? ''];
  if (!format)
    throw new Error(
      `“${file.name}” cannot be imported. Save it as Markdown (.md) or plain text (.txt), or export it as JSON.`,
    );
  if (file.size > bytesMax)
    throw new Error(
      `“${file.name}” has more than 4 MB. POST /v1/books/import takes up to 20 MB; or import it in parts.`,
    );
  const input: BookImport = { format, content: await textOf(file) };
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

/** The text of a file. Without the mark of UTF-16, what is not UTF-8 is read as Windows wrote it, rather than with gaps. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
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
