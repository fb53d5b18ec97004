import { beforeAll, describe, expect, it } from 'vitest';
import { http, type Json, ownService, refusal } from '../support/faces.ts';

const own = ownService();
const rest = own.face('REST');
let document: Json;
beforeAll(async () => {
  document = (await http(own.url(), undefined, 'GET', '/openapi.json')).json;
});

/** The URL members of request bodies, as `Schema.member`. */
function urlMembersIn(name: string, schema: Json): [string, Json][] {
  return Object.entries<Json>(schema.properties ?? {}).flatMap(([member, value]) => [
    ...(value.format === 'uri' ? [[`${name}.${member}`, value] as [string, Json]] : []),
    ...(value.items ? urlMembersIn(`${name}.${member}`, value.items) : []),
  ]);
}

describe('the OpenAPI document matches the service', () => {
  it('a publication is nullable', async () => {
    const answer = document.paths['/v1/books/{bookId}/publication'].get.responses[200].content['application/json'];
    expect(answer.schema.properties.data).toEqual({
      anyOf: [{ $ref: '#/components/schemas/Edition' }, { type: 'null' }],
    });
    expect(await rest('publication', { bookId: await own.newBook() })).toBeNull();
  });

  // The page of the reference puts them in place of the references (reference-start.js).
  it('references lead to parts of the document, and no part contains itself', () => {
    const faults: string[] = [];
    let count = 0;
    const follow = (value: Json, trail: readonly string[]): void => {
      if (value === null || typeof value !== 'object') return;
      const ref: unknown = value.$ref;
      if (typeof ref !== 'string') {
        for (const one of Object.values(value)) follow(one, trail);
        return;
      }
      count += 1;
      const keys = ref.split('/').slice(1);
      const part = keys.reduce((at, key) => at?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
      if (!ref.startsWith('#/') || !part || trail.includes(ref)) faults.push([...trail, ref].join(' → '));
      else follow(part, [...trail, ref]);
    };
    follow(document.paths, []);
    expect(count).toBeGreaterThan(500);
    expect(faults).toEqual([]);
  });

  it('URLs in requests must be http or https', async () => {
    const found = Object.entries<Json>(document.components.schemas).flatMap(([name, one]) => urlMembersIn(name, one));
    expect(found.length).toBeGreaterThan(2);
    for (const [name, { pattern }] of found) {
      const allowed = (url: string) => new RegExp(pattern).test(url);
      expect(
        ['https://example.org', 'HTTP://example.org', 'ftp://example.org', 'javascript:1'].map(allowed),
        name,
      ).toEqual([...[true, true, false, false]]);
    }
    const bookId = await own.newBook();
    const mood = { kind: 'music', title: 'Rain', url: 'ftp://example.org' };
    expect((await refusal(rest('addMoodReference', { bookId, input: mood }))).code).toBe('invalid_request');
  });

  it('each body has its own schema, even if two share a GraphQL type', () => {
    const schemaOf = (path: string) => {
      const { $ref } = document.paths[path].post.requestBody.content['application/json'].schema;
      return Object.keys(document.components.schemas[$ref.split('/').at(-1)].properties);
    };
    expect(schemaOf('/v1/books/{bookId}/chapters/{chapterId}/narrate')).toEqual(['voice', 'wait']);
    expect(schemaOf('/v1/books/{bookId}/narrate')).toEqual(['voice']);
  });

  it('a file body has no JSON alternative, which client generators cannot express', () => {
    const bodies = Object.values<Json>(document.paths).flatMap((path) =>
      Object.values<Json>(path).flatMap(({ requestBody }) => (requestBody ? [requestBody] : [])),
    );
    const types = bodies.map(({ content }) => Object.keys(content));
    expect(types).toContainEqual(['image/png', 'image/jpeg', 'image/webp']);
    for (const some of types.filter((some) => some.some((type) => type.startsWith('image/'))))
      expect(some).not.toContain('application/json');
  });
});
