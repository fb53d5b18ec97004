import { describe, expect, it } from 'vitest';
import { assemblePrompt } from '../../src/domain/calls/prompt/prompt.ts';
import { recapMessages } from '../../src/domain/calls/prompt/recap-prompt.ts';
import { CastNames } from '../../src/domain/story/names/cast-names.ts';
import { charactersIn } from '../../src/domain/story/names/names-in-text.ts';
import { inputFor } from '../books/book.ts';
import { pilot } from '../books/pilot.ts';

const promptOf = (change: object) => {
  const { messages } = assemblePrompt({ ...inputFor(pilot, 5, () => 1), ...change });
  return messages.map(({ content }) => content).join('\n');
};
const chaptersWith = (change: object) =>
  inputFor(pilot, 5, () => 1).chapters.map((one) => (one.order === 5 ? { ...one, ...change } : one));

describe('the purposes of a chapter', () => {
  const plan = { ...inputFor(pilot, 5, () => 1).plan, beatSheetTemplate: 'three-act' as const };
  const several = ['inciting-incident', 'first-plot-point', 'midpoint'];
  const decides = 'These purposes share the chapter.';

  it('are served as the summary has them, if there are several', () => {
    const purposes = promptOf({ plan, chapters: chaptersWith({ beatKeys: several }) }).match(/<purpose>/g);
    expect(purposes?.length).toBeGreaterThan(1);
    expect(promptOf({ plan, chapters: chaptersWith({ beatKeys: several }) })).toContain(decides);
    expect(promptOf({ plan, chapters: chaptersWith({ beatKeys: several, summary: '' }) })).not.toContain(decides);
    expect(promptOf({ plan, chapters: chaptersWith({ beatKeys: several.slice(0, 1) }) })).not.toContain(decides);
  });
});

describe('where somebody stands', () => {
  const standing = (state: string) => {
    const { chapters } = inputFor(pilot, 5, () => 1);
    const told = chapters.map((one) => ({
      ...one,
      recap: one.order === 4 ? { events: 'Rain.', state, isStale: false } : null,
      ...(one.order === 5 ? { summary: 'Celia meets Voll.' } : {}),
    }));
    return /<standing>[\s\S]*<\/standing>/.exec(promptOf({ chapters: told }))?.[0] ?? '';
  };

  it('is no sentence about a thing of theirs', () => {
    expect(standing('Voll’s boat lies at the quay.')).not.toContain('Voll');
    expect(standing('Voll’s boat lies at the quay. Voll is in it.')).toContain('Voll is in it.');
  });

  it('is one about their body, or about them', () => {
    expect(standing('Voll’s leg is broken.')).toContain('leg is broken');
    expect(standing('Voll is away in Lisbon.')).toContain('away in Lisbon');
  });
});

describe('a word of kin before a surname', () => {
  const cast = [
    { id: 'mrs', name: 'Mrs. Phillips', aliases: [] },
    { id: 'carl', name: 'Carl Reeve', aliases: [] },
  ];
  it.each([
    ['Her uncle Phillips came to tea.', 'en', []],
    ['Her aunt Phillips came to tea.', 'en', ['mrs']],
    ['Mrs. Phillips came to tea.', 'en', ['mrs']],
    ['Son oncle Phillips arrive.', 'fr', []],
  ])('tells %s', (text, language, people) => {
    expect(charactersIn(text, new CastNames(cast, language))).toEqual(people);
  });
});

describe('the length of a recap', () => {
  const limitsOf = (text: string) => {
    const names = ['Emma', 'Jonas', 'Ada', 'Rosalind', 'Tom', 'Mara', 'Hope', 'Edmund'];
    const known = {
      formerState: null,
      isFormerStale: false,
      budgetTokens: 20_000,
      countTokens: (one: string) => one.length / 4,
    };
    const input = { order: 1, title: 'One', language: 'en', text, names, ...known };
    const asked = recapMessages(input).at(-1)?.content ?? '';
    return [...asked.matchAll(/at most (\d+)/g)].map(([, limit]) => Number(limit));
  };

  it('grows with the people of the chapter, within the limits of the record', () => {
    const [few = [], many = []] = [
      limitsOf('Emma waits.'),
      limitsOf('Emma, Jonas, Ada, Rosalind, Tom, Mara, Hope and Edmund wait.'),
    ];
    expect(few).toEqual([700, 400]);
    expect(many[0]).toBeGreaterThan(900);
    expect(many[1]).toBeGreaterThan(700);
    expect(many[0]).toBeLessThanOrEqual(1_200);
    expect(many[1]).toBeLessThanOrEqual(800);
  });
});
