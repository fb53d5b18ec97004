/** Fields of the front matter, in the order of an export. */
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

/** Marks a file in which exactly the lines that begin with `# ` start a chapter. */
const exactMark = 'fabula: 1';

/** Front matter of an exported Markdown file. */
export function frontMatterOf(fields: Readonly<Record<string, unknown>>): string {
  const lines = frontMatterFields.flatMap((name) => {
    const value = fields[name];
    // A JSON string is also a YAML string.
    return typeof value === 'string' ? [`${name}: ${JSON.stringify(value)}`] : [];
  });
  return ['---', exactMark, ...lines, '---', ''].join('\n');
}

/** Splits a file into front matter fields and body. Without front matter everything is body. */
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

/** The subset of YAML scalars that occurs here. */
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
