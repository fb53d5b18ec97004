import { asOf } from '../../story/names/as-of.ts';
import { Called } from '../../story/names/called.ts';
import type { OutlineCharacter } from './outline-input.ts';

type Member = Pick<OutlineCharacter, 'id' | 'name' | 'aliases' | 'datedAliases' | 'isPov'>;

/** Finds characters by the names that a model uses. */
export interface Roster {
  /** Undefined if unknown. Of equal names the older character counts; a word that several share names nobody. */
  find(name: string): Member | undefined;
}

export function rosterOf(cast: readonly Member[], language: string): Roster {
  // A reply names people from any chapter.
  const called = new Called(
    cast.map((member) => asOf(member, Number.POSITIVE_INFINITY)),
    language,
  );
  return {
    find(sent) {
      // Our fences escape this sign, and models repeat that.
      const name = sent.replaceAll('&lt;', '<');
      const [only, ...others] = called.byWord(name);
      return called.byName(name)[0] ?? (others.length === 0 ? only : undefined);
    },
  };
}

// Keeps faults short for any size of cast. Ours.
const namesShownMax = 12;

/** Some of the names, quoted, as a choice for the model. */
export function namesOf(members: readonly Member[]): string {
  const shown = members.slice(0, namesShownMax).map(({ name }) => JSON.stringify(name));
  return members.length > shown.length ? `${shown.join(', ')}, …` : shown.join(', ');
}
