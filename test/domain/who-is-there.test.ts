import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { peopleOf } from '../../src/domain/calls/prompt/participants.ts';
import { CastNames } from '../../src/domain/story/names/cast-names.ts';
import { whoIsThere } from '../../src/domain/story/names/who-is-there.ts';
import { proof } from '../support/proofs.ts';
import { casts, others, summaries } from './who-is-there.corpus.ts';

const rightMin = 0.95;

/** Members with their first names as ids. */
function castOf(language: keyof typeof casts) {
  return casts[language].map((entry) => {
    const name = entry.replace('*', '');
    return { id: name.split(' ')[0] ?? '', name, aliases: [], isPov: entry.endsWith('*') };
  });
}

/** First names of those who take part, and of those of whom a summary only speaks. */
function peopleIn(language: keyof typeof casts, summary: string) {
  const cast = castOf(language);
  const chapter = {
    order: 1,
    title: '',
    summary,
    notes: '',
    povCharacterId: null,
    participantIds: [],
    mentionedIds: [],
  };
  const { participants, mentioned } = peopleOf(
    chapter,
    '',
    { cast, plan: { povLock: 'third-limited' } },
    new CastNames(cast, language),
  );
  const idsOf = (members: readonly { id: string }[]) => members.map(({ id }) => id).sort();
  return { present: idsOf(participants), spokenOf: idsOf(mentioned), toldThrough: participants[0]?.id };
}

const listed = (names: string) => names.split(' ').filter(Boolean).sort();

const judged = (all: typeof summaries) =>
  all.map(([language, summary, present, spokenOf]) => {
    const expected = { present: listed(present), spokenOf: listed(spokenOf), toldThrough: present.split(' ')[0] };
    return { summary, expected, found: peopleIn(language, summary) };
  });

describe('who is there', () => {
  it('is found in at least 95 of 100 summaries as authors write them', () => {
    const wrong = judged(summaries).filter(({ expected, found }) => !isDeepStrictEqual(expected, found));
    expect(wrong.length / summaries.length, JSON.stringify(wrong, null, 1)).toBeLessThanOrEqual(1 - rightMin);
  });

  it('is found for at least 95 of 100 people of summaries that were written without the rules', () => {
    let [people, wrong] = [0, 0];
    for (const { expected, found } of judged(others))
      for (const name of new Set([...expected.present, ...expected.spokenOf, ...found.present, ...found.spokenOf])) {
        const isRight = expected.present.includes(name) === found.present.includes(name);
        people += 1;
        wrong += isRight && expected.spokenOf.includes(name) === found.spokenOf.includes(name) ? 0 : 1;
      }
    expect(people).toBeGreaterThan(400);
    expect(wrong / people).toBeLessThanOrEqual(1 - rightMin);
  });

  it('is everybody in a language without words of absence', () => {
    const names = new CastNames([{ id: 'yan', name: 'Ян', aliases: [] }], 'ru');
    expect(whoIsThere('Письмо от Ян', names)).toEqual({ present: ['yan'], spokenOf: [] });
  });

  it('is found in a text without an end, in one pass', () => {
    const names = new CastNames(castOf('en'), 'en');
    for (const words of ['Edmund and Hope and ', 'everybody but Edmund ', 'without Edmund and '])
      expect(whoIsThere(`Nora waits for ${words.repeat(proof(8_000, 40_000))}`, names).present).toContain('Nora');
  });

  it('is who the author lists, whatever the words say', () => {
    const members = castOf('en');
    const told = { cast: members, plan: { povLock: 'third-limited' } };
    const names = new CastNames(members, 'en');
    const chapter = { order: 1, title: '', summary: 'The funeral of Edmund.', notes: '', povCharacterId: null };
    const people = (lists: { participantIds: string[]; mentionedIds: string[] }) => {
      const { participants, mentioned } = peopleOf({ ...chapter, ...lists }, '', told, names);
      return [participants, mentioned].map((all) => all.map(({ id }) => id));
    };
    expect(people({ participantIds: ['Edmund'], mentionedIds: [] })).toEqual([['Nora', 'Edmund'], []]);
    expect(people({ participantIds: [], mentionedIds: ['Hope'] })).toEqual([['Nora'], ['Edmund', 'Hope']]);
  });
});
