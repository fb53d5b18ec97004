import type { Conflict } from '../../story/conflict/store.ts';
import type { Person, PicturedCast } from './cast.ts';
import { strongestFirst } from './cast.ts';
import { toldMax } from './rules.ts';

const numbers = new Intl.NumberFormat('en');

/** `1 conflict`, `1,204 words`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${numbers.format(count)} ${count === 1 ? one : several}`;
}

/** A list as text, truncated with the number of further items. */
export function listed(items: readonly string[], most = toldMax): string {
  const more = items.length - most;
  return more > 0 ? `${items.slice(0, most).join('; ')}; and ${numbers.format(more)} more` : items.join('; ');
}

/** The cast by number and name, with those who are left out. */
export function castInWords({ people, leftOut }: PicturedCast): string {
  if (people.length === 0) return 'The book has no characters yet.';
  const names = people.map(({ number, name, isPov }) => `${number} ${name}${isPov ? ' (point of view)' : ''}`);
  return `Characters: ${listed(names)}.${leftOut > 0 ? ` ${leftOutInWords(leftOut)}` : ''}`;
}

function leftOutInWords(leftOut: number): string {
  return `${counted(leftOut, 'more character')} with fewer conflicts ${leftOut === 1 ? 'is' : 'are'} left out.`;
}

/** What a picture of the cast omits or shows differently. */
export function notesOf({ people, leftOut }: PicturedCast, conflicts: readonly Conflict[]): string[] {
  if (people.length === 0) return ['The book has no characters yet.'];
  return [
    ...(conflicts.length === 0 ? ['The book has no conflicts yet.'] : []),
    ...(leftOut > 0 ? [leftOutInWords(leftOut)] : []),
    ...(people.some(({ shown }) => shown === '')
      ? ['Names in letters that this picture lacks are given by number; as SVG it has them.']
      : []),
  ];
}

export function conflictsInWords(conflicts: readonly Conflict[], people: readonly Person[]): string {
  const byId = new Map(people.map((person) => [person.id, person]));
  const told = strongestFirst(conflicts).flatMap((conflict) => {
    const [from, to] = [byId.get(conflict.fromCharacterId), byId.get(conflict.toCharacterId)];
    return from && to ? [`${from.name} ${conflict.mutual ? 'and' : 'towards'} ${to.name}: ${factsOf(conflict)}`] : [];
  });
  const alone = people.filter(({ isAlone }) => isAlone).map(({ name }) => name);
  return [
    told.length === 0 ? 'No conflicts yet.' : `Conflicts, strongest first: ${listed(told)}.`,
    ...(alone.length === 0 || told.length === 0 ? [] : [`In no conflict: ${listed(alone)}.`]),
  ].join(' ');
}

/** `rivalry, intensity 4 of 5, open`. */
export function factsOf({ kind, intensity, status }: Conflict): string {
  return `${kind}, intensity ${intensity} of 5, ${status}`;
}
