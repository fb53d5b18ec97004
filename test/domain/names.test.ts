import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CastNames, type NameBearer } from '../../src/domain/story/names/cast-names.ts';
import { charactersIn, namesInText } from '../../src/domain/story/names/names-in-text.ts';
import { corpus } from './names.corpus.ts';

/** Ids are the names in NFC. */
function castOf(names: string): NameBearer[] {
  return names.split('; ').map((one) => {
    const [name = '', ...aliases] = one.split('/');
    return { id: name.normalize('NFC').replaceAll(' ', '_'), name, aliases };
  });
}

function read(language: string, cast: string, text: string): string {
  const { recognised, ambiguous, near } = namesInText(text, new CastNames(castOf(cast), language));
  const nameOf = (id: string) => id.replaceAll('_', ' ');
  return [
    ...recognised.map(({ characterId, words }) => `${nameOf(characterId)}=${words}`),
    ...ambiguous.map(({ words }) => `?${words}`),
    ...near.map(({ characterId, words }) => `~${nameOf(characterId)}=${words}`),
  ].join('; ');
}

const letters = 'abcdeilmnorstu';
const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 3, maxLength: 8 });
const name = word.map((one) => `${one.charAt(0).toUpperCase()}${one.slice(1)}`);
const member = fc
  .tuple(name, name)
  .map(([first, last]) => ({ id: `${first}${last}`, name: `${first} ${last}`, aliases: [] }));
const cast = fc.uniqueArray(member, { minLength: 1, maxLength: 8, selector: ({ id }) => id });

describe('names in a text', () => {
  it.each(corpus)('%s, cast %s: “%s” names %s', (language, people, text, expected) => {
    expect(read(language, people, text)).toBe(expected);
  });

  it('never counts a name inside a longer word', () => {
    fc.assert(
      fc.property(cast, name, word, (people, before, after) => {
        const names = new CastNames(people, 'en');
        const joined = people
          .flatMap((one) => one.name.split(' '))
          .flatMap((part) => [`${part}${after}`, `${before}${part.toLowerCase()}`]);
        const others = joined.filter((one) => !names.everyWord.has(one));
        expect(charactersIn(others.join(' and '), names)).toEqual([]);
      }),
    );
  });

  it('changes for nobody when a character without a common word joins the cast', () => {
    fc.assert(
      fc.property(cast, member, fc.array(fc.nat(15), { maxLength: 30 }), (people, other, picks) => {
        const words = people.flatMap((one) => one.name.split(' '));
        const isUnrelated = other.name.split(' ').every((part) => !words.includes(part));
        fc.pre(isUnrelated);
        const text = picks.map((pick) => words[pick % words.length]).join(' then ');
        const [before, after] = [people, [...people, other]].map((some) =>
          namesInText(text, new CastNames(some, 'en')),
        );
        expect([after?.recognised, after?.ambiguous]).toEqual([before?.recognised, before?.ambiguous]);
      }),
    );
  });

  it('gives a word to nobody when a second character has it', () => {
    const one = castOf('Mara Venn');
    expect(charactersIn('Later Mara left.', new CastNames(one, 'en'))).toEqual(['Mara_Venn']);
    expect(charactersIn('Later Mara left.', new CastNames([...one, ...castOf('Mara Holt')], 'en'))).toEqual([]);
  });

  it('lists at most 20 characters with words near their names', () => {
    const many = Array.from({ length: 30 }, (_, at) => `Tomor Vennel${String.fromCharCode(97 + (at % 26))}${at}`);
    const names = new CastNames(castOf(many.map((one, at) => `${one}${at}/Marabel`).join('; ')), 'en');
    expect(namesInText('Then Marabell left.', names).near).toHaveLength(20);
  });
});
