import { withLineEnds } from '../../../prose/line-ends.ts';
import { anyOf, folded, lexicons } from './lexicon.ts';
import type { ReportRemoved } from './reasoning.ts';
import { isAnnouncement, isBracketedCount, isClosingRemark } from './remark.ts';

/** Longest first part of a reply, up to a colon, that may announce the rest (ours). */
const prefixMax = 240;
/** Words of a label besides those that the lexicon knows: "summary of chapter three", "Chapter 4 – key events" (ours). */
const labelMax = 60;

const summary = `(?:${anyOf('summary')})`;
const named = new RegExp(`(?<![\\p{L}\\p{N}])${summary}(?![\\p{L}\\p{N}])|${unspaced(anyOf('summary'))}`, 'u');
const label = new RegExp(`^(?:${anyOf('labels')}|${anyOf('apparatus')})$`, 'u');
/** What may stand beside the word of a label: the chapter, numbers, a title in quotes, short words between them. */
const beside = new RegExp(
  `(?:${anyOf('chapter')}|${anyOf('work')})(?![\\p{L}])(?:\\s+\\p{L}+$)?|\\p{N}+|["“«„「『][^"”»“」』]*["”»“」』]|(?<!\\p{L})(?:of|the|for|this|a|an|des|der|die|das|zum|zu|du|de|la|le|les|del|dei|della|do|da|dos|van|het|af|av|från|för|til|i|z|o|в|о|к|的|の)(?!\\p{L})|第|章`,
  'gu',
);
const rule = /^\s*(?:[-*_=]\s*){3,}$/u;
const fence = /^\s*`{3,}\s*[\w-]*\s*$/u;
const [tagBefore, tagBehind] = [/^<[a-z_]{2,30}>/i, /<\/[a-z_]{2,30}>$/i];
const wholeHeading = /^\s*(?:#{1,6}\s+\S.*|(\*\*|__)[^*_\n]{1,100}\1\s*[:：]?)\s*$/u;
/** The end of the last sentence but one of a paragraph. */
const lastSentence = /^(.*[.!?…。！？]["'”’»)\]*_]*\s+)(\S.*)$/su;

/** The words of unspaced scripts, which no blank divides from others. */
function unspaced(phrases: string): string {
  const words = phrases.split('|').filter((word) => /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u.test(word));
  return words.join('|');
}

/**
 * What a model tells about a story, without the remarks of a chat around it: "Certainly! Here is the summary:", labels such as
 * "**Summary:**", offers at its end. Texts that are only such words stay, so that nothing is left empty.
 */
export function withoutRemarks(reply: string, removed: ReportRemoved): string {
  let text = withLineEnds(reply).trim();
  for (let length = openingLength(text); length > 0; length = openingLength(text)) {
    removed('start', text.slice(0, length));
    text = text.slice(length).trim();
  }
  for (let length = closingLength(text); length > 0; length = closingLength(text)) {
    removed('end', text.slice(-length));
    text = text.slice(0, -length).trim();
  }
  return text;
}

/** Length of the remark with which a text begins; 0 if it begins with none, or has nothing else. */
function openingLength(text: string): number {
  const tag = tagBefore.exec(text);
  if (tag && tag[0].length < text.length) return tag[0].length;
  const [line = ''] = text.split('\n', 1);
  const isAlone = line.length === text.length;
  if (!isAlone && (fence.test(line) || rule.test(line) || wholeHeading.test(line) || announces(line)))
    return line.length;
  const [prefix = ''] = new RegExp(`^[^\\n:：]{1,${prefixMax}}[:：][*_]*(?=\\s|[*_"“「]|\\p{L})`, 'u').exec(line) ?? [];
  if (prefix !== '' && /\p{L}/u.test(text.slice(prefix.length)) && (announces(prefix) || isLabel(prefix)))
    return prefix.length;
  return agreementLength(text);
}

/** Whether words present what follows them as a text about the story, or as what was asked for. */
function announces(words: string): boolean {
  if (isAnnouncement(words)) return true;
  const text = folded(words);
  if (text.length > prefixMax || !named.test(text)) return false;
  return lexicons.some(({ agrees, presents }) => {
    const agreed = agrees.atStart.exec(text)?.[0].length ?? 0;
    return presents.atStart.test(text.slice(agreed).replace(/^[^\p{L}]+/u, '')) || (agreed > 0 && /[:：]$/u.test(text));
  });
}

/** Whether words before a colon are a label of the text, and no words of it. */
function isLabel(prefix: string): boolean {
  const text = folded(prefix.replace(/[:：][*_]*$/u, ''));
  if (text.length > labelMax) return false;
  if (/^\s*[*_#]/.test(prefix) && label.test(text)) return true;
  const rest = text.replace(named, ' ').replaceAll(beside, ' ');
  return named.test(text) && !/[\p{L}]/u.test(rest);
}

/** "Certainly!" at the beginning of a text. */
function agreementLength(text: string): number {
  const [first = ''] = /^[^\n.!?。！]{1,40}[!！.。]+(?=\s|$|[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}])/u.exec(text) ?? [];
  if (first === '' || first.length === text.length) return 0;
  const words = folded(first.replace(/[!！.。]+$/u, ''));
  const isWhole = lexicons.some((lexicon) =>
    [lexicon.agrees, lexicon.presents].some(({ atStart }) => atStart.exec(words)?.[0].length === words.length),
  );
  return isWhole ? first.length : 0;
}

/** Length of the remark with which a text ends; 0 if it ends with none, or has nothing else. */
function closingLength(text: string): number {
  const tag = tagBehind.exec(text);
  if (tag && tag.index > 0) return tag[0].length;
  const start = text.lastIndexOf('\n') + 1;
  const line = text.slice(start);
  if (start > 0 && (fence.test(line) || rule.test(line) || isClosing(line))) return line.length;
  const [, before = '', last = ''] = lastSentence.exec(line) ?? [];
  return before !== '' && isClosing(last) ? last.length : 0;
}

/** A sentence about the chapter, such as "The chapter ends with a change of mind.", is what the text is about. */
const aboutStory = new RegExp(
  `^(?!${anyOf('endOf')})(?:\\p{L}+\\s){0,2}(?:${anyOf('chapter')})(?![\\p{L}]).*[^?？]$`,
  'u',
);

const isClosing = (words: string) =>
  isBracketedCount(words.trim()) || (isClosingRemark(words) && !aboutStory.test(folded(words)));
