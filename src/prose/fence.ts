/** The fence that a line begins, told of which lines its code goes on behind, itself first (CommonMark 4.5); undefined where it begins none. */
export function fenceBegins(text: string): { goesOn: (line: string) => boolean } | undefined {
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
