/** What lines of a reply are by their marks, in any language. */

export const rule = /^\s*(?:-{3,}|_{3,}|\*{3,}|(?:\*\s){2,}\*|={3,}|~{4,})\s*$/u;
/** A rule of dashes, which chats set between a text and their remarks. */
export const dashes = /^\s*-{3,}\s*$/u;
export const ruleStart = /^\s*(?:-+|_+|\*+|(?:\*\s?)+|=+)\s*$/u;
export const fence = /^\s*(?:`{3,}|~{3})\s*[\w-]*\s*$/u;
export const tag =
  /^\s*<\/?(?:chapter|text|prose|story|output|answer|response|scene|this_chapter|written_so_far|present_text|novel|document)(?:\s[^<>]{0,80})?>\s*$/iu;
/** The start of a line that may become a rule, a fence, a tag, a heading or a bracket. A star before a letter is emphasis. */
export const marked = /^\s*(?:[`~<#[({=（【]|\*\*|__|-{2,}$|-$|\*$|_$|\*\s\*|\*\s?$)/u;
export const listItem = /^\s*(?:[-*•]|\d{1,2}[.)])\s/u;
/** A line that is set as a heading or in bold as a whole. */
export const heading = /^\s*(?:#{1,6}\s|(?:\*\*|__)[^*_\n]{1,80}(?:\*\*|__)\s*[:：]?\s*$)/u;
/** Speech at the start of a line. */
export const speechStart = /^[\s*_]*["“«„「『‘—–-]/u;
/** The end of the first sentence of a text that continues. */
export const firstSentence = /^[^\n]*?[.!?:…。！？：．][*_"”’»」』)]*(?=\s|$|[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}])/u;

/** The lines of a text with letters or signs, without the white space around them. */
export function* linesOf(text: string): Generator<{ line: string; start: number; end: number; isWhole: boolean }> {
  for (const { 0: line, index } of text.matchAll(/[^\n]*\S[^\n]*/gu)) {
    const end = index + line.length;
    yield { line, start: index, end, isWhole: end < text.length };
  }
}
