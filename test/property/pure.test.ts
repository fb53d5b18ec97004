import { describe, expect, it, vi } from 'vitest';
import { slugOf } from '../../src/domain/leaving/publication/rules.ts';
import { cursorAt, positionOf } from '../../src/domain/page.ts';
import { lengthOf } from '../../src/domain/shapes.ts';
import { readingSeconds } from '../../src/domain/text/chapter/rules.ts';
import { ServiceError } from '../../src/errors.ts';
import { pathText } from '../../src/graphql/issues.ts';
import { formatDate } from '../../src/graphql/moment.ts';
import { parseJson } from '../../src/http/body.ts';
import { idOrNone, newId, noId } from '../../src/ids/id.ts';
import { Burst } from '../../src/limits/burst.ts';
import { countWords } from '../../src/prose/words.ts';
import fc from '../support/fast-check.ts';
import { cursors, texts } from './values.ts';

const byteOrder = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe('ids', () => {
  it('sort by creation time, even if the clock stops or goes back', () => {
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

  it('keep their order beyond 4,096 per millisecond', () => {
    vi.useFakeTimers();
    try {
      const made = Array.from({ length: 10_000 }, () => newId('bk'));
      expect([...made].sort(byteOrder)).toEqual(made);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are accepted unchanged, and malformed ones become the null id', () => {
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

  it('decode to their position', () => {
    fc.assert(
      fc.property(date, (at) => {
        const id = newId('bk');
        expect(positionOf(cursorAt(at, id))).toEqual({ at, id });
      }),
    );
  });

  it('decode to a valid timestamp or to nothing', () => {
    fc.assert(
      fc.property(cursors, (text) => {
        const place = positionOf(text);
        if (!place) return;
        expect(place.at.getUTCFullYear()).toBeGreaterThanOrEqual(1);
        expect(place.at.getUTCFullYear()).toBeLessThanOrEqual(9999);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('text measures', () => {
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

  it.each(['en', 'zh-Hant', 'th', 'de'])(
    'the word count of two paragraphs is the sum of their counts in %s',
    (language) => {
      fc.assert(
        fc.property(prose, prose, (one, other) => {
          expect(countWords(`${one}\n\n${other}`, language)).toBe(
            countWords(one, language) + countWords(other, language),
          );
        }),
      );
    },
  );

  it('lengths count code points', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(lengthOf(text)).toBe([...text].length);
      }),
    );
  });

  it('reading time is 0 for no words and never falls with more words', () => {
    expect(readingSeconds(0)).toBe(0);
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1000), (words, more) => {
        expect(readingSeconds(words + more)).toBeGreaterThanOrEqual(readingSeconds(words));
      }),
    );
  });
});

describe('slugs', () => {
  it.each([
    ['Die Straße nach Łódź', 'die-strasse-nach-lodz'],
    ['Ærø & Øen', 'aero-oen'],
    ['暴風雨', 'book'],
  ])('transliterate Latin letters: %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it('have a valid form, at most 60 characters, and are stable', () => {
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

describe('issue paths', () => {
  it('can be parsed back', () => {
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

describe('JSON bodies', () => {
  it('parse like JSON.parse or are rejected', () => {
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

describe('the general rate limit', () => {
  it('allows one burst and then a steady rate', () => {
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
              // A caller that waits for the reported time is admitted.
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

  it('locks no caller out when the clock is set back', () => {
    let now = 20_000_000;
    const burst = new Burst(2, () => now);
    const take = () => burst.take('key')?.waitMs === 0;
    expect([take(), take(), take()]).toEqual([true, true, false]);
    now -= 3 * 60 * 60 * 1000;
    expect([take(), take(), take()]).toEqual([true, true, false]);
  });
});

describe('timestamps', () => {
  it('are formatted like toISOString', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (moment) => {
        expect(formatDate(moment)).toBe(moment.toISOString());
      }),
      { numRuns: 1000 },
    );
    for (const moment of ['0999-12-31T23:59:59.999Z', '1000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.009Z'])
      expect(formatDate(new Date(moment))).toBe(moment);
    expect(() => formatDate(new Date(Number.NaN))).toThrow(RangeError);
  });
});
