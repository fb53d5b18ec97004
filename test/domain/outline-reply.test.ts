import { describe, expect, it } from 'vitest';
import type { OutlineInput } from '../../src/domain/making/outline/outline-input.ts';
import { readOutline } from '../../src/domain/making/outline/outline-reply.ts';
import { outlineShape } from '../../src/domain/making/outline/outline-shape.ts';
import { beatSheets } from '../../src/domain/story/plan/beats.ts';
import { readReply, shapeText } from '../../src/providers/json-reply.ts';
import fc from '../support/fast-check.ts';
import { proof } from '../support/proofs.ts';
import { outlineInput, reply } from './outline.fixture.ts';

const input = outlineInput();

function outlineOf(sent: unknown, of: OutlineInput = input) {
  const read = readOutline(typeof sent === 'string' ? sent : JSON.stringify(sent), of);
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  return read.outline;
}

function faultsOf(sent: unknown, of: OutlineInput = input): string[] {
  const read = readOutline(typeof sent === 'string' ? sent : JSON.stringify(sent), of);
  return 'faults' in read ? read.faults : [];
}

const withFirst = (change: object) => {
  const [first, ...rest] = reply(4).chapters;
  return { chapters: [{ ...first, ...change }, ...rest] };
};

describe('parsing an outline', () => {
  it('maps names and aliases to ids, ignoring case and spacing, without duplicates', () => {
    const cast = input.cast.map((member, index) => (index === 3 ? { ...member, aliases: ['The Ferryman'] } : member));
    const sent = withFirst({
      pov: ' PERSON0  vale ',
      participants: ['the ferryman', 'Person3 Vale', '', 'Person1 Vale'],
    });
    const [first] = outlineOf(sent, { ...input, cast }).chapters;
    expect(first).toMatchObject({ povCharacterId: 'chr_0', participantIds: ['chr_3', 'chr_1'] });
  });

  it('matches names that the prompt escapes', () => {
    const cast = input.cast.map((member, index) => (index === 1 ? { ...member, name: 'A<B' } : member));
    for (const name of ['A<B', 'a&lt;b']) {
      expect(outlineOf(withFirst({ participants: [name] }), { ...input, cast }).chapters[0]?.participantIds).toEqual([
        'chr_1',
      ]);
    }
  });

  it('prefers older characters for a shared name, and names over aliases', () => {
    const names = ['Ann', 'Ann', 'Bea'];
    const cast = input.cast
      .slice(0, 3)
      .map((member, index) => ({ ...member, name: names[index] ?? '', aliases: ['Bea'] }));
    const [chapter] = reply(1).chapters;
    const sent = { chapters: [{ ...chapter, pov: null, participants: ['Ann', 'Bea'] }] };
    expect(outlineOf(sent, { ...input, cast }).chapters[0]?.participantIds).toEqual(['chr_0', 'chr_2']);
  });

  it.each([
    ['trailing commas', (json: string) => json.replaceAll('}', ' ,\n}').replaceAll(']', ',]')],
    ['a Markdown fence', (json: string) => `\`\`\`json\n${json}\n\`\`\``],
    ['prose before and after', (json: string) => `Here is "the" outline {as asked}:\n${json}\nDo you {like} it?`],
    ['a byte order mark', (json: string) => `\uFEFF${json}`],
    ['an array around it', (json: string) => `[${json}]`],
  ])('accepts one object with %s', (_what, wrap) => {
    expect(outlineOf(wrap(JSON.stringify(reply(3)))).chapters).toHaveLength(3);
  });

  it('ignores braces and quotation marks inside strings', () => {
    expect(outlineOf(withFirst({ title: 'The "}" and the {' })).chapters[0]?.title).toBe('The "}" and the {');
  });

  it('keeps title, genre and audience of the book, and reads only missing ones', () => {
    const sent = {
      ...reply(2),
      title: 'New',
      genre: 'Noir',
      genreConfidence: 80,
      audience: ' ',
      audienceConfidence: 3,
    };
    const none = { title: null, genre: null, genreConfidence: null, audience: null, audienceConfidence: null };
    expect(outlineOf(sent)).toMatchObject(none);
    const open = { ...input, book: { ...input.book, title: 'Untitled Book', genre: null, audience: null } };
    expect(outlineOf(sent, open)).toMatchObject({ ...none, title: 'New', genre: 'Noir', genreConfidence: 80 });
    expect(outlineOf({ ...reply(2), title: 'Untitled Book' }, open).title).toBeNull();
  });

  it.each(beatSheets.map(({ id }) => id))(
    'gives every chapter a beat and every beat of %s a chapter, for 1 to 100 chapters',
    (id) => {
      const sheet = beatSheets.find((one) => one.id === id);
      const keys = sheet?.beats.map(({ key }) => key) ?? [];
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 100 }),
          fc.array(fc.subarray(keys), { maxLength: 100 }),
          (count, named) => {
            const chapters = reply(count).chapters.map((chapter, index) => ({ ...chapter, beats: named[index] ?? [] }));
            const read = outlineOf({ chapters }, { ...input, plan: { ...input.plan, beatSheetTemplate: id } }).chapters;
            expect(read.every(({ beatKeys }) => beatKeys.length > 0)).toBe(true);
            expect(new Set(read.flatMap(({ beatKeys }) => beatKeys)).size).toBe(keys.length);
            for (const [index, { beatKeys }] of read.entries()) {
              expect(beatKeys).toEqual(keys.filter((key) => beatKeys.includes(key)));
              for (const key of named[index] ?? []) expect(beatKeys).toContain(key);
            }
          },
        ),
        { numRuns: proof(8, 160) },
      );
    },
  );

  it('ignores beats without a beat sheet', () => {
    const plain = { ...input, plan: { ...input.plan, beatSheetTemplate: null } };
    expect(outlineOf(reply(2), plain).chapters.flatMap(({ beatKeys }) => beatKeys)).toEqual([]);
  });

  it('ignores names without a cast', () => {
    expect(outlineOf(reply(2), { ...input, cast: [] }).chapters[0]).toMatchObject({
      povCharacterId: null,
      participantIds: [],
    });
  });
});

describe('faults of an outline', () => {
  it.each([
    [
      'a viewpoint not in the cast',
      { pov: 'Bob' },
      'chapters[0].pov: "Bob" is not in the cast; use one of "Person0 Vale", ',
    ],
    [
      'a participant not in the cast',
      { participants: ['Bob'] },
      'chapters[0].participants[0]: "Bob" is not in the cast',
    ],
    [
      'an unknown beat',
      { beats: ['twist'] },
      'chapters[0].beats[0]: "twist" is no beat of the sheet; use some of opening-image, ',
    ],
    ['an empty title', { title: ' ' }, 'chapters[0].title: Too small'],
    ['a title of 201 characters', { title: 'x'.repeat(201) }, 'chapters[0].title: Too big'],
    ['an empty summary', { summary: '\n' }, 'chapters[0].summary: Too small'],
    ['a summary of 4001 characters', { summary: 'x'.repeat(4001) }, 'chapters[0].summary: Too big'],
    ['no summary', { summary: undefined }, 'chapters[0].summary: Invalid input'],
    ['NUL', { title: 'a\0b' }, 'chapters[0].title: contains NUL'],
    ['a lone surrogate', { summary: 'a\ud800' }, 'chapters[0].summary: contains NUL or a lone surrogate'],
  ])('report %s', (_what, change, fault) => {
    expect(faultsOf(withFirst(change))).toEqual([expect.stringContaining(fault)]);
  });

  it('report a character who is no viewpoint of a book with several viewpoints', () => {
    const multi = { ...input, plan: { ...input.plan, povLock: 'multi' } };
    expect(faultsOf(withFirst({ pov: 'Person1 Vale' }), multi)).toEqual([
      'chapters[0].pov: "Person1 Vale" carries no point of view; use one of "Person0 Vale"',
    ]);
    expect(faultsOf(withFirst({ pov: 'Person1 Vale' }))).toEqual([]);
  });

  it('report a wrong number of chapters only if a number was requested', () => {
    expect(faultsOf(reply(4), { ...input, chapterCount: 5 })).toEqual(['chapters: must be exactly 5, not 4']);
    expect(faultsOf(reply(4))).toEqual([]);
    expect(faultsOf(reply(101))).toEqual([expect.stringContaining('chapters: Too big')]);
    expect(faultsOf(`{"chapters":[${'3,'.repeat(400_000)}3]}`, { ...input, chapterCount: 5 })).toEqual([
      'chapters: must be exactly 5',
    ]);
    expect(faultsOf({ chapters: [] })).toEqual([expect.stringContaining('chapters: Too small')]);
  });

  it.each([
    ['an empty reply', '', 'holds no JSON object'],
    ['prose', 'I cannot do that.', 'holds no JSON object'],
    ['broken JSON', '{"chapters": [x]}', 'holds no JSON object: '],
    ['a reply that was cut off', 'So: {"chapters": [{"title": "A"}', 'begins at character 4 is never closed'],
    ['two objects', '{"chapters": []} {"chapters": []}', 'more than one JSON object'],
    ['another object', '{"outline": {}}', 'chapters: Invalid input: expected array'],
    ['a reply of a million characters', `{"a":"${'x'.repeat(1_000_000)}"}`, 'more than 1000000 characters'],
    ['400,000 invalid chapters', `{"chapters":[${'3,'.repeat(400_000)}3]}`, 'chapters: Too big'],
    [
      '300,000 participants',
      `{"chapters":[{"participants":[${'3,'.repeat(300_000)}3]}]}`,
      'chapters[0].participants: Too big',
    ],
    ['100,000 levels of nesting', '{"a":'.repeat(100_000), 'never closed'],
  ])('explain how to correct %s', (_what, sent, fault) => {
    expect(faultsOf(sent).at(-1)).toContain(fault);
  });

  it('are limited to 20 at once, each of at most 300 characters', () => {
    const chapters = reply(60).chapters.map((chapter) => ({
      ...chapter,
      pov: 'B'.repeat(500),
      participants: [3],
      title: '',
    }));
    const faults = faultsOf({ chapters });
    expect(faults).toHaveLength(20);
    expect(faults.at(-1)).toBe('and 161 more faults');
    expect(faults.every((fault) => fault.length <= 300)).toBe(true);
  });
});

describe('a corrupted reply', () => {
  const whole = JSON.stringify(reply(3));

  function answer(text: string): void {
    const read = readOutline(text, input);
    if ('faults' in read) {
      expect(read.faults.length).toBeGreaterThan(0);
      expect(read.faults.length).toBeLessThanOrEqual(20);
      return;
    }
    expect(read.outline.chapters.length).toBeLessThanOrEqual(100);
    for (const { title, summary, beatKeys, participantIds } of read.outline.chapters) {
      expect([...title].length).toBeLessThanOrEqual(200);
      expect([...summary].length).toBeLessThanOrEqual(4000);
      expect(beatKeys.length).toBeGreaterThan(0);
      expect(new Set(participantIds).size).toBe(participantIds.length);
    }
  }

  it('gives faults when truncated at any length', () => {
    for (let length = 0; length < whole.length; length++) expect(faultsOf(whole.slice(0, length))).not.toEqual([]);
  });

  it('gives faults or an outline within the limits, and never throws', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      ',',
      '\0',
      '\ud800',
      '{"chapters":',
      'null',
      '1e400',
      '```',
    );
    const cut = fc.tuple(fc.nat(whole.length), fc.nat(40), piece);
    fc.assert(
      fc.property(fc.array(cut, { minLength: 1, maxLength: 4 }), (cuts) => {
        answer(cuts.reduce((text, [at, length, put]) => text.slice(0, at) + put + text.slice(at + length), whole));
      }),
      { numRuns: proof(100, 2_000) },
    );
  });

  it('never throws for any JSON value in any member', () => {
    const { chapters } = reply(2);
    const key = fc.constantFrom('title', 'summary', 'pov', 'beats', 'participants', '__proto__');
    fc.assert(
      fc.property(key, fc.jsonValue(), fc.boolean(), (name, value, isWhole) => {
        const entries = Object.entries({ ...chapters[0] }).filter(([other]) => other !== name);
        const odd = `{${[...entries, [name, value]].map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join(',')}}`;
        answer(isWhole ? `{"chapters":${JSON.stringify(value)}}` : `{"chapters":[${odd}]}`);
      }),
      { numRuns: proof(100, 2_000) },
    );
  });
});

it('the schema in the prompt is JSON Schema without hints for authors', () => {
  const open = { ...input, book: { ...input.book, title: 'Untitled Book', genre: null, audience: null } };
  const schema = JSON.parse(shapeText(outlineShape(open)));
  expect(Object.keys(schema.properties)).toEqual([
    'title',
    'genre',
    'genreConfidence',
    'audience',
    'audienceConfidence',
    'chapters',
  ]);
  expect(JSON.stringify(schema)).not.toMatch(/\$schema|outliner|Default/);
  expect('value' in readReply(JSON.stringify(reply(2)), outlineShape(open))).toBe(true);
});
