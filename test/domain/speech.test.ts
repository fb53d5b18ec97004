import { describe, expect, it } from 'vitest';
import { speakerOf } from '../../src/domain/calls/prompt/speech.ts';
import { CastNames } from '../../src/domain/story/names/cast-names.ts';

const person = (name: string, aliases: string[] = []) => ({ id: name, name, aliases });
const cast = [person('Emma Harrow'), person('Tobias Miller'), person('Ana'), person('Иван'), person('王小明')];

describe('who speaks in a paragraph', () => {
  it.each<[string, string, string | undefined]>([
    ['en', '“Come in,” said Emma to Tobias.', 'Emma Harrow'],
    ['en', 'Emma said, “Tobias is late.”', 'Emma Harrow'],
    ['en', 'Emma looked up: “Tobias is late.”', 'Emma Harrow'],
    ['en', '“No,” Tobias said. “Ask Emma.” Emma laughed.', 'Tobias Miller'],
    ['en', '"No," said Miller.', 'Tobias Miller'],
    ['en-GB', '‘I don’t know,’ said Emma.', 'Emma Harrow'],
    ['en', 'Tobias shrugged. “Ask her.”', 'Tobias Miller'],
    ['en', 'Emma looked at Tobias. “No,” he said.', undefined],
    ['en', '“Emma is late,” he said.', undefined],
    ['en', 'Emma went home, and Tobias stayed.', undefined],
    ['de', '„Komm herein“, sagte Emma zu Tobias.', 'Emma Harrow'],
    ['de', '»Komm herein«, sagte Tobias.', 'Tobias Miller'],
    ['fr', '« Entrez », dit Ana.', 'Ana'],
    ['fr', '— Entrez, dit Ana.', 'Ana'],
    ['es', '—Ven aquí —dijo Ana—. Emma llega tarde.', 'Ana'],
    ['ru', '— Иди сюда, — сказал Иван. — Поздно.', 'Иван'],
    ['sv', '– Kom hit, Emma, sa Ana.', 'Ana'],
    ['sv', '– Kom hit, Emma!', undefined],
    ['zh', '王小明说：「进来。」', '王小明'],
  ])('%s: %s', (language, paragraph, speaker) => {
    expect(speakerOf(paragraph, new CastNames(cast, language))).toBe(speaker);
  });

  it.each(['‘', '“', '“a” ', 'Emma, ', '— ', 'Emma nodded and '])('is read in bounded time: %s', (piece) => {
    const names = new CastNames(cast, 'en');
    expect(() => speakerOf(`${piece.repeat(40_000)}said Emma`, names)).not.toThrow();
  });
});
