import type { OutlineCharacter } from './outline-input.ts';

type Member = Pick<OutlineCharacter, 'id' | 'name' | 'aliases' | 'isPov'>;

/** Finds characters by what a model calls them. */
export interface Roster {
  /** Undefined when nobody is called so. Of two who share a name the older one; a name goes before an alias. */
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

/** Case, width, spacing and the escape of our fences do not tell two names apart. */
function folded(name: string): string {
  return name.replaceAll('&lt;', '<').normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase();
}

// A fault has to stay short, however long the cast. Ours.
const namesShownMax = 12;

/** Some of the names, quoted, for a model to choose from. */
export function namesOf(members: readonly Member[]): string {
  const shown = members.slice(0, namesShownMax).map(({ name }) => JSON.stringify(name));
  return members.length > shown.length ? `${shown.join(', ')}, …` : shown.join(', ');
}
