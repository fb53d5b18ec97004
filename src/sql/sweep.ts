/**
 * Deletes part after part until nothing is left: what a long time left behind at once would take longer than a statement may,
 * and would be there for ever. `deletePart` deletes a part of it.
 */
export async function sweepInParts(deletePart: () => Promise<{ count: number }>): Promise<number> {
  for (let swept = 0; ; ) {
    const { count } = await deletePart();
    if (count === 0) return swept;
    swept += count;
  }
}
