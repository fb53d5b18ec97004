import { fenceAt } from './fence.ts';

/** A text without its HTML comments, which readers do not see. One without an end is text, and so is one in a code fence. */
export function withoutComments(text: string): string {
  if (!text.includes('<!--')) return text;
  let [kept, at, lineEnd] = ['', 0, -1];
  let fence: ReturnType<typeof fenceAt>;
  while (at < text.length) {
    // A line can have many comments: its end is looked for once.
    if (lineEnd < at) lineEnd = endOfLine(text, at);
    const line = text.slice(at, lineEnd);
    fence ??= fenceAt(line);
    const begin = fence ? -1 : line.indexOf('<!--');
    const end = begin < 0 ? undefined : endOfComment(text, at + begin);
    if (end === null) return kept + text.slice(at);
    if (end === undefined) {
      if (fence && !fence.goesOn(line)) fence = undefined;
      kept += text.slice(at, lineEnd + 1);
      at = lineEnd + 1;
    } else {
      kept += line.slice(0, begin);
      at = end;
    }
  }
  return kept;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** Null if it has no end. */
function endOfComment(text: string, at: number): number | null {
  const [short] = /^<!---?>/.exec(text.slice(at, at + 6)) ?? [];
  if (short) return at + short.length;
  const end = text.indexOf('-->', at + 4);
  return end < 0 ? null : end + 3;
}
