/** A backslash that Markdown does not show, and the sign behind it. */
const escapes = /\\([!-/:-@[-`{-~\n])/g;

/** The text of a chapter as the editor shows it: without the backslashes of escapes. */
export function withoutEscapes(content: string): string {
  return content.replace(escapes, '$1');
}

/** The text after an edit of what the editor showed of it. Escapes outside the edited part stay. */
export function withEdit(content: string, edited: string): string {
  const shown = withoutEscapes(content);
  let start = 0;
  while (start < shown.length && start < edited.length && shown[start] === edited[start]) start += 1;
  let end = shown.length;
  const more = edited.length - shown.length;
  while (end > start && end + more > start && shown[end - 1] === edited[end - 1 + more]) end -= 1;
  return (
    content.slice(0, placeIn(content, start)) + edited.slice(start, end + more) + content.slice(placeIn(content, end))
  );
}

/** Where a shown character stands in the text, with its backslash. */
export function placeIn(content: string, shown: number): number {
  return placesIn(content)(shown);
}

/** The same for several characters of one text, in ascending order. */
export function placesIn(content: string): (shown: number) => number {
  const found = [...content.matchAll(escapes)].map(({ index }) => index);
  let hidden = 0;
  return (shown) => {
    while (hidden < found.length && (found[hidden] ?? 0) - hidden < shown) hidden += 1;
    return shown + hidden;
  };
}

/** Where characters of the text, counted in code points, stand in what the editor shows of it. */
export function shownPlaces(content: string, points: readonly number[]): Map<number, number> {
  const hidden = [...content.matchAll(escapes)].map(({ index }) => index);
  const places = new Map<number, number>();
  let [unit, point, before] = [0, 0, 0];
  for (const wanted of [...new Set(points)].sort((a, b) => a - b)) {
    for (; point < wanted && unit < content.length; point += 1)
      unit += (content.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
    while ((hidden[before] ?? unit) < unit) before += 1;
    places.set(wanted, unit - before);
  }
  return places;
}
