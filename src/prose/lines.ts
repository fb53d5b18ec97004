import type { Element, ElementContent, Text } from 'hast';

/** Word's line break, form feed, and the line separators of Unicode. */
const breaks = /[\v\f\u0085\u2028\u2029]/;

/** Scripts that put no blanks between words, with their punctuation. */
const unspaced = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Yiii}\u3000-\u303f\u30fb\u30fc\uff01-\uff60]`;
/** Punctuation that these scripts share with others. */
const shared = '[“”‘’…—·]{0,8}';
const endsUnspaced = new RegExp(`${unspaced}${shared}$`, 'u');
const startsUnspaced = new RegExp(`^${shared}${unspaced}`, 'u');
/** Enough for the shared punctuation and a character of two units. */
const contextUnits = 10;

/** Whether a line end between two texts stands for no blank. */
export function joinsWithoutBlank(before: string, after: string): boolean {
  return endsUnspaced.test(before.slice(-contextUnits)) && startsUnspaced.test(after.slice(0, contextUnits));
}

const blocks = new Set(['p', 'li', 'td', 'th', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'table', 'tr']);

/**
 * Sets the lines of a block: characters that break a line do so, and a line end between two characters of a script without
 * blanks leaves no blank. Changes the block.
 */
export function setLines(block: Element): void {
  for (const texts of runsOfTexts(block)) {
    joinUnspaced(texts);
    const [first, last] = [texts[0], texts.at(-1)];
    if (first && breaks.test(first.value)) first.value = first.value.replace(/^[\s\u0085]+/, '');
    if (last && breaks.test(last.value)) last.value = withoutBlankEnd(last.value);
  }
  breakLines(block);
}

/** Texts of a block that stand in one line until a break, outside code blocks. */
function runsOfTexts(block: Element): Text[][] {
  const runs: Text[][] = [[]];
  const walk = (nodes: readonly ElementContent[]) => {
    for (const node of nodes) {
      if (node.type === 'text') runs.at(-1)?.push(node);
      if (node.type !== 'element' || node.tagName === 'pre') continue;
      const isApart = blocks.has(node.tagName) || node.tagName === 'br';
      if (isApart) runs.push([]);
      walk(node.children);
      if (isApart) runs.push([]);
    }
  };
  walk([block]);
  return runs.filter((run) => run.length > 0);
}

function joinUnspaced(texts: readonly Text[]): void {
  const whole = texts.map(({ value }) => value).join('');
  if (!whole.includes('\n')) return;
  let start = 0;
  for (const text of texts) {
    const from = start;
    start += text.value.length;
    text.value = text.value.replace(/\n/g, (newline, at: number) => {
      const before = whole.slice(Math.max(0, from + at - contextUnits), from + at);
      return joinsWithoutBlank(before, whole.slice(from + at + 1, from + at + 1 + contextUnits)) ? '' : newline;
    });
  }
}

function breakLines(element: Element): void {
  if (element.tagName === 'pre') {
    eachText(element, (text) => {
      text.value = text.value.replace(/[\v\f\u0085\u2028\u2029]/g, '\n');
    });
    return;
  }
  element.children = element.children.flatMap((child): ElementContent[] => {
    if (child.type === 'element') breakLines(child);
    return child.type === 'text' && breaks.test(child.value) ? brokenText(child.value) : [child];
  });
}

function brokenText(value: string): ElementContent[] {
  return trimmedParts(value, breaks).flatMap((line, index): ElementContent[] => {
    const text = { type: 'text' as const, value: index === 0 ? line : `\n${line}` };
    return index === 0 ? [text] : [{ type: 'element', tagName: 'br', properties: {}, children: [] }, text];
  });
}

/** Parts of a text without the blanks around what separates them. In linear time, unlike one regular expression. */
export function trimmedParts(text: string, separator: string | RegExp): string[] {
  const parts = text.split(separator);
  return parts.map((part, index) => {
    const begun = index === 0 ? part : part.trimStart();
    return index === parts.length - 1 ? begun : begun.trimEnd();
  });
}

function withoutBlankEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s\u0085]/.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

function eachText(element: Element, change: (text: Text) => void): void {
  for (const child of element.children) {
    if (child.type === 'text') change(child);
    else if (child.type === 'element') eachText(child, change);
  }
}
