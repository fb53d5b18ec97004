import { clip } from '../../../calls/prompt/fence.ts';
import type { Change, ChapterMarks, ProposedChange } from './marks.ts';

/** Characters of quoted words in a comment (ours). */
const quotedMax = 60;

/** A part of the text with what stands in its place. */
interface Part {
  start: number;
  end: number;
  text: string;
}

/** A text with its open proposals and notes in CriticMarkup. */
export function criticText(content: string, { proposals, remarks }: ChapterMarks): string {
  const plain = plainIn(content);
  const parts = proposals.map((one) => proposed(content, one, plain));
  const above: string[] = [];
  for (const { span, text } of remarks) {
    if (!span) {
      above.push(comment(text));
      continue;
    }
    const words = content.slice(span.start, span.end);
    const met = parts.find(({ start, end }) => start < span.end && end > span.start);
    if (met) met.text += comment(`On “${clip(words, quotedMax)}”: ${text}`);
    else parts.push({ ...span, text: highlighted(words, plain(span.start, span.end)) + comment(text) });
  }
  let [whole, at] = ['', 0];
  for (const { start, end, text } of parts.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    whole += plain(at, start) + text;
    at = end;
  }
  whole += plain(at, content.length);
  return above.length > 0 ? `${above.join('\n\n')}\n\n${whole}` : whole;
}

function proposed(content: string, { changes, remark, ...words }: ProposedChange, plain: Plain): Part {
  // A paragraph goes with a separator.
  const start = Math.min(words.start, ...changes.map((change) => change.start));
  const end = Math.max(words.end, ...changes.map((change) => change.end));
  let [text, at] = ['', start];
  for (const change of changes) {
    text += plain(at, change.start) + changed(content.slice(change.start, change.end), change);
    at = change.end;
  }
  return { start, end, text: text + plain(at, end) + (remark ? comment(remark) : '') };
}

function changed(former: string, { text }: Change): string {
  if (former !== '' && text !== '') return `{~~${within(former)}~>${within(text)}~~}`;
  return former === '' ? `{++${within(text)}++}` : `{--${within(former)}--}`;
}

const highlighted = (words: string, plain: string) => (/\n/.test(words) ? plain : `{==${within(words)}==}`);
const comment = (text: string) => `{>>${within(text.replace(/\s*\n\s*/g, ' '))}<<}`;

type Plain = (start: number, end: number) => string;

/** Brackets that open a mark of CriticMarkup and are not escaped. */
const opens = /(?<!\\)(?:\\\\)*\{(?=\+\+|--|~~|==|>>)/g;

/**
 * Parts of the author's text with its signs of CriticMarkup escaped, as Markdown does. A part may end inside of a sign, so the
 * whole text decides.
 */
function plainIn(content: string): Plain {
  const places = [...content.matchAll(opens)].map(({ 0: found, index }) => index + found.length - 1);
  return (start, end) => {
    let [text, at] = ['', start];
    for (let next = firstFrom(places, start); (places[next] ?? end) < end; next += 1) {
      const place = places[next] ?? end;
      text += `${content.slice(at, place)}\\`;
      at = place;
    }
    return text + content.slice(at, end);
  };
}

/** Number of the first place that is not before another one. */
function firstFrom(places: readonly number[], from: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? from) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

const within = (text: string) =>
  plainIn(text)(0, text.length)
    .replace(/(\+\+|--|~~|==|<<)\}/g, '$1\\}')
    .replaceAll('~>', '~\\>');
