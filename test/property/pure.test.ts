import { describe, expect, it, vi } from 'vitest';
import { countWords, lengthOf, readingSeconds } from '../../src/domain/chapter/rules.ts';
import { cursorAt, placeOf } from '../../src/domain/page.ts';
import { slugOf } from '../../src/domain/publication/rules.ts';
import { ServiceError } from '../../src/errors.ts';
import { pathText } from '../../src/graphql/issues.ts';
import { written } from '../../src/graphql/moment.ts';
import { parseJson } from '../../src/http/body.ts';
import { Burst } from '../../src/http/burst.ts';
import { idOrNone, newId, noId } from '../../src/id.ts';
import fc from '../support/fast-check.ts';
import { cursors, texts } from './values.ts';

const byteOrder = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe('ids', () => {
  it('sort by the time they were made, within a millisecond and when the clock stands or goes back', () => {
    vi.useFakeTimers();
    try {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: -5, max: 50 }), { minLength: 2, maxLength: 200 }), (steps) => {
          const made = steps.flatMap((step) => {
            vi.setSystemTime(Date.now() + step);
            return [newId('chr'), newId('chr')];
          });
          expect([...made].sort(byteOrder)).toEqual(made);
          expect(new Set(made).size).toBe(made.length);
        }),
      );
    } finally {
      vi.useRealTimers();
    }
  });

  it('keep their order through more than 4,096 of them in a millisecond', () => {
    vi.useFakeTimers();
    try {
      const made = Array.from({ length: 10_000 }, () => newId('bk'));
      expect([...made].sort(byteOrder)).toEqual(made);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are taken as they are; what is none becomes the one id that nothing has', () => {
    fc.assert(
      fc.property(fc.constantFrom('bk', 'chr', 'mood', 'run'), texts, (prefix, text) => {
        const id = newId(prefix as 'bk');
        expect(idOrNone(id)).toBe(id);
        for (const spoilt of [text, id + text, text + id, id.toUpperCase(), `${id}\n`])
          if (spoilt !== id) expect(idOrNone(spoilt)).toBe(noId);
      }),
    );
  });
});

describe('cursors', () => {
  const date = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });

  it('lead back to their place', () => {
    fc.assert(
      fc.property(date, (at) => {
        const id = newId('bk');
        expect(placeOf(cursorAt(at, id))).toEqual({ at, id });
      }),
    );
  });

  it('that are none of ours name no place, and a place is a moment that the database knows', () => {
    fc.assert(
      fc.property(cursors, (text) => {
        const place = placeOf(text);
        if (!place) return;
        expect(place.at.getUTCFullYear()).toBeGreaterThanOrEqual(1);
        expect(place.at.getUTCFullYear()).toBeLessThanOrEqual(9999);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('counting', () => {
  const prose = fc
    .array(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.lorem(),
        fc.constantFrom("don't", '漢字仮名', 'สวัสดีครับ', '3.14', '—', '\n'),
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join(' '));

  it.each(['en', 'zh-Hant', 'th', 'de'])('words of two paragraphs are those of each together, in %s', (language) => {
    fc.assert(
      fc.property(prose, prose, (one, other) => {
        expect(countWords(`${one}\n\n${other}`, language)).toBe(
          countWords(one, language) + countWords(other, language),
        );
      }),
    );
  });

  it('lengths are code points', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(lengthOf(text)).toBe([...text].length);
      }),
    );
  });

  it('no word takes no time, and more words never take less', () => {
    expect(readingSeconds(0)).toBe(0);
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1000), (words, more) => {
        expect(readingSeconds(words + more)).toBeGreaterThanOrEqual(readingSeconds(words));
      }),
    );
  });
});

describe('addresses', () => {
  it.each([
    ['Die Straße nach Łódź', 'die-strasse-nach-lodz'],
    ['Ærø & Øen', 'aero-oen'],
    ['暴風雨', 'book'],
  ])('spell what is written in Latin letters: %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it('are lower-case letters and digits between single hyphens, at most 60, and stay as they are', () => {
    fc.assert(
      fc.property(
        fc.oneof(texts, fc.lorem(), fc.string({ unit: 'grapheme', minLength: 50, maxLength: 200 })),
        (title) => {
          const slug = slugOf(title);
          expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
          expect(slug.length).toBeLessThanOrEqual(60);
          expect(slugOf(slug)).toBe(slug);
        },
      ),
    );
  });
});

describe('paths of faults', () => {
  it('can be read back', () => {
    const name = fc.stringMatching(/^[a-z][a-zA-Z]{0,8}$/);
    fc.assert(
      fc.property(name, fc.array(fc.oneof(name, fc.nat(100)), { maxLength: 5 }), (root, rest) => {
        const path = [root, ...rest];
        const read = [...pathText(path).matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key]) =>
          index === undefined ? key : Number(index),
        );
        expect(read).toEqual(path);
      }),
    );
  });
});

describe('bodies', () => {
  it('are what JSON.parse makes of them, or refused', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json({ depthSize: 'small' }).map((text) => Buffer.from(text)),
          fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
        ),
        (bytes) => {
          try {
            expect(parseJson(bytes)).toEqual(JSON.parse(bytes.toString()));
          } catch (error) {
            if (!(error instanceof ServiceError)) throw error;
            expect(error.code).toBe('invalid_request');
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the general limit', () => {
  it('lets in a minute’s worth at once and then an even flow, whatever the callers do', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.array(fc.nat(3000), { minLength: 1, maxLength: 400 }),
        (perMinute, gaps) => {
          let now = 1_000_000;
          const began = now;
          const burst = new Burst(perMinute, () => now);
          let taken = 0;
          for (const gap of gaps) {
            now += gap;
            const waitMs = Math.ceil((burst.take('key')?.waitMs ?? 0) / 1000) * 1000;
            if (waitMs > 0) {
              // Whoever waits as long as was said is let in.
              now += waitMs;
              expect(burst.take('key')?.waitMs).toBe(0);
            }
            taken += 1;
            expect(taken).toBeLessThanOrEqual(perMinute * (1 + (now - began) / 60_000) + 1e-6);
          }
        },
      ),
    );
  });
});

describe('moments', () => {
  it('are written as toISOString writes them', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (moment) => {
        expect(written(moment)).toBe(moment.toISOString());
      }),
      { numRuns: 1000 },
    );
    for (const moment of ['0999-12-31T23:59:59.999Z', '1000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.009Z'])
      expect(written(new Date(moment))).toBe(moment);
    expect(() => written(new Date(Number.NaN))).toThrow(RangeError);
  });
});
