import { oneLine, tagged } from './fence.ts';
import type { PromptConflict } from './prompt-input.ts';

type ShownConflict = Pick<
  PromptConflict,
  'fromCharacterId' | 'toCharacterId' | 'mutual' | 'kind' | 'intensity' | 'status'
>;

/** A kind is always named as a conflict: "love" alone between mother and son reads as a romance. `other` says nothing. */
const kinds: Readonly<Record<string, string>> = {
  goal: 'want what excludes the other',
  value: 'believe opposite things',
  loyalty: 'loyalty tested or broken',
  secret: 'a secret between them',
  power: 'a struggle over who decides',
  rivalry: 'rivals',
  love: 'love withheld, unequal or denied, of the sort that their relation is',
  debt: 'one owes the other',
  ideology: 'cause against cause',
};
const strengths = ['faint', 'mild', 'strong', 'fierce', 'at breaking point'];
const statuses: Readonly<Record<string, string>> = {
  latent: 'neither has said it',
  escalating: 'getting worse',
  resolved: 'settled; do not reopen',
};

/** The ends of a conflict, what it is about, how strong it is, and how it stands. */
export function conflictWords(conflict: ShownConflict, names: ReadonlyMap<string, string>): string {
  const [from, to] = [names.get(conflict.fromCharacterId), names.get(conflict.toCharacterId)];
  const kind = kinds[conflict.kind] ?? (conflict.kind === 'other' ? undefined : oneLine(conflict.kind));
  const said = [kind, strengths[conflict.intensity - 1], statuses[conflict.status]].filter(Boolean).join(', ');
  return `- ${conflict.mutual ? `${from} and ${to}` : `${from} against ${to}`}: ${said}.`;
}

/** The same, with what the author says of it. */
export function conflictLine(conflict: PromptConflict, names: ReadonlyMap<string, string>): string {
  const clauses = [
    tagged('about', oneLine(conflict.description)),
    tagged('at_stake', conflict.stakes === null ? null : oneLine(conflict.stakes)),
    tagged('bond', conflict.connection === null ? null : oneLine(conflict.connection)),
  ];
  return [conflictWords(conflict, names), ...clauses.filter((clause) => clause !== undefined)].join(' ');
}
