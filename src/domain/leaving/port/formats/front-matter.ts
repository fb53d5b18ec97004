import { isMap, isScalar, isSeq, parseDocument, type YAMLMap } from 'yaml';
import { bookPatch } from '../../../story/book/rules.ts';
import { type ImportWarning, importWarning } from '../import/import-warnings.ts';

/** Fields of the front matter, in the order of an export. */
const frontMatterFields = [
  'title',
  'subtitle',
  'author',
  'language',
  'genre',
  'audience',
  'description',
  'premise',
] as const;
type Field = (typeof frontMatterFields)[number];
export type FrontMatter = Partial<Record<Field, string>>;

/** Marks a file in which exactly the lines that begin with `# ` start a chapter. */
const exactMark = 'fabula: 1';

/** Says that a file of ours has the marks of a review. */
const marksMark = 'marks: criticmarkup';

/** Front matter of an exported Markdown file. */
export function frontMatterOf(fields: Readonly<Record<string, unknown>>, { hasMarks }: { hasMarks: boolean }): string {
  const lines = frontMatterFields.flatMap((name) => {
    const value = fields[name];
    // A JSON string is also a YAML string.
    return typeof value === 'string' ? [`${name}: ${JSON.stringify(value)}`] : [];
  });
  return ['---', exactMark, ...(hasMarks ? [marksMark] : []), ...lines, '---', ''].join('\n');
}

interface ReadFrontMatter {
  fields: FrontMatter;
  isExact: boolean;
  /** Whether it is an export with the marks of a review. */
  hasMarks: boolean;
  body: string;
  warnings: ImportWarning[];
}

/** Longer front matter is text (ours). */
const unitsMax = 64 * 1024;

/** Splits a file into front matter fields and body. Without front matter everything is body. */
export function readFrontMatter(source: string): ReadFrontMatter {
  const found = /^---[ \t]*\n((?:(?!---|\.\.\.)[^\n]*\n){0,200}?)(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(source);
  const yaml = found?.[1] ?? '';
  const lines = yaml.split('\n');
  const isFrontMatter =
    yaml.length <= unitsMax &&
    lines.some((line) => fieldOf(named.exec(line)?.[1] ?? '') || line === exactMark || usualKeys.test(line)) &&
    lines.every((line) => /^(\s*$|\s|#|-\s|[\w-]+\s*:)/.test(line));
  if (!found || !isFrontMatter) return { fields: {}, isExact: false, hasMarks: false, body: source, warnings: [] };
  const isExact = lines.includes(exactMark);
  const warnings: ImportWarning[] = [];
  const values = isExact ? exactValues(lines) : yamlValues(yaml, warnings);
  const hasMarks = isExact && lines.includes(marksMark);
  return { fields: fieldsIn(values, warnings), isExact, hasMarks, body: source.slice(found[0].length), warnings };
}

const named = /^([\w-]+)\s*:\s*(.*)$/;
/** Keys of other programs that show what a block is (ours). */
const usualKeys = /^(?:date|tags|keywords|draft|layout|status|id|aliases|rights|publisher|isbn|cover|series)\s*:/i;

const otherNames: Readonly<Record<string, Field>> = {
  lang: 'language',
  authors: 'author',
  creator: 'author',
  creators: 'author',
  abstract: 'description',
};

function fieldOf(name: string): Field | undefined {
  const lower = name.toLowerCase();
  return frontMatterFields.find((field) => field === lower) ?? otherNames[lower];
}

/** Values of an export, each in a line of its own. */
function exactValues(lines: readonly string[]): Map<string, unknown> {
  return new Map(
    lines.flatMap((line) => {
      const [, name = '', value = ''] = named.exec(line) ?? [];
      return name && !['fabula', 'marks'].includes(name) ? [[name, plainOf(value)]] : [];
    }),
  );
}

/** Values of any YAML. Where the whole is not valid, each key is read for itself. */
function yamlValues(yaml: string, warnings: ImportWarning[]): Map<string, unknown> {
  const whole = parsed(yaml);
  if (whole) return whole;
  const values = new Map<string, unknown>();
  for (const part of yaml.split(/^(?=[\w-]+\s*:)/m)) {
    const [, name = '', value = ''] = named.exec(part.split('\n', 1)[0] ?? '') ?? [];
    const read = parsed(part);
    if (read) for (const [key, one] of read) values.set(key, one);
    // A colon within a title is no YAML, and is meant.
    else if (name && !/^[[{*&!|>]/.test(value) && !part.trim().includes('\n')) values.set(name, plainOf(value));
    else if (name) warnings.push(importWarning('front_matter_shape', 1, name));
  }
  return values;
}

function parsed(yaml: string): Map<string, unknown> | undefined {
  try {
    // Comparing each key with all others takes too long; of equal ones the last counts.
    const document = parseDocument(yaml, { schema: 'failsafe', logLevel: 'silent', uniqueKeys: false });
    if (document.errors.length > 0) return undefined;
    const { contents } = document;
    if (contents === null || (isScalar(contents) && contents.value === '')) return new Map();
    return isMap(contents) ? entriesOf(contents, levelsMax) : undefined;
  } catch {
    return undefined;
  }
}

/** Levels of lists and objects below a key: `author: [{role: author, text: N. Keeper}]` has two (ours). */
const levelsMax = 3;

/** The texts, lists and objects of a node; undefined for aliases and below these levels. `toJS` takes minutes for 2 KB of nested keys. */
function readNode(node: unknown, levels: number): unknown {
  if (isScalar(node)) return node.value;
  if (levels === 0) return undefined;
  if (isSeq(node)) return node.items.map((item) => readNode(item, levels - 1));
  return isMap(node) ? Object.fromEntries(entriesOf(node, levels - 1)) : undefined;
}

function entriesOf({ items }: YAMLMap, levels: number): Map<string, unknown> {
  const entries = new Map<string, unknown>();
  for (const { key, value } of items) if (isScalar(key)) entries.set(String(key.value), readNode(value, levels));
  return entries;
}

/** The subset of YAML scalars that occurs in a line. */
function plainOf(value: string): string {
  const trimmed = value.trim();
  if (trimmed.startsWith("'") && trimmed.endsWith("'") && trimmed.length > 1)
    return trimmed.slice(1, -1).replaceAll("''", "'");
  if (!trimmed.startsWith('"')) return trimmed;
  try {
    const said: unknown = JSON.parse(trimmed);
    return typeof said === 'string' ? said : trimmed;
  } catch {
    return trimmed.replace(/^"|"$/g, '');
  }
}

/** The fields among the values of a block. What cannot be used is a warning, and no reason to refuse the file. */
function fieldsIn(values: ReadonlyMap<string, unknown>, warnings: ImportWarning[]): FrontMatter {
  const fields: FrontMatter = {};
  const ignored: string[] = [];
  const language = languageIn(values);
  for (const [name, value] of values) {
    const field = fieldOf(name);
    if (!field) {
      ignored.push(name);
      continue;
    }
    const said = partsOf(field, value, language);
    if (!said) warnings.push(importWarning('front_matter_shape', 1, name));
    else for (const [part, text] of Object.entries(said)) if (text !== '') fields[part as Field] ??= text;
  }
  if (ignored.length > 0)
    warnings.push(importWarning('front_matter_ignored', ignored.length, ignored.slice(0, 10).join(', ')));
  return fields;
}

function languageIn(values: ReadonlyMap<string, unknown>): string {
  const [language] = [...values].flatMap(([name, value]) =>
    fieldOf(name) === 'language' && typeof value === 'string' ? [tagOf(value)] : [],
  );
  return language && bookPatch.shape.language.safeParse(language).success ? language : 'en';
}

/** Some programs write `en_GB`. */
const tagOf = (language: string) => language.trim().replaceAll('_', '-');

/** The fields that a value has: the title of pandoc has a subtitle in it. Undefined for an unknown shape. */
function partsOf(field: Field, value: unknown, language: string): FrontMatter | undefined {
  if (field === 'title' && Array.isArray(value)) return titleParts(value);
  const texts = (Array.isArray(value) ? value : [value]).map(textIn);
  if (!texts.every((text) => text !== undefined)) return undefined;
  if (field === 'author') return { author: new Intl.ListFormat(language).format(texts.filter(Boolean)) };
  if (texts.length > 1 && field !== 'genre' && field !== 'audience') return undefined;
  const text = texts.join(', ');
  return { [field]: field === 'language' ? tagOf(text) : text };
}

/** A text, or the text of a part such as `{role: author, text: N. Keeper}` or `{name: N. Keeper}`. */
function textIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  const { text, name } = Object(value) as { text?: unknown; name?: unknown };
  const said = text ?? name;
  return typeof said === 'string' ? said.trim() : undefined;
}

function titleParts(parts: readonly unknown[]): FrontMatter | undefined {
  const found: FrontMatter = {};
  for (const part of parts) {
    const { type } = Object(part) as { type?: unknown };
    const text = textIn(part);
    if (text === undefined || typeof part === 'string') return undefined;
    if (type === 'main' || type === undefined) found.title ??= text;
    if (type === 'subtitle') found.subtitle ??= text;
  }
  return found.title === undefined ? undefined : found;
}

/** Leaves out fields that break a limit of books, with a warning. */
export function usableFields(fields: FrontMatter): { fields: FrontMatter; warnings: ImportWarning[] } {
  const warnings: ImportWarning[] = [];
  const usable: FrontMatter = {};
  for (const [name, value] of Object.entries(fields)) {
    const { data, error } = bookPatch.shape[name as Field].safeParse(value);
    if (error) warnings.push(importWarning('field_unusable', 1, `${name} ${error.issues[0]?.message ?? ''}`.trim()));
    else if (data) usable[name as Field] = data;
  }
  return { fields: usable, warnings };
}
