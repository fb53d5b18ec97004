import type { Pace } from '../pace.ts';
import { refuseTooMany } from './heading.ts';

/** A chapter of a manuscript; the title is null if it has none. */
export interface ManuscriptChapter {
  title: string | null;
  content: string;
  /** What the document says to the author alone. */
  notes?: string;
}

/** Encodes a chapter so that it is restored byte for byte: only its heading is a line that begins with `# `. */
export function exactChapter({ title, content }: { title: string; content: string }): string {
  const heading = `# ${title.replace(/[\\\n]/g, (one) => escapes[one] ?? one)}\n`;
  return content === '' ? heading : `${heading}\n${content.replace(/^(?=\\*# )/gm, '\\')}\n`;
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n' };

/**
 * Decodes chapters written by `exactChapter`, separated by a blank line. Text before the first one becomes a chapter
 * without a title.
 */
export async function readExactly(body: string, pace: Pace): Promise<ManuscriptChapter[]> {
  const chapters: ManuscriptChapter[] = [];
  const starts = startsIn(body);
  const opening = body.slice(0, starts[0] ?? body.length).trim();
  if (opening) chapters.push({ title: null, content: opening });
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? body.length;
    const newline = body.indexOf('\n', start);
    const line = body.slice(start + 2, newline < 0 ? end : newline);
    const rest = newline < 0 ? '' : body.slice(newline + 1, end);
    chapters.push({
      title: line.replace(/\\r\\n|\\[\\nr]/g, unescaped),
      content: contentIn(rest, end === body.length),
    });
    await pace.breathe();
  }
  return chapters;
}

function startsIn(body: string): number[] {
  const starts = body.startsWith('# ') ? [0] : [];
  for (let at = body.indexOf('\n# '); at >= 0; at = body.indexOf('\n# ', at + 1)) {
    starts.push(at + 1);
    refuseTooMany(starts);
  }
  return starts;
}

/** `\r` is in files from before all lines ended alike. */
function unescaped(written: string): string {
  return written === '\\\\' ? '\\' : '\n';
}

/** Text between the blank line after a heading and the one before the next, or the last line break. */
function contentIn(rest: string, isLast: boolean): string {
  if (rest === '' || (rest === '\n' && !isLast)) return '';
  const from = rest.startsWith('\n') ? 1 : 0;
  const ending = isLast ? /\n$/ : /\n\n$|\n$/;
  return rest
    .slice(from)
    .replace(ending, '')
    .replace(/^\\(?=\\*# )/gm, '');
}
