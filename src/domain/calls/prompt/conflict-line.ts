import { oneLine, tagged } from './fence.ts';
import type { PromptConflict } from './prompt-input.ts';

type ShownConflict = Pick<
  PromptConflict,
  'fromCharacterId' | 'toCharacterId' | 'mutual' | 'kind' | 'intensity' | 'status'
>;

/** A kind is always named as a conflict: "love" alone between mother and son reads as a romance. `other` says only that there is one. */
const kinds: Readonly<Record<string, string>> = {
  goal: 'want what excludes the other',
  value: 'believe opposite things',
  loyalty: 'loyalty tested or broken',
  secret: 'a secret between them',
  power: 'a struggle over who decides',
  rivalry: 'rivals',
  love: 'love withheld, unequal or denied, between kin, friends or lovers as the case is',
  debt: 'one owes the other',
  ideology: 'cause against cause',
};
const strengths = ['faint', 'mild', 'strong', 'fierce', 'at breaking point'];
/** Of a conflict without a kind. */
const degrees = ['faintly', 'mildly', 'strongly', 'fiercely', 'at breaking point'];
const statuses: Readonly<Record<string, string>> = {
  latent: 'neither has said it',
  escalating: 'getting worse',
  resolved: 'settled; do not reopen',
};

/** The ends of a conflict, what it is about, how strong it is, and how it stands. */
export function conflictWords(conflict: ShownConflict, names: ReadonlyMap<string, string>): string {
  const [from, to] = [names.get(conflict.fromCharacterId), names.get(conflict.toCharacterId)];
  const isOther = conflict.kind === 'other';
  const kind = isOther ? 'at odds' : (kinds[conflict.kind] ?? oneLine(conflict.kind));
  const strength = (isOther ? degrees : strengths)[conflict.intensity - 1];
  const said = [kind, strength, statuses[conflict.status]].filter(Boolean).join(', ');
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
