/**
 * Escapes text of authors or callers as material. Every fence in a prompt is a tag and starts with `<`, which is escaped,
 * so that text cannot open or close a fence. Everything else stays verbatim.
 */
export function material(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('<', '&lt;');
}

/** Material on one line: control characters become spaces, so that a value cannot pose as the next line. */
export function oneLine(text: string, codePointsMax = Number.POSITIVE_INFINITY): string {
  return material(clip(text.replace(/[\s\p{Cc}]+/gu, ' ').trim(), codePointsMax));
}

/** A value between tags; undefined if it is null or blank, because an empty label would read as a fact. */
export function tagged(tag: string, text: string | null | undefined): string | undefined {
  const value = text?.trim();
  return value ? `<${tag}>${material(value)}</${tag}>` : undefined;
}

/** Truncates to a number of code points, including the ellipsis. */
export function clip(text: string, codePointsMax: number): string {
  if (text.length <= codePointsMax) return text;
  const codePoints = Array.from(text);
  if (codePoints.length <= codePointsMax) return text;
  return `${codePoints
    .slice(0, codePointsMax - 1)
    .join('')
    .trimEnd()}…`;
}
