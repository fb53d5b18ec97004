import type { OutlineCharacter } from './outline-input.ts';

type Member = Pick<OutlineCharacter, 'id' | 'name' | 'aliases' | 'isPov'>;

/** Finds characters by the names that a model uses. */
export interface Roster {
  /** Undefined if unknown. Names precede aliases; of equal names the older character counts. */
  find(name: string): Member | undefined;
}

export function rosterOf(cast: readonly Member[]): Roster {
  const byName = new Map<string, Member>();
  for (const called of [(one: Member) => [one.name], (one: Member) => one.aliases]) {
    for (const member of cast) {
      for (const name of called(member)) if (!byName.has(folded(name))) byName.set(folded(name), member);
    }
  }
  return { find: (name) => byName.get(folded(name)) };
}

/** Compares names without case, width, spacing and our fence escapes. */
function folded(name: string): string {
  return name.replaceAll('&lt;', '<').normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase();
}

// Keeps faults short for any size of cast. Ours.
const namesShownMax = 12;

/** Some of the names, quoted, as a choice for the model. */
export function namesOf(members: readonly Member[]): string {
  const shown = members.slice(0, namesShownMax).map(({ name }) => JSON.stringify(name));
  return members.length > shown.length ? `${shown.join(', ')}, …` : shown.join(', ');
}
