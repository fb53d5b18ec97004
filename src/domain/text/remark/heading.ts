import { anyOf, folded } from './lexicon.ts';

/** Number and title of the chapter that a reply is for. */
export interface ChapterHead {
  /** Position in the book, from 1. */
  order: number;
  title: string;
}

const chapterLine = new RegExp(
  `^(?:\\p{L}+\\s+)?(?:${anyOf('chapter')})(?:\\s+(?:no\\.?|nr\\.?)?\\s*(?:\\d{1,4}|[\\p{L}-]{1,24}))?\\s*(?:[:.–—-]\\s*(?:.{0,120}))?$`,
  'u',
);
const romans: readonly [string, number][] = [
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
];

function roman(order: number): string {
  let [text, rest] = ['', order];
  for (const [letters, worth] of romans) for (; rest >= worth; rest -= worth) text += letters;
  return text;
}

const bare = (text: string) =>
  folded(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const ideographs = '〇一二三四五六七八九';
/** A chapter's number in Chinese or Japanese, and the rest of the line. */
const ideographHeading =
  /^第\s*(\d{1,3}|[〇零一二三四五六七八九十百]{1,7})\s*[章回节節话話](?:[\s:：、.—–-]+(.{0,60}))?$/u;
/** The start of such a line, while it is incomplete. */
export const ideographStart =
  /^[\s#*_【]*第[\s\d〇零一二三四五六七八九十百]{0,8}(?:[章回节節话話](?:$|[\s:：、.—–*-].{0,60}))?$/u;

/** The value of a number below 1,000 in ideographs or digits. */
function ideographNumber(text: string): number {
  if (/^\d+$/u.test(text)) return Number(text);
  let [sum, digit] = [0, 0];
  for (const letter of text.replace('零', '〇')) {
    const unit = letter === '百' ? 100 : letter === '十' ? 10 : 0;
    if (unit > 0) sum += Math.max(1, digit) * unit;
    digit = unit > 0 ? 0 : ideographs.indexOf(letter);
  }
  return sum + digit;
}

const sentenceEnd = /[.!?…。！？]\s*$/u;

const scenes =
  'scene|szene|scène|escena|scena|cena|scenen|scenario|scen|scéna|сцена|сцены|сцену|场景|場景|场|場面|シーン';
const sceneLine = new RegExp(
  `^(?:(?:${scenes})\\s*[\\p{N}\\p{L}]{1,12}|第.{1,4}[场場幕])(?:\\s*[:：.–—-].{0,60})?$`,
  'u',
);

/** Whether a line is marked as a heading and names a scene, such as "## Scene 2". */
export function isSceneHeading(line: string): boolean {
  return line.length <= 100 && /^\s*(?:#{1,6}\s|\*\*)/u.test(line) && sceneLine.test(folded(line));
}

/** Whether a line contains the title of the chapter. */
export const namesTitle = (line: string, { title }: ChapterHead) =>
  title.length > 2 && folded(line).includes(folded(title));

/** Whether a line contains the number of the chapter in digits. */
export function namesOrder(line: string, { order }: ChapterHead): boolean {
  return new RegExp(`(?<!\\d)${order}(?!\\d)`, 'u').test(line);
}

/** Whether the first line of a text repeats the number or the title of its chapter. */
export function isHeadingOf(line: string, { order, title }: ChapterHead): boolean {
  if (line.length > 200 || /["“«„]/u.test(line.replace(/["“«„].{0,120}?["”»“]\s*[*_]*\s*$/u, ''))) return false;
  const isMarked = /^\s*(?:#{1,6}\s|\*\*|__)/u.test(line);
  // A sentence may consist of the words of the title.
  const isSentence = !isMarked && sentenceEnd.test(line) && !sentenceEnd.test(title);
  const [text, name] = [bare(line), bare(title)];
  if (
    name !== '' &&
    !isSentence &&
    (text === name || text === `${order} ${name}` || text === `${roman(order)} ${name}`)
  )
    return true;
  const [, written, named = ''] = ideographHeading.exec(folded(line)) ?? [];
  if (written !== undefined) return ideographNumber(written) === order && !/[。！？]$/u.test(named);
  if (text === String(order) || text === roman(order)) return order > 1 || isMarked;
  const [, numeral, rest = ''] = /^\W*(\d{1,3}|[ivxlc]{1,7})[.):]\s+(.{1,60})$/iu.exec(folded(line)) ?? [];
  if (numeral === String(order) || numeral === roman(order))
    return bare(rest).split(' ').length <= 6 && !/[.!?,;]$/u.test(rest);
  return chapterLine.test(folded(line)) && isHeadingLike(line, name);
}

/** Whether a line is marked as a heading, ends with the chapter's title, or is short and no sentence. */
function isHeadingLike(line: string, name: string): boolean {
  if (/^\s*(?:#{1,6}\s|\*\*|__|\[)/u.test(line)) return true;
  const text = bare(line);
  if (name !== '' && text.endsWith(name)) return true;
  return text.split(' ').length <= 8 && !/[.!?…,;]\s*$/u.test(line) && /[\d]|^\S+\s+\S+\s*$|[:–—-]/u.test(line);
}
