/** Closing marks by opening mark. */
const closers: Readonly<Record<string, string>> = {
  '“': '”“',
  '„': '“”',
  '«': '»',
  '»': '«',
  '"': '"',
  '”': '”',
  '‘': '’',
  '‚': '‘’',
  "'": "'",
  '「': '」',
  '『': '』',
};
/** Ambiguous marks: they open only where a quotation can begin. */
const needsRoom = new Set(['"', '”', '»', "'", '‘']);

/** A line of dialogue after a dash, as in Spanish, French or Polish, or a list item. */
export function isSpeechLine(paragraph: string): boolean {
  return /^\s*[—–―-]\s?[^\s—–―-]/.test(paragraph);
}

/** Ranges of speech, thought or emphasis in a paragraph, in order. An unclosed quotation extends to the end. */
export function speechSpans(paragraph: string): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  for (let at = 0; at < paragraph.length; at += 1) {
    const end = closesAt(paragraph, at);
    if (end === undefined) continue;
    spans.push({ start: at, end });
    at = end - 1;
  }
  return spans;
}

function closesAt(paragraph: string, at: number): number | undefined {
  const mark = paragraph.charAt(at);
  if (mark === '*' || mark === '_') return emphasisEnd(paragraph, at, mark);
  const closing = closers[mark];
  if (!closing || (needsRoom.has(mark) && isJoined(paragraph, at - 1))) return undefined;
  for (let end = at + 1; end < paragraph.length; end += 1)
    if (closing.includes(paragraph.charAt(end)) && !isApostrophe(paragraph, end)) return end + 1;
  return paragraph.length;
}

function emphasisEnd(paragraph: string, at: number, mark: string): number | undefined {
  if (paragraph.charAt(at + 1) === mark || /\s/.test(paragraph.charAt(at + 1))) return undefined;
  const end = paragraph.indexOf(mark, at + 1);
  return end === -1 ? undefined : end + 1;
}

function isJoined(paragraph: string, at: number): boolean {
  return /[\p{L}\p{N}.,!?]/u.test(paragraph.charAt(at));
}

/** A mark between letters, or after a letter where a quotation would end with punctuation: don’t, the dogs’ bowls. */
function isApostrophe(paragraph: string, at: number): boolean {
  if (!/['’]/.test(paragraph.charAt(at))) return false;
  return /\p{L}/u.test(paragraph.charAt(at + 1)) || !/[\p{P}*_]/u.test(paragraph.charAt(at - 1));
}
