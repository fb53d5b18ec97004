import { sceneBreak } from './prose.ts';

interface Look {
  isItalic: boolean;
  isBold: boolean;
}

/** Words with one look. */
interface Run extends Look {
  text: string;
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
/** Elements below this depth have words only. */
const depthMax = 200;
/** Elements without words for readers, such as a tracked deletion. */
const silent = new Set(
  'DEL HEAD IFRAME MATH META NOSCRIPT OBJECT SCRIPT SELECT STYLE SVG TEMPLATE TEXTAREA TITLE XML'.split(' '),
);

/** The Markdown of copied HTML: paragraphs, headings, breaks of lines and scenes, and emphasis. */
export function markdownOf(html: string): string {
  const found: Block[] = [{ level: 0, runs: [] }];
  const { body } = new DOMParser().parseFromString(quiet(html), 'text/html');
  walk(body, { isItalic: false, isBold: false, level: 0, keepsLines: false, depth: 0 }, found);
  const texts = found.map(textOf).filter((text) => text !== '');
  // A part of a line keeps the blank at its end.
  const isPart = found.length === 1 && /[ \n]$/.test(found[0]?.runs.at(-1)?.text ?? '');
  return texts.join('\n\n') + (isPart && texts.length > 0 ? ' ' : '');
}

/** The policy of the page allows no style and no handler, and the console tells of each. */
const quiet = (html: string) =>
  html
    .replaceAll(/<(\/?)style\b/gi, '<$1template')
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/([\s"'/])(style|on\w+)\s*=/gi, '$1data-$2='));

/** What an element has of those around it. */
interface Context extends Look {
  /** Level of the heading that it is in; 0 for none. */
  level: number;
  keepsLines: boolean;
  depth: number;
}

function walk(node: Node, around: Context, found: Block[]): void {
  for (const child of node.childNodes) {
    if (child instanceof Text) found.at(-1)?.runs.push({ ...lookIn(around), text: wordsOf(child.data, around) });
    if (child instanceof HTMLElement) enter(child, around, found);
  }
}

const lookIn = ({ isItalic, isBold }: Look): Look => ({ isItalic, isBold });

const wordsOf = (text: string, { keepsLines }: Context) =>
  keepsLines ? text.replaceAll(/\r\n?/g, '\n').replaceAll(/[ \t\f]+/g, ' ') : text.replaceAll(/[ \t\n\r\f]+/g, ' ');

function enter(element: HTMLElement, around: Context, found: Block[]): void {
  const { tagName, hidden, dataset, textContent } = element;
  const look = lookIn(around);
  const styles = dataset.style ?? '';
  if (silent.has(tagName) || hidden || /(?:^|;)\s*(?:display:\s*none|mso-hide:\s*all)/i.test(styles)) return;
  if (tagName === 'BR') return void found.at(-1)?.runs.push({ ...look, text: '\n' });
  if (tagName === 'HR')
    return void found.push({ level: 0, runs: [{ ...look, text: '* * *' }] }, { level: 0, runs: [] });
  if (around.depth > depthMax) return void found.at(-1)?.runs.push({ ...look, text: wordsOf(textContent, around) });
  const isBlock = blocks.has(tagName);
  const level = /^H[1-6]$/.test(tagName) ? Number(tagName[1]) : around.level;
  if (isBlock) found.push({ level, runs: [] });
  // A heading is bold by itself.
  const base = level === around.level ? look : { ...look, isBold: false };
  const keepsLines = tagName === 'PRE' || (styled(styles, 'white-space')?.startsWith('pre') ?? around.keepsLines);
  const quote = (sign: string) => tagName === 'Q' && found.at(-1)?.runs.push({ ...look, text: sign });
  quote('“');
  walk(element, { ...lookOf(element, base, level > 0), level, keepsLines, depth: around.depth + 1 }, found);
  quote('”');
  if (isBlock) found.push({ level: around.level, runs: [] });
}

/** Word processors write emphasis as styles, and take it away again from the elements that have it. */
function lookOf({ tagName, dataset }: HTMLElement, look: Look, isHeading: boolean): Look {
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

/** Longer paragraphs are text. */
const sceneBreakMax = 80;

function textOf({ level, runs }: Block): string {
  const plain = runs.map(({ text }) => text).join('');
  if (plain.trim() === '') return '';
  if (plain.length <= sceneBreakMax && sceneBreak.test(plain)) return '* * *';
  const text = joined(runs).map(marked).join('');
  const lines = text.split('\n').map((line) => line.trim());
  if (level > 0) return `${'#'.repeat(level)} ${lines.filter((line) => line !== '').join(' ')}`;
  const paragraphs = lines.join('\n').split(/\n{2,}/);
  return paragraphs
    .map((one) => one.trim().split('\n').map(opened).join('\\\n'))
    .filter((one) => one !== '')
    .join('\n\n');
}

/** Runs with one look are one, so that no sign stands between them. Blanks between two runs are once. */
function joined(runs: readonly Run[]): Run[] {
  const all: (Look & { texts: string[] })[] = [];
  let isBlank = true;
  for (const run of runs) {
    const text = isBlank ? run.text.replace(/^ +/, '') : run.text;
    if (text === '') continue;
    isBlank = /\s/.test(text.at(-1) ?? '');
    const last = all.at(-1);
    const isSame = last && last.isItalic === run.isItalic && last.isBold === run.isBold;
    if (isSame) last.texts.push(text);
    else all.push({ ...lookIn(run), texts: [text] });
  }
  return all.map(({ texts, ...look }) => ({ ...look, text: texts.join('') }));
}

/** Signs stand at words, and in each line by themselves. */
function marked({ text, isItalic, isBold }: Run, index: number, runs: readonly Run[]): string {
  const sign = `${isBold ? '**' : ''}${isItalic ? '*' : ''}`;
  if (sign === '') return escaped(text);
  const lines = text.split('\n');
  const [before, behind] = [runs[index - 1]?.text.at(-1), runs[index + 1]?.text[0]];
  return lines
    .map((line, at) =>
      emphasized(line, sign, at === 0 ? before : undefined, at === lines.length - 1 ? behind : undefined),
    )
    .join('\n');
}

const isLetter = (sign = '') => /[\p{L}\p{N}]/u.test(sign);

/** Markdown takes no sign between a letter and punctuation for emphasis: such punctuation stands outside. */
function emphasized(line: string, sign: string, before?: string, behind?: string): string {
  const words = line.trim();
  const at = line.length - line.trimStart().length;
  const head = isLetter(before) && at === 0 ? (/^[^\p{L}\p{N}]{0,40}/u.exec(words)?.[0] ?? '') : '';
  const endsAtLetter = isLetter(behind) && line.endsWith(words);
  const tail = endsAtLetter ? (/[^\p{L}\p{N}]{0,40}$/u.exec(words.slice(-40))?.[0] ?? '') : '';
  const inner = words.slice(head.length, Math.max(head.length, words.length - tail.length));
  const [left, right] = [line.slice(0, at) + escaped(head), escaped(tail) + line.slice(at + words.length)];
  return inner === '' ? escaped(line) : left + sign + escaped(inner) + sign + right;
}

/** Signs of Markdown in words stay signs. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\*`]/g, '\\$&')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll(/~(?=~)|\[(?=\^|[^\][]{0,500}\]\()|<(?=[a-z/!?])|&(?=#?\w{1,40};)/gi, '\\$&');
}

/** The same at the beginning of a line. */
function opened(line: string): string {
  return line
    .replace(/^(?=(?:#{1,6}|[-+])(?:\s|$)|>|-{3,}$|=+$|[|:-][\s|:-]+$|\[[^\][]{1,500}\]:)/, '\\')
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\');
}
