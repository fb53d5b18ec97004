import { sceneBreak } from './prose.ts';

/** Words with one look. */
interface Run {
  text: string;
  isItalic: boolean;
  isBold: boolean;
}

interface Block {
  /** Level of a heading; 0 for a paragraph. */
  level: number;
  runs: Run[];
}

/** Elements that begin and end a paragraph. */
const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE CENTER DD DIV DL DT FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER LI MAIN NAV OL P PRE SECTION TABLE TD TH TR UL'.split(
    ' ',
  ),
);
/** Elements without words for readers. */
const silent = new Set(
  'HEAD IFRAME MATH META NOSCRIPT OBJECT SCRIPT SELECT STYLE SVG TEMPLATE TEXTAREA TITLE XML'.split(' '),
);

/** The Markdown of copied HTML: paragraphs, headings, breaks of lines and scenes, and emphasis. */
export function markdownOf(html: string): string {
  const found: Block[] = [{ level: 0, runs: [] }];
  walk(new DOMParser().parseFromString(quiet(html), 'text/html').body, { isItalic: false, isBold: false }, 0, found);
  return found
    .map(textOf)
    .filter((text) => text !== '')
    .join('\n\n');
}

/** The policy of the page allows no style and no handler, and the console tells of each. */
const quiet = (html: string) =>
  html
    .replaceAll(/<(\/?)style\b/gi, '<$1template')
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/([\s"'/])(style|on\w+)\s*=/gi, '$1data-$2='));

function walk(node: Node, look: Omit<Run, 'text'>, level: number, found: Block[]): void {
  for (const child of node.childNodes) {
    if (child instanceof Text) found.at(-1)?.runs.push({ ...look, text: child.data.replaceAll(/[ \t\n\r\f]+/g, ' ') });
    if (child instanceof HTMLElement) enter(child, look, level, found);
  }
}

function enter(element: HTMLElement, look: Omit<Run, 'text'>, level: number, found: Block[]): void {
  const { tagName, hidden } = element;
  const isGone = hidden || /(?:^|;)\s*(?:display:\s*none|mso-hide:\s*all)/i.test(element.dataset.style ?? '');
  if (silent.has(tagName) || isGone) return;
  if (tagName === 'BR') return void found.at(-1)?.runs.push({ ...look, text: '\n' });
  if (tagName === 'HR')
    return void found.push({ level: 0, runs: [{ ...look, text: '* * *' }] }, { level: 0, runs: [] });
  const isBlock = blocks.has(tagName);
  const own = /^H[1-6]$/.test(tagName) ? Number(tagName[1]) : level;
  if (isBlock) found.push({ level: own, runs: [] });
  // A heading is bold by itself.
  const base = own > 0 && own !== level ? { ...look, isBold: false } : look;
  walk(element, lookOf(element, base, own > 0), own, found);
  if (isBlock) found.push({ level, runs: [] });
}

/** Word processors write emphasis as styles, and take it away again from the elements that have it. */
function lookOf({ tagName, dataset }: HTMLElement, look: Omit<Run, 'text'>, isHeading: boolean): Omit<Run, 'text'> {
  const [fontStyle, fontWeight] = ['style', 'weight'].map((name) => styled(dataset.style ?? '', `font-${name}`));
  const isItalic =
    fontStyle === undefined
      ? look.isItalic || /^(EM|I|CITE|DFN|VAR)$/.test(tagName)
      : /^(italic|oblique)/.test(fontStyle);
  const isBold = fontWeight === undefined ? look.isBold || /^(STRONG|B)$/.test(tagName) : isHeavy(fontWeight);
  return { isItalic, isBold: isBold && !isHeading };
}

const styled = (styles: string, name: string) =>
  new RegExp(`(?:^|;)\\s*${name}:\\s*([\\w-]+)`, 'i').exec(styles)?.[1]?.toLowerCase();

const isHeavy = (weight: string) => /^bold/.test(weight) || Number(weight) >= 600;

function textOf({ level, runs }: Block): string {
  const plain = runs.map(({ text }) => text).join('');
  if (sceneBreak.test(plain) && plain.trim() !== '') return '* * *';
  const text = joined(runs)
    .map(marked)
    .join('')
    .replaceAll(/ *\n */g, '\n')
    .trim();
  const paragraphs = text.split(/\n{2,}/).map((one) => opened(one.replaceAll('\n', '\\\n')));
  return level > 0 ? `${'#'.repeat(level)} ${text.replaceAll('\n', ' ')}` : paragraphs.join('\n\n');
}

/** Runs with one look are one, so that no sign stands between them. Blanks between two runs are once. */
function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    const text = last === undefined || /\s$/.test(last.text) ? run.text.replace(/^ +/, '') : run.text;
    if (text === '') continue;
    const isSame = last && last.isItalic === run.isItalic && last.isBold === run.isBold;
    if (isSame) last.text += text;
    else all.push({ ...run, text });
  }
  return all;
}

/** Signs stand at words, and in each line by themselves. */
function marked({ text, isItalic, isBold }: Run): string {
  const sign = `${isBold ? '**' : ''}${isItalic ? '*' : ''}`;
  return text
    .split('\n')
    .map((line) =>
      line.replace(/^(\s*)(.*?)(\s*)$/, (_all, before: string, words: string, behind: string) =>
        words === '' ? before + behind : `${before}${sign}${escaped(words)}${[...sign].reverse().join('')}${behind}`,
      ),
    )
    .join('\n');
}

/** Signs of Markdown in words stay signs. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\*`]/g, '\\$&')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll(/~(?=~)|\[(?=\^|[^\]]*\]\()|<(?=[a-z/!?])/gi, '\\$&');
}

/** The same at the beginning of a paragraph. */
function opened(text: string): string {
  return text.replace(/^(?=(?:#{1,6}|[-+])(?:\s|$)|>|[-=]{3,}$)/, '\\').replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\');
}
