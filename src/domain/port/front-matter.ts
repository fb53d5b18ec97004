/** What a front matter can say of a book, in the order in which an export does. */
export const frontMatterFields = [
  'title',
  'subtitle',
  'author',
  'language',
  'genre',
  'audience',
  'description',
  'premise',
] as const;
export type FrontMatter = Partial<Record<(typeof frontMatterFields)[number], string>>;

/** Says that every line which begins with `# ` begins a chapter, and no other does. */
const exactMark = 'fabula: 1';

/** The lines before the first chapter of an exported Markdown file. */
export function frontMatterOf(fields: Readonly<Record<string, unknown>>): string {
  const lines = frontMatterFields.flatMap((name) => {
    const value = fields[name];
    // A string of JSON is one of YAML too.
    return typeof value === 'string' ? [`${name}: ${JSON.stringify(value)}`] : [];
  });
  return ['---', exactMark, ...lines, '---', ''].join('\n');
}

/** A file with a front matter as its fields and the rest; one without, or with something else between two rules, is all rest. */
export function readFrontMatter(source: string): { fields: FrontMatter; isExact: boolean; body: string } {
  const found = /^---[ \t]*\n((?:(?!---|\.\.\.)[^\n]*\n){0,200}?)(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(source);
  const lines = found?.[1]?.split('\n') ?? [];
  const isFrontMatter =
    lines.some(named.test, named) && lines.every((line) => /^(\s*$|\s|#|-\s|[\w-]+\s*:)/.test(line));
  if (!found || !isFrontMatter) return { fields: {}, isExact: false, body: source };
  const fields: FrontMatter = {};
  for (const line of lines) {
    const [, name = '', value = ''] = named.exec(line) ?? [];
    const field = frontMatterFields.find((one) => one === name.toLowerCase());
    const said = plainOf(value);
    if (field && said) fields[field] = said;
  }
  return { fields, isExact: lines.includes(exactMark), body: source.slice(found[0].length) };
}

const named = /^([\w-]+)\s*:\s*(.*)$/;

/** A scalar of YAML as far as people write one here. */
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
