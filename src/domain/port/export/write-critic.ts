import { clip } from '../../prompt/fence.ts';
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
  const parts = proposals.map((one) => proposed(content, one));
  const above: string[] = [];
  for (const { span, text } of remarks) {
    if (!span) {
      above.push(comment(text));
      continue;
    }
    const words = content.slice(span.start, span.end);
    const met = parts.find(({ start, end }) => start < span.end && end > span.start);
    if (met) met.text += comment(`On “${clip(words, quotedMax)}”: ${text}`);
    else parts.push({ ...span, text: highlighted(words) + comment(text) });
  }
  let [whole, at] = ['', 0];
  for (const { start, end, text } of parts.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    whole += plain(content.slice(at, start)) + text;
    at = end;
  }
  whole += plain(content.slice(at));
  return above.length > 0 ? `${above.join('\n\n')}\n\n${whole}` : whole;
}

function proposed(content: string, { changes, remark, ...words }: ProposedChange): Part {
  // A paragraph goes with a separator.
  const start = Math.min(words.start, ...changes.map((change) => change.start));
  const end = Math.max(words.end, ...changes.map((change) => change.end));
  let [text, at] = ['', start];
  for (const change of changes) {
    text += plain(content.slice(at, change.start)) + changed(content.slice(change.start, change.end), change);
    at = change.end;
  }
  return { start, end, text: text + plain(content.slice(at, end)) + (remark ? comment(remark) : '') };
}

function changed(former: string, { text }: Change): string {
  if (former !== '' && text !== '') return `{~~${within(former)}~>${within(text)}~~}`;
  return former === '' ? `{++${within(text)}++}` : `{--${within(former)}--}`;
}

const highlighted = (words: string) => (/\n/.test(words) ? plain(words) : `{==${within(words)}==}`);
const comment = (text: string) => `{>>${within(text.replace(/\s*\n\s*/g, ' '))}<<}`;

/** Escapes the signs of CriticMarkup in the text of the author, as Markdown does. Those that are escaped already stay. */
const plain = (text: string) => text.replace(/(?<!\\)((?:\\\\)*)\{(?=\+\+|--|~~|==|>>)/g, '$1\\{');
const within = (text: string) =>
  plain(text)
    .replace(/(\+\+|--|~~|==|<<)\}/g, '$1\\}')
    .replaceAll('~>', '~\\>');
