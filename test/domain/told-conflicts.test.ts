import { describe, expect, it } from 'vitest';
import { assemblePrompt, type PromptConflict } from '../../src/domain/calls/prompt/prompt.ts';
import { InputReader } from '../../src/domain/making/staleness/inputs.ts';
import { inputFor } from '../books/book.ts';
import { marches } from '../books/marches.ts';
import { blockText } from './prompt.fixture.ts';

const edge = (from: string, to: string, change: Partial<PromptConflict> = {}): PromptConflict => ({
  id: `cfl_${from}_${to}`,
  version: 1,
  fromCharacterId: from,
  toCharacterId: to,
  mutual: true,
  kind: 'rivalry',
  description: `${from} and ${to}`,
  stakes: null,
  connection: null,
  intensity: 3,
  status: 'open',
  ...change,
});

const conflicts = [
  edge('osric', 'garrick', { intensity: 5 }),
  edge('osric', 'tam', { intensity: 1 }),
  edge('osric', 'king', { status: 'resolved' }),
  edge('maud', 'garrick'),
  edge('rhea', 'garrick', { intensity: 2 }),
];
const people = { povCharacterId: 'osric', participantIds: ['osric', 'tam'] };

/** Pairs of the block, in its order. */
function told(order: number) {
  const input = inputFor(marches, order, () => 1);
  const chapters = input.chapters.map((one) => (one.order === order ? { ...one, ...people } : one));
  const given = { ...input, conflicts, chapters };
  const lines = blockText(given, 'conflicts').split('\n').filter(Boolean);
  const pairs = lines.map(
    (line) => `${/<about>(.*?)<\/about>/.exec(line)?.[1]}${line.endsWith('(not here)') ? ' …' : ''}`,
  );
  const built = new InputReader(given).inputsOf(given.chapterId);
  const { manifest } = assemblePrompt(given);
  return {
    pairs,
    built: Object.keys(built?.conflict ?? {}),
    omitted: manifest.filter(({ reason }) => reason?.startsWith('an end takes no part')),
  };
}

describe('conflicts with somebody who is not there', () => {
  it('are told of the viewpoint character, open ones only, after those between people who are there', () => {
    const { pairs, built, omitted } = told(5);
    expect(pairs).toEqual(['osric and tam', 'osric and garrick …']);
    expect(omitted).toHaveLength(3);
    expect(built.toSorted()).toEqual(['cfl_osric_garrick', 'cfl_osric_tam']);
  });

  it('are told of the lead in the last quarter of the book', () => {
    expect(told(9).pairs).toEqual(['osric and tam', 'osric and garrick …']);
    expect(told(10).pairs).toEqual(['osric and tam', 'osric and garrick …', 'rhea and garrick …']);
    expect(told(10).built).toContain('cfl_rhea_garrick');
  });
});
