/** Characters and records that are sent to a thread in one turn (ours). */
const [partCharacters, partRecords] = [1_000_000, 200];

/** Groups the records of a long job, and counts their characters. */
export function inParts<T>(
  records: readonly T[],
  lengthOf: (record: T) => number,
): { parts: T[][]; characters: number } {
  const parts: T[][] = [];
  let [characters, room] = [0, 0];
  for (const record of records) {
    const part = parts.at(-1);
    if (part && room > 0 && part.length < partRecords) part.push(record);
    else {
      parts.push([record]);
      room = partCharacters;
    }
    room -= lengthOf(record);
    characters += lengthOf(record);
  }
  return { parts, characters };
}
