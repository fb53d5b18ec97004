/**
 * Text of an author or caller as material. Every fence in a prompt is a tag, a tag begins with `<`, and no `<` leaves
 * here, so nothing that somebody wrote can open or close one. All else stays verbatim.
 */
export function material(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('<', '&lt;');
}

/** Material on one line: line breaks and other control characters become spaces, so that a value cannot pose as the next line. */
export function oneLine(text: string, codePointsMax = Number.POSITIVE_INFINITY): string {
  return material(clip(text.replace(/[\s\p{Cc}]+/gu, ' ').trim(), codePointsMax));
}

/** A value between its tags, or nothing at all for a null or blank one: an empty label would read as a fact. */
export function tagged(tag: string, text: string | null | undefined): string | undefined {
  const value = text?.trim();
  return value ? `<${tag}>${material(value)}</${tag}>` : undefined;
}

/** At most that many code points, a cut marked by an ellipsis that counts as one. */
export function clip(text: string, codePointsMax: number): string {
  if (text.length <= codePointsMax) return text;
  const codePoints = Array.from(text);
  if (codePoints.length <= codePointsMax) return text;
  return `${codePoints
    .slice(0, codePointsMax - 1)
    .join('')
    .trimEnd()}…`;
}
