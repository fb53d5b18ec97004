import type { Proposed } from './rules.ts';

/** Somebody whom a profile proposes, with who has the name in the cast. */
export type KnownPerson = Proposed['people'][number] & { characterId: string | null };

interface Named {
  id: string;
  name: string;
  aliases: readonly string[];
}

/** By a name or an alias that both have, in either case. */
export function knownPeople(people: Proposed['people'], cast: readonly Named[]): KnownPerson[] {
  const ids = new Map(
    cast.flatMap(({ id, name, aliases }) => [...aliases, name].map((called) => [folded(called), id])),
  );
  return people.map((one) => {
    const known = [one.name, ...one.aliases].map((called) => ids.get(folded(called))).find((id) => id !== undefined);
    return { ...one, characterId: known ?? null };
  });
}

function folded(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}
