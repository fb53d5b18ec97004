import type { JsonSchema } from '../../src/faces/schemas.ts';
import fc, { codePoint } from '../support/fast-check.ts';
import { proof } from '../support/proofs.ts';

/** Cases per property. There are hundreds of properties, so CI runs few cases of each. */
export const runs = proof(4, 500);

/** Enough time for all cases and for shrinking a failure on a busy machine. */
export const timeout = 30_000 + runs * 500;

/** Options of every property. A property stops at the time limit; otherwise it would change records of the next one. */
export const settings = { numRuns: runs, interruptAfterTimeLimit: timeout - 5_000, markInterruptAsFailure: true };

export type Ids = Readonly<Record<string, string>>;

/** A placeholder for the id of a record created later; `wire` inserts the id. */
export const idNamed = (name: string) => `@@id:${name}`;

/** JSON for the wire, including values that JavaScript cannot hold: huge numbers and very deep nesting. */
export function wire(value: unknown, ids: Ids = {}, deepest = 20_000): string {
  return (JSON.stringify(value) ?? 'null').replace(/"@@(\w+):([^"\\]*)"/g, (text, kind: string, what: string) => {
    if (kind === 'number') return what;
    const depth = Math.min(Number(what), deepest);
    if (kind === 'array') return '['.repeat(depth) + ']'.repeat(depth);
    if (kind === 'object') return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    return kind === 'id' ? JSON.stringify(ids[what] ?? 'none') : text;
  });
}

const beyondValues = fc.constantFrom(
  '@@number:1e400',
  '@@number:-1e400',
  '@@number:123456789012345678901234567890',
  '@@number:1E-7',
  '@@number:-0',
  '@@array:30',
  '@@object:30',
  '@@array:20000',
  '@@object:20000',
);
const numbers = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 53 + 2, 1e21, 1e308),
);
/** Any UTF-16 code units, including lone surrogates and NUL. */
const units = fc
  .array(fc.oneof(fc.constantFrom(0, 0xd800, 0xdfff, 0xfeff, 0x202e, 0x85), fc.integer({ min: 0, max: 0xffff })), {
    maxLength: 20,
  })
  .map((codes) => String.fromCharCode(...codes));
export const texts = fc.oneof(
  fc.string({ unit: codePoint }),
  fc.string({ unit: 'grapheme' }),
  units,
  fc.constantFrom('', ' ', '\u0000', '\ud800', '\udc00\ud800', '\ufeff', 'null', '{}', "'; --", '@@id:bookId'),
);
/** Objects with members that library code may trust. */
const traps = fc.constantFrom<unknown>(
  { length: { toString: 0 } },
  { length: 1e9 },
  { length: -1, 0: 'a' },
  { toString: null, valueOf: null },
  { toJSON: 'x' },
  // biome-ignore lint/suspicious/noThenProperty: a trap on purpose.
  { then: 1 },
);
const keys = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'then') },
  { weight: 2, arbitrary: texts },
);

/** Any JSON value. */
export const anything: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown; array: unknown; object: unknown }>(
  (tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(null, true, false),
      numbers,
      texts,
      beyondValues,
      traps,
      tie('array'),
      tie('object'),
    ),
    array: fc.array(tie('value'), { maxLength: 5 }),
    object: fc.dictionary(keys, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  }),
).value;

const fillers = ['x', 'é', '🌊', '漢', 'e\u0301', 'ﬁ', '\u200d', 'a b ', '\u05d0'];
const spaces = ['', ' ', '\n\t', '\u00a0', '\u3000', '\ufeff'];

/** Text of exactly `length` code points in any script. */
function textOf(length: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.constantFrom(...fillers))
    .map(([start, filler]) => [...start, ...filler.repeat(length)].slice(0, length).join(''));
}

/** Text around the length limits, mostly valid, sometimes with characters that cannot be stored. */
function nearText(min: number, max: number): fc.Arbitrary<string> {
  // Longer texts would be slow without testing more.
  const most = Math.min(max, 5000);
  const within = fc.oneof(
    fc.integer({ min, max: Math.min(most, min + 30) }),
    fc.constantFrom(min, Math.min(min + 1, most), most - 1, most),
  );
  const beyond = fc.constantFrom(Math.max(0, min - 1), most + 1);
  const padded = fc
    .tuple(fc.constantFrom(...spaces), within.chain(textOf), fc.constantFrom(...spaces))
    .map((parts) => parts.join(''));
  return fc.oneof(
    { weight: 12, arbitrary: within.chain(textOf) },
    { weight: 3, arbitrary: padded },
    { weight: 1, arbitrary: beyond.chain(textOf) },
    { weight: 1, arbitrary: fc.constantFrom('', ' ', '\u3000', 'a\u0000b', 'a\ud800b', '\udfff') },
  );
}

const languages = ['en', 'pt-BR', 'zh-Hant', 'de-CH-1996', 'EN-us', 'th', 'e', 'en_GB', 'x-klingon', '', '\u0000'];
const urls = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.webUrl({ validSchemes: ['http', 'https'], withFragments: true, withQueryParameters: true }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'HTTPS://Example.ORG/a b',
      'http://\u00fcmlaut.example/\u6f22',
      'https://example.org/\u0000',
      'https://example.org/\ud800',
      'ftp://example.org/',
      'javascript:alert(1)',
      'https://',
      '//example.org',
      ` https://example.org/${'x'.repeat(20)} `,
      `https://example.org/${'x'.repeat(1980)}`,
      `https://example.org/${'x'.repeat(1981)}`,
    ),
  },
);

/** Cursors, mostly well formed, at the limits of dates. */
export const cursors = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('0000-01-01', '0001-01-01', '2026-02-30', '2026-11-21', '9999-12-31', '2026-13-01'),
      fc.constantFrom('00:00:00.000', '23:59:59.999', '24:00:00.000', '25:61:61.000'),
      fc.constantFrom('bk_0', 'none', '_', 'run_01890000000000000000000000', 'x'.repeat(41)),
    )
    .map(([day, time, id]) => Buffer.from(`${day}T${time}Z|${id}`).toString('base64url')),
  texts,
);

const characters = ['characterId', 'otherId', 'foreignId'].map(idNamed);
const byName: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  language: fc.constantFrom(...languages),
  cursor: cursors,
  after: cursors,
};

/** Ids of records of a kind, and invalid ids. */
export function nearId(name: string): fc.Arbitrary<string> {
  const known = /character|participant|^ids$/i.test(name) ? characters : [idNamed(name), idNamed('bookId')];
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...known) },
    {
      weight: 1,
      arbitrary: fc.oneof(texts, fc.constant('bk_01jd0000000000000000000000'), fc.constant('x'.repeat(2000))),
    },
  );
}

/** Values around the limits of a schema, mostly valid. */
export function near(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  const types = [schema.type ?? 'object'].flat();
  if (types.includes('null')) {
    const { enum: values, ...rest } = schema;
    const inner = { ...rest, type: types.find((type) => type !== 'null') } as JsonSchema;
    return fc.oneof(
      {
        weight: 4,
        arbitrary: near(values ? { ...inner, enum: values.filter((value) => value !== null) } : inner, name),
      },
      { weight: 1, arbitrary: fc.constant(null) },
    );
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom<unknown>(...schema.enum);
  if (byName[name]) return byName[name];
  switch (types[0]) {
    case 'string':
      return nearString(schema, name);
    case 'integer':
    case 'number':
      return nearNumber(schema.minimum ?? -10, schema.maximum ?? 1000);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return nearList(schema, name);
    default:
      return nearObject(schema);
  }
}

function nearString(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if (schema.format === 'uri') return urls;
  if (schema.pattern)
    return fc.oneof(
      { weight: 6, arbitrary: fc.stringMatching(new RegExp(schema.pattern)) },
      { weight: 1, arbitrary: texts },
    );
  if (/Ids?$|^ids$/.test(name) && schema.maxLength === undefined) return nearId(name);
  return nearText(schema.minLength ?? 0, schema.maxLength ?? 200);
}

function nearNumber(min: number, max: number): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min, max }) },
    { weight: 3, arbitrary: fc.constantFrom(min, max) },
    { weight: 1, arbitrary: fc.constantFrom(min - 1, max + 1, min + 0.5, `${min}`, '@@number:1e2') },
  );
}

function nearList(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const items = near((schema.items ?? {}) as JsonSchema, name);
  const max = schema.maxItems ?? 10;
  const exactly = (length: number) => fc.array(items, { minLength: length, maxLength: length });
  return fc.oneof(
    { weight: 8, arbitrary: fc.array(items, { minLength: schema.minItems ?? 0, maxLength: Math.min(3, max) }) },
    ...(max <= 50 ? [{ weight: 1, arbitrary: fc.constantFrom(max, max + 1).chain(exactly) }] : []),
  );
}

function nearObject({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<object> {
  const members = Object.fromEntries(
    Object.entries(properties).map(([key, shape]) => [key, near(shape as JsonSchema, key)]),
  );
  return fc.record(members, { requiredKeys: required, noNullPrototype: true });
}

type Fault = (record: Record<string, unknown>) => unknown;

/** One fault to apply to a valid record. */
function faultIn({ properties = {} }: JsonSchema): fc.Arbitrary<Fault> {
  const known = fc.constantFrom(...Object.keys(properties), 'none');
  const set =
    (key: string, value: unknown): Fault =>
    (record) => {
      const copy = { ...record };
      Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
      return copy;
    };
  return fc.oneof(
    fc.tuple(known, anything).map(([key, value]) => set(key, value)),
    fc.tuple(known, fc.constant(null)).map(([key, value]) => set(key, value)),
    fc.tuple(keys, anything).map(([key, value]) => set(key, value)),
    known.map(
      (key): Fault =>
        ({ [key]: _left, ...rest }) =>
          rest,
    ),
    fc.constant<Fault>((record) => [record]),
  );
}

/** A record near its schema; half of them have a fault. */
export function nearly(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof(
    nearObject(schema),
    fc.tuple(nearObject(schema), faultIn(schema)).map(([record, fault]) => fault(record as Record<string, unknown>)),
  );
}
