import { describe, expect, it } from 'vitest';
import { recapFaults } from '../../src/domain/making/recap/faults.ts';
import type { RecapSource } from '../../src/domain/making/recap/source.ts';

const text =
  'Emma rowed out before dawn with the lamp between her feet. Jonas waited at the landing in Lisbon; he said nothing of the bell.';
const source: RecapSource = {
  language: 'en',
  text,
  beside: 'The Ferry\nRosalind holds the key.',
  cast: [
    { id: 'emma', name: 'Emma Reeve', aliases: [] },
    { id: 'jonas', name: 'Jonas', aliases: ['the keeper'] },
  ],
};
const faultsOf = (events: string, state: string, change: Partial<RecapSource> = {}) =>
  recapFaults({ recap: { events, state }, source: { ...source, ...change } });

const [events, state] = [
  'Emma rows to Jonas and hides the bell.',
  'Emma is in the boat. Jonas waits. Rosalind has the key.',
];

describe('a recap without faults', () => {
  it.each([
    ['says what the chapter says', events, state],
    ['names people by a part of their name, days and months', 'Reeve rows on a Monday in May.', 'Reeve is afloat.'],
    ['makes words from those of the text', 'The Lisboners watch Emma.', 'Jonas is a Lisboner.'],
    ['begins sentences with other words', 'Despite the dark, Emma rows. Neither speaks.', 'Jonas waits.'],
    ['names people of the state before', 'Emma thinks of Rosalind.', state],
  ])('%s', (_what, ...parts) => {
    expect(faultsOf(...parts)).toEqual([]);
  });

  it.each([
    ['en', 'Soldiers search the inn. Open remains what the letter said. Danger remains. Emma waits.'],
    ['en', 'Emma meets the Irish innkeeper on Sundays and on Christmas Eve; the Narrator tells her Mother.'],
    ['en', 'Emma tells Jonas what happened, in order to win his help.'],
    ['en', 'Emma goes to the spot where people stand at the end of the pier.'],
    ['en', 'Emma is told by the clerk: I’m sorry, I can’t help, the guidelines forbid it.'],
    ['en', 'The Lisbonese and Ohara wait for Emma.'],
    ['fr', 'Minuit est passé. Inconnu est le contenu de la lettre. Emma attend.'],
    ['es', 'Ninguno dice nada. Aquello era peligroso. Emma espera.'],
    ['nl', 'Onduidelijk is wie de brief schreef. Thuis is Emma veilig.'],
    ['sv', 'Oklart är vad som stod i brevet. Hemma är Emma trygg.'],
    ['pl', 'Jonas czeka na Emmę przy moście i mówi o Annie.'],
    ['fi', 'Jonas antaa Emmalle kirjeen ja puhuu Annasta.'],
    ['lb', 'De Jonas huet de Mantel vum Emma.'],
  ])('begins and bends its words as %s does: %s', (language, said) => {
    const told = { language, text: `${text} O’Hara came. Anna too.` };
    expect(faultsOf(said, said, told)).toEqual([]);
  });

  it('says where somebody stands who is not in the cast, if the chapter names them', () => {
    const told = 'Marta read the letter from Jonas. Then Jonas left, and Marta waited.';
    expect(faultsOf('A letter comes.', 'Marta is alone.', { text: `${told} So did Marta’s dog.` })).toEqual([]);
  });

  it('names nobody, if the chapter names nobody of the cast', () => {
    expect(faultsOf('The fog comes.', 'All is still.', { text: 'Fog came.' })).toEqual([]);
  });

  it('has capitals as its language has them', () => {
    const german = { language: 'de', text: 'Emma ruderte hinaus. Jonas wartete.' };
    expect(faultsOf('Emma rudert mit der Laterne zum Ufer.', 'Jonas hat den Mantel.', german)).toEqual([]);
  });

  it('may be in the language of the text, also if that is not the language of the book', () => {
    const french =
      'Emma rame avant l’aube avec la lampe entre ses pieds, et elle pense à tout ce que sa mère lui avait dit. ';
    const change = { text: `${french.repeat(4)} Jonas attend.`, language: 'en' };
    expect(faultsOf(french.repeat(2), 'Jonas attend sur le quai et ne dit rien.', change)).toEqual([]);
  });
});

describe('a recap is faulty if it', () => {
  const german =
    'Emma rudert vor dem Morgen hinaus und sagt niemandem etwas davon, denn sie hat Angst vor dem, was am Ufer auf sie wartet, und die Glocke ist nicht mehr da, wo sie gestern noch war.';
  it.each([
    ['is no JSON', undefined, ['no JSON object']],
    [
      'declines',
      { events: 'I’m sorry, I can’t assist with that.', state: 'As an AI language model I decline.' },
      ['declines'],
    ],
    ['repeats the form', { events: '…', state: '…' }, ['repeats the form']],
    ['repeats the schema', { events: '{"type": "object", "properties": {}}', state }, ['repeats the form']],
    ['repeats the rules', { events: 'What happened, in order, with who and why.', state }, ['repeats the form']],
    [
      'is in another language',
      { events: german, state: 'Emma ist im Boot. Jonas wartet am Ufer.' },
      ['not in English'],
    ],
    ['names somebody else', { events: 'Emma meets Marlow.', state }, ['“Marlow” is neither']],
    ['lets somebody else act', { events, state: 'Emma rows, and Marlow waits.' }, ['“Marlow” is neither']],
    ['has no state', { events, state: ' ' }, ['"state" is empty']],
    ['has a state of nobody', { events, state: 'She is in the boat.' }, ['names nobody']],
  ])('%s', (_what, recap, wanted) => {
    expect(recapFaults({ recap, source })).toEqual(wanted.map((words) => expect.stringContaining(words)));
  });
});
