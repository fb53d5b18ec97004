import { describe, expect, it } from 'vitest';
import { rolesIn } from '../../src/domain/story/names/roles.ts';

const cast = [
  { id: 'agnes', role: 'A nun of the abbey, and its cook' },
  { id: 'reeve', role: 'Old harbour pilot' },
  { id: 'müller', role: 'Müller im Dorf' },
  { id: 'abbé', role: 'abbé du village' },
  { id: 'ana', role: 'enfermera de noche' },
  { id: 'one', role: 'clerk' },
  { id: 'two', role: 'Clerk at the bank' },
  { id: 'lead', role: 'Protagonist' },
  { id: 'mother', role: 'Mother of Reeve' },
  { id: 'said', role: 'She is the one who keeps every secret' },
];

describe('people whom a chapter may mean by their role', () => {
  it.each<[string, string, Record<string, string[]>]>([
    ['en', 'Hope asks the nun for bread.', { 'the nun': ['agnes'] }],
    ['en', 'The old nun is asleep, and the pilot knows.', { 'The old nun': ['agnes'], 'the pilot': ['reeve'] }],
    ['en', 'The clerk stamps it.', { 'The clerk': ['one', 'two'] }],
    ['de', 'Sie bittet den Müller um Mehl. Der alte Müller schweigt.', { 'den Müller': ['müller'] }],
    ['fr', 'Elle parle à l’abbé.', { 'l’abbé': ['abbé'] }],
    ['es', 'La enfermera llega tarde.', { 'La enfermera': ['ana'] }],
  ])('are told: %s: %s', (language, text, roles) => {
    const found = rolesIn(text, cast, language).map(({ words, characterIds }) => [words[0], characterIds]);
    expect(Object.fromEntries(found)).toEqual(roles);
  });

  it.each([
    ['en', 'A nun passes.'],
    ['en', 'The nunnery burns.'],
    ['en', 'The Nun Berta waits.'],
    ['en', 'The protagonist waits for the mother, the one and the secret.'],
    ['de', 'Ein Müller kommt.'],
    ['fi', 'Nun odottaa.'],
  ])('are not told: %s: %s', (language, text) => {
    expect(rolesIn(text, cast, language)).toEqual([]);
  });
});
