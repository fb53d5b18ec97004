/** A backslash that Markdown does not show, and the sign behind it. */
const escapes = /\\([!-/:-@[-`{-~\n])/g;

/** A text as the editor shows it: without the backslashes of escapes. */
export function withoutEscapes(content: string): string {
  return content.replace(escapes, '$1');
}

/** Where shown characters stand in the text, each with its backslash. They are asked for in ascending order. */
export function placesIn(content: string): (shown: number) => number {
  const found = [...content.matchAll(escapes)].map(({ index }) => index);
  let hidden = 0;
  return (shown) => {
    while (hidden < found.length && (found[hidden] ?? 0) - hidden < shown) hidden += 1;
    return shown + hidden;
  };
}
