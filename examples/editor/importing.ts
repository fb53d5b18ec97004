import { ask } from './client.ts';
import { h } from './dom.ts';
import { questionOf, tellTrouble, whileWaiting } from './notice.ts';
import {
  type BookImport,
  ImportBookDocument,
  ImportPreviewDocument,
  type ImportPreviewQuery,
} from './operations.gen.ts';
import { inOurTerms } from './wording.ts';

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
const marks = [
  ['', 'as the lines say'],
  ['blank', 'end with a blank line'],
  ['line', 'are single lines'],
  ['indent', 'begin with an indent'],
] as const;
/** As the service calls a document without a title. */
const untitled = 'Untitled Book';

/** Shows what an import would make of a file, and makes it if the author agrees. Answers the id of the book. */
export async function importFile(file: File): Promise<string | undefined> {
  const format = formats[file.name.split('.').at(-1)?.toLowerCase() ?? ''];
  if (!format)
    throw new Error(
      `“${file.name}” cannot be imported. Save it as Markdown (.md) or plain text (.txt), or export it as JSON.`,
    );
  if (file.size > bytesMax) throw new Error(`“${file.name}” has more than 4 MB. Divide it, and import the parts.`);
  const input: BookImport = { format, content: await textOf(file) };
  const first = (await ask(ImportPreviewDocument, { input })).importPreview;
  const named = first.title === untitled ? file.name.replace(/\.[^.]*$/, '') : first.title;
  const title = h('input', { value: named, maxlength: 200, dir: 'auto' });
  const shown = h('div', {}, ...preview(file.name, first));
  const trouble = h('p', { class: 'trouble', role: 'alert' });
  const wanted = () => ({ ...input, ...choicesNow(), ...(title.value.trim() ? { title: title.value } : {}) });
  const again = () =>
    tellTrouble(trouble, async () => {
      const { importPreview } = await ask(ImportPreviewDocument, { input: { ...input, ...choicesNow() } });
      shown.replaceChildren(...preview(file.name, importPreview));
    });
  const { elements, choicesNow } = choicesFor(format, () => void again());
  const heading = h('h2', {}, 'Import this manuscript?');
  const field = h('label', { class: 'field' }, 'Title', title);
  if (!(await questionOf('Import', 'Import', heading, field, ...elements, shown, trouble).answer)) return undefined;
  const variables = { input: wanted(), idempotencyKey: crypto.randomUUID() };
  const { importBook } = await whileWaiting(`Importing “${title.value}” …`, ask(ImportBookDocument, variables));
  return importBook.id;
}

/** How the text of a file is read. */
function choicesFor(format: BookImport['format'], changed: () => void) {
  const paragraphs = h('select', { onchange: changed }, ...marks.map(([value, text]) => h('option', { value }, text)));
  const verbatim = h('input', { type: 'checkbox', onchange: changed });
  const ofText = h('label', { class: 'field' }, 'Paragraphs', paragraphs);
  const ofAll = h('label', { class: 'check' }, verbatim, ' Keep all in the text');
  return {
    elements: { text: [ofText], markdown: [ofAll], json: [] }[format],
    choicesNow(): Pick<BookImport, 'paragraphs' | 'verbatim'> {
      const mark = marks.find(([value]) => value === paragraphs.value)?.[0];
      return { text: mark ? { paragraphs: mark } : {}, markdown: { verbatim: verbatim.checked }, json: {} }[format];
    },
  };
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

function preview(name: string, { author, language, chapters, warnings }: Preview): HTMLElement[] {
  const words = chapters.reduce((sum, { wordCount }) => sum + wordCount, 0).toLocaleString();
  const count = chapters.length === 1 ? 'one chapter' : `${chapters.length} chapters`;
  const rest = chapters.length - chaptersShown;
  return [
    h('p', {}, `${name}: ${author ? `by ${author}, ` : ''}${count}, ${words} words, language ${language}.`),
    h(
      'ol',
      { class: 'beats' },
      ...chapters.slice(0, chaptersShown).map(lineOf),
      ...(rest > 0 ? [h('li', {}, `… and ${rest} more`)] : []),
    ),
    ...warnings.map(({ message }) => h('p', { class: 'trouble' }, inOurTerms(message))),
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
