/** Start and end conditions of HTML blocks (CommonMark 4.6); a blank line if there is no `ends`. */
const kinds: readonly { begins: RegExp; ends?: RegExp; breaksParagraph: boolean }[] = [
  {
    begins: /^<(?:script|pre|style|textarea)(?:[\s>]|$)/i,
    ends: /<\/(?:script|pre|style|textarea)>/i,
    breaksParagraph: true,
  },
  { begins: /^<!--/, ends: /-->/, breaksParagraph: true },
  { begins: /^<\?/, ends: /\?>/, breaksParagraph: true },
  { begins: /^<![a-z]/i, ends: />/, breaksParagraph: true },
  { begins: /^<!\[CDATA\[/, ends: /\]\]>/, breaksParagraph: true },
  {
    begins:
      /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\s|\/?>|$)/i,
    breaksParagraph: true,
  },
  { begins: /^<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?>\s*$/i, breaksParagraph: false },
];

/**
 * Detects an HTML block at the start of a line and answers a function that tells whether a further line still belongs to
 * it. Undefined without one.
 */
export function htmlBlockAt(
  text: string,
  { inParagraph }: { inParagraph: boolean },
): { goesOn: (line: string) => boolean } | undefined {
  const line = text.trimStart();
  if (!line.startsWith('<')) return undefined;
  const kind = kinds.find(({ begins, breaksParagraph }) => (breaksParagraph || !inParagraph) && begins.test(line));
  if (!kind) return undefined;
  const { ends } = kind;
  return { goesOn: ends ? (one) => !ends.test(one) : (one) => one.trim() !== '' };
}
