import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { listedIn, sha256 } from '../../src/graphql/manifest.ts';
import { openPersisted, PersistedOperations } from '../../src/graphql/persisted.ts';
import { Remembered } from '../../src/graphql/remembered.ts';
import { schema } from '../../src/graphql/schema.ts';
import { operations } from '../../src/operations.ts';

const titles = 'query Titles { books { nodes { title } } }';
const listed = (manifest: unknown) => listedIn(schema, JSON.stringify(manifest));
const apollo = (...operations: object[]) => ({ format: 'apollo-persisted-query-manifest', version: 1, operations });

describe('a manifest of persisted operations', () => {
  it.each<[string, unknown, string[]]>([
    ['a map of hashes', { [sha256(titles)]: titles }, [sha256(titles)]],
    ['graphql-codegen with sha256', { [`sha256:${sha256(titles)}`]: titles }, [sha256(titles)]],
    [
      'graphql-codegen with sha1',
      { [createHash('sha1').update(titles).digest('hex')]: titles },
      [createHash('sha1').update(titles).digest('hex'), sha256(titles)],
    ],
    [
      "Apollo's generator",
      apollo({ id: sha256(titles), name: 'Titles', type: 'query', body: titles }),
      [sha256(titles)],
    ],
    [
      "Apollo's generator with ids of one's own",
      apollo({ id: 'titles.v1', body: titles }),
      ['titles.v1', sha256(titles)],
    ],
    ['a prefix of one’s own', { 'x-app:titles': titles }, ['x-app:titles', sha256(titles)]],
    ['nothing', {}, []],
  ])('may be %s', (_by, manifest, ids) => {
    expect([...listed(manifest).keys()]).toEqual(ids);
  });

  it('takes every document of our own, whatever variables it needs', () => {
    const texts = operations.map(({ document }) => print(document));
    expect(listed(Object.fromEntries(texts.map((text) => [sha256(text), text]))).size).toBe(new Set(texts).size);
  });

  const deep = `{ books { nodes { ${'chapters { book { '.repeat(5)} id ${'} }'.repeat(5)} } } }`;
  it.each<[string, unknown, RegExp]>([
    ['text', 'text', /^is neither a map of ids to documents nor an Apollo manifest$/],
    ['a list', [titles], /^is neither/],
    ['another version of it', { ...apollo(), version: 2 }, /^is neither/],
    [
      'a document under the hash of another one',
      { [sha256(titles)]: `${titles} ` },
      /^"[\da-f]{64}" is not the SHA-256/,
    ],
    ['the same, with a prefix', { [`sha256:${sha256('')}`]: titles }, /^"sha256:[\da-f]{64}" is not the SHA-256/],
    ['half a hash', { 'sha256:abc': titles }, /^"sha256:abc" is not a document identifier$/],
    ['an empty id', { '': titles }, /^"" is not a document identifier$/],
    [
      'two documents of one id',
      apollo({ id: 'a', body: titles }, { id: 'a', body: '{ account { id } }' }),
      /^"a" names two documents$/,
    ],
    ['what is no document', { a: 'query {' }, /^the document "a" cannot run here: Syntax Error/],
    ['what does not fit', { a: '{ nothing }' }, /^the document "a" cannot run here: Cannot query field "nothing"/],
    [
      'what is too deep',
      { a: deep },
      /^the document "a" cannot run here: The document has a depth of 13; the limit is 10/,
    ],
    [
      'what costs too much, whatever its variables are',
      {
        a: 'query ($b: ID!) { book(bookId: $b) { chapters { book { chapters { book { chapters { id title } } } } } } }',
      },
      /^the document "a" cannot run here: The document has a cost of \d+; the limit is 250000/,
    ],
    [
      'what has too many root fields',
      { a: `{ ${Array.from({ length: 21 }, () => '__typename').join(' ')} }` },
      /^the document "a" cannot run here: The document has root fields: 21; the limit is 20/,
    ],
    [
      'what has too many tokens',
      { a: `{ ${'id '.repeat(1001)} }` },
      /^the document "a" cannot run here: .*1000 tokens/,
    ],
    [
      'what is too long',
      { a: `{ __typename } #${'x'.repeat(33_000)}` },
      /^the document "a" cannot run here: it is too long$/,
    ],
  ])('is refused with %s', (_what, manifest, says) => {
    expect(() => listed(manifest)).toThrow(says);
  });

  it('is refused when it is not JSON', () => {
    expect(() => listedIn(schema, '{')).toThrow(/^is not JSON$/);
  });

  it('is named with its file and its variable', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fabula-manifest-'));
    const file = join(folder, 'persisted.json');
    const open = () => openPersisted(readConfig({ PERSISTED_OPERATIONS: file }), schema);
    await expect(open()).rejects.toThrow(/^PERSISTED_OPERATIONS: \S+persisted\.json: ENOENT[^\n]*\.$/);
    await writeFile(file, '{"a": "{ nothing }"}');
    await expect(open()).rejects.toThrow(
      /^PERSISTED_OPERATIONS: \S+persisted\.json: the document "a" cannot run here: [^\n]*\.$/,
    );
    await rm(folder, { recursive: true });
  });
});

describe('what is remembered', () => {
  const three = () => {
    const texts = new Remembered<string>({ countMax: 3, bytesMax: 10 });
    for (const key of ['a', 'b', 'c']) texts.add(key, key, 1);
    return texts;
  };
  const kept = (texts: Remembered<string>, keys: string[]) => keys.filter((key) => texts.get(key) !== undefined);

  it('is as many as are allowed, those that were used last', () => {
    const texts = three();
    texts.get('a');
    texts.add('d', 'd', 1);
    expect(kept(texts, ['a', 'b', 'c', 'd'])).toEqual(['a', 'c', 'd']);
  });

  it('is as much as is allowed, in bytes', () => {
    const texts = three();
    texts.add('d', 'd', 8);
    expect(kept(texts, ['a', 'b', 'c', 'd'])).toEqual(['b', 'c', 'd']);
    texts.add('e', 'x', 10);
    expect(kept(texts, ['b', 'c', 'd', 'e'])).toEqual(['e']);
    texts.add('f', 'x', 11);
    expect(kept(texts, ['e', 'f'])).toEqual([]);
    texts.add('g', 'x', 10);
    expect(kept(texts, ['g'])).toEqual(['g']);
  });

  it('does not grow by what is there already', () => {
    const texts = three();
    for (let time = 0; time < 20; time += 1) texts.add('a', 'a', 1);
    expect(kept(texts, ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  });

  it('stays a thousand documents and 4 MB, however many are sent', () => {
    const persisted = new PersistedOperations(new Map(), { only: false });
    const sent = Array.from(
      { length: 1500 },
      (_, index) => `query Q${index} { account { id } } #${'x'.repeat(index % 2 ? 8000 : 0)}`,
    );
    for (const text of sent)
      persisted.remember(persisted.meantBy({ query: text, documentId: sha256(text) }) ?? { text });
    const known = sent.filter((text) => {
      try {
        return persisted.meantBy({ documentId: sha256(text) });
      } catch {
        return false;
      }
    });
    expect(known.length).toBeLessThanOrEqual(1000);
    expect(Buffer.byteLength(known.join(''))).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect(known.at(-1)).toBe(sent.at(-1));
  });
});
