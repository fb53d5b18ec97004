import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { print } from 'graphql';
import { describe, expect, it } from 'vitest';
import * as editor from '../../examples/editor/operations.gen.ts';
import { readConfig } from '../../src/config.ts';
import { LruCache } from '../../src/graphql/lru-cache.ts';
import { listedDocuments, sha256 } from '../../src/graphql/manifest.ts';
import { openPersisted, PersistedOperations } from '../../src/graphql/persisted.ts';
import { operations } from '../../src/operations.ts';
import { schema } from '../../src/schema.ts';

const titles = 'query Titles { books { nodes { title } } }';
const listed = (manifest: unknown) => listedDocuments(schema, JSON.stringify(manifest));
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
    ["Apollo's generator with custom ids", apollo({ id: 'titles.v1', body: titles }), ['titles.v1', sha256(titles)]],
    ['a map with a custom prefix', { 'x-app:titles': titles }, ['x-app:titles', sha256(titles)]],
    ['empty', {}, []],
  ])('may be %s', (_by, manifest, ids) => {
    expect([...listed(manifest).keys()]).toEqual(ids);
  });

  it('accepts every document of the service with any variables', () => {
    const texts = operations.map(({ document }) => print(document));
    expect(listed(Object.fromEntries(texts.map((text) => [sha256(text), text]))).size).toBe(new Set(texts).size);
  });

  const deep = `{ books { nodes { ${'chapters { book { '.repeat(5)} id ${'} }'.repeat(5)} } } }`;
  it.each<[string, unknown, RegExp]>([
    ['text', 'text', /^is neither a map of ids to documents nor an Apollo manifest$/],
    ['a list', [titles], /^is neither/],
    ['another manifest version', { ...apollo(), version: 2 }, /^is neither/],
    [
      'a document with the hash of another one',
      { [sha256(titles)]: `${titles} ` },
      /^"[\da-f]{64}" is not the SHA-256/,
    ],
    ['a prefixed wrong hash', { [`sha256:${sha256('')}`]: titles }, /^"sha256:[\da-f]{64}" is not the SHA-256/],
    ['half a hash', { 'sha256:abc': titles }, /^"sha256:abc" is not a document identifier$/],
    ['an empty id', { '': titles }, /^"" is not a document identifier$/],
    [
      'two documents of one id',
      apollo({ id: 'a', body: titles }, { id: 'a', body: '{ account { id } }' }),
      /^"a" names two documents$/,
    ],
    ['a syntax error', { a: 'query {' }, /^the document "a" cannot run here: Syntax Error/],
    ['an unknown field', { a: '{ nothing }' }, /^the document "a" cannot run here: Cannot query field "nothing"/],
    [
      'a document that is too deep',
      { a: deep },
      /^the document "a" cannot run here: The document has a depth of 13; the limit is 10/,
    ],
    [
      'a document that costs too much for any variables',
      {
        a: 'query ($b: ID!) { book(bookId: $b) { chapters { book { chapters { book { chapters { id title } } } } } } }',
      },
      /^the document "a" cannot run here: The document has a cost of \d+; the limit is 250000/,
    ],
    [
      'a document with too many root fields',
      { a: `{ ${Array.from({ length: 21 }, () => '__typename').join(' ')} }` },
      /^the document "a" cannot run here: The document has root fields: 21; the limit is 20/,
    ],
    [
      'a document with too many tokens',
      { a: `{ ${'id '.repeat(1001)} }` },
      /^the document "a" cannot run here: .*1000 tokens/,
    ],
    [
      'a document that is too long',
      { a: `{ __typename } #${'x'.repeat(33_000)}` },
      /^the document "a" cannot run here: it is too long$/,
    ],
  ])('is rejected with %s', (_what, manifest, says) => {
    expect(() => listed(manifest)).toThrow(says);
  });

  it('is rejected if it is not JSON', () => {
    expect(() => listedDocuments(schema, '{')).toThrow(/^is not JSON$/);
  });

  it('is reported with its path and configuration variable', async () => {
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

describe.each(['relay.json', 'apollo.json'])('the manifest of the example editor, %s', (name) => {
  const only = () =>
    openPersisted(
      readConfig({ PERSISTED_OPERATIONS: `examples/persisted/${name}`, PERSISTED_OPERATIONS_ONLY: 'on' }),
      schema,
    );
  const texts = Object.entries(editor).flatMap(([key, document]) =>
    key.endsWith('Document') ? [String(document)] : [],
  );

  it('resolves each document of the editor by its text and by its hash', async () => {
    const persisted = await only();
    expect(texts.length).toBeGreaterThan(10);
    for (const query of texts)
      for (const params of [{ query }, { documentId: `sha256:${sha256(query)}` }])
        expect(persisted.referencedBy(params)?.text).toBe(query);
  });
});

describe('the document cache', () => {
  const three = () => {
    const texts = new LruCache<string>({ countMax: 3, bytesMax: 10 });
    for (const key of ['a', 'b', 'c']) texts.add(key, key, 1);
    return texts;
  };
  const kept = (texts: LruCache<string>, keys: string[]) => keys.filter((key) => texts.get(key) !== undefined);

  it('evicts the least recently used documents beyond its count', () => {
    const texts = three();
    texts.get('a');
    texts.add('d', 'd', 1);
    expect(kept(texts, ['a', 'b', 'c', 'd'])).toEqual(['a', 'c', 'd']);
  });

  it('evicts documents beyond its size in bytes', () => {
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

  it('does not grow when a document is added again', () => {
    const texts = three();
    for (let time = 0; time < 20; time += 1) texts.add('a', 'a', 1);
    expect(kept(texts, ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  });

  it('keeps at most 1000 documents and 4 MB', () => {
    const persisted = new PersistedOperations(new Map(), { only: false });
    const sent = Array.from(
      { length: 1500 },
      (_, index) => `query Q${index} { account { id } } #${'x'.repeat(index % 2 ? 8000 : 0)}`,
    );
    for (const text of sent)
      persisted.remember(persisted.referencedBy({ query: text, documentId: sha256(text) }) ?? { text });
    const known = sent.filter((text) => {
      try {
        return persisted.referencedBy({ documentId: sha256(text) });
      } catch {
        return false;
      }
    });
    expect(known.length).toBeLessThanOrEqual(1000);
    expect(Buffer.byteLength(known.join(''))).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect(known.at(-1)).toBe(sent.at(-1));
  });
});
