/**
 * Detects a code fence at the start of a line and answers a function that tells whether a further line still belongs to it
 * (CommonMark 4.5). Undefined without a fence.
 */
export function fenceAt(text: string): { goesOn: (line: string) => boolean } | undefined {
  const [, fence] = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(text) ?? [];
  if (!fence) return undefined;
  let isFirst = true;
  const goesOn = (line: string) => {
    const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line.slice(0, fence.length + 1_000)) ?? [];
    const ends = !isFirst && mark.startsWith(fence);
    isFirst = false;
    return !ends;
  };
  return { goesOn };
}
