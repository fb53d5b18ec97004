import { loadFromURL } from '@gql.tada/internal';
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { expect, inject, it } from 'vitest';
import { authorized } from './support/rest.ts';
import { report } from './support/say.ts';

it('gql.tada introspects the running service', async () => {
  const loader = loadFromURL({ url: new URL(`${inject('url')}/graphql`), headers: authorized() });
  const loaded = await loader.load();
  const text = await (await fetch(`${inject('url')}/schema.graphql`)).text();
  const [found, expected] = [loaded.schema, buildSchema(text)].map((one) => printSchema(lexicographicSortSchema(one)));
  expect(found).toBe(expected);
  report('gql.tada', `${Object.keys(loaded.schema.getTypeMap()).length} types, the same as schema.graphql`);
});
