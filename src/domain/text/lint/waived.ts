import type { Finding } from './judge.ts';

/**
 * The ids under which findings are waived. One of a text that came from another chapter has the id that it had there: of
 * several alike, the last ones are from there, because a text is added at the end.
 */
export function waivedUnder(findings: readonly Finding[], waived: Iterable<string>): Map<Finding, string> {
  const ids = new Set(waived);
  const found = new Map<Finding, string>();
  for (const finding of findings.toReversed()) {
    const id = [finding.id, ...(finding.formerIds ?? [])].find((one) => ids.has(one));
    if (id === undefined) continue;
    found.set(finding, id);
    ids.delete(id);
  }
  return found;
}
