import { buildClientSchema, type IntrospectionQuery, lexicographicSortSchema, printSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import { type Json, ownService, rawHttp } from '../support/faces.ts';
import { openStream } from '../support/stream.ts';

const own = ownService({ ALLOWED_ORIGINS: 'https://write.example' });
const post = (body: Json, headers: Record<string, string> = {}) => own.http('POST', '/graphql', body, headers);

describe('members of a request that are not known', () => {
  const query = 'query Name { account { name } }';
  const others = { onError: 'NULL', id: 'x', query2: '{ nothing }', constructor: 1, extensions: { other: true } };

  it('are ignored by POST and GET', async () => {
    for (const _time of ['parsed', 'cached']) {
      const { status, json } = await post({ query, ...others });
      expect([status, json.errors]).toEqual([200, undefined]);
      expect(json.data.account.name).toMatch(/^account /);
    }
    const search = new URLSearchParams({ query, onError: 'NULL', hash: 'x' });
    expect((await own.http('GET', `/graphql?${search}`)).json.data.account.name).toMatch(/^account /);
  });

  it('are no document', async () => {
    const { status, json } = await post({ doc: query }, { accept: 'application/graphql-response+json' });
    expect([status, json.errors?.[0].message]).toEqual([400, expect.stringMatching(/query/)]);
  });
});

describe('the name of an operation', () => {
  const two = 'query Mine { account { name } } query Yours { account { id } }';

  it.each([
    ['one', { query: '{ account { name } }', operationName: '' }],
    ['one of several', { query: two, operationName: 'Mine' }],
  ])('may be empty for a document with %s, or chooses one', async (_what, body) => {
    for (const _time of ['parsed', 'cached']) expect((await post(body)).json.data.account.name).toMatch(/^account /);
  });

  it.each([
    [
      'is unknown',
      { query: two, operationName: 'Ours' },
      'operationName',
      '"Ours" is not an operation of the document, which has Mine, Yours.',
    ],
    [
      'is a number',
      { query: two, operationName: 3 },
      'operationName',
      '3 is not an operation of the document, which has Mine, Yours.',
    ],
    ['is missing', { query: two }, 'operationName', 'is required for this document, which has Mine, Yours.'],
    [
      'is empty',
      { query: two, operationName: '' },
      'operationName',
      'is required for this document, which has Mine, Yours.',
    ],
    [
      'is that of no name',
      { query: '{ account { id } }', operationName: 'A' },
      'operationName',
      '"A" is not an operation of the document, which has one operation without a name.',
    ],
    [
      'cannot be',
      { query: 'fragment All on Account { id }' },
      'query',
      'has no operation. Add a query, mutation or subscription.',
    ],
  ])('is refused with those that exist if it %s', async (_what, body, path, message) => {
    await post({ query: two, operationName: 'Mine' });
    const { status, json } = await post(body);
    expect([status, json.errors[0].extensions.code]).toEqual([400, 'invalid_request']);
    expect(json.errors[0].extensions.issues).toEqual([{ path, message }]);
  });
});

describe('a subscription', () => {
  const query = 'subscription ($b: ID!) { bookChanged(bookId: $b) { id } }';

  it.each([
    'application/json',
    'application/graphql-response+json, application/json;q=0.9',
    'multipart/mixed;boundary="graphql";subscriptionSpec=1.0, application/json',
    'application/json, text/event-stream;q=0',
  ])('is refused with what to send if the client accepts %s', async (accept) => {
    const { status, json } = await post({ query, variables: { b: await own.newBook() } }, { accept });
    expect([status, json.error.code]).toEqual([406, 'not_acceptable']);
    expect(json.errors[0].message).toMatch(/text\/event-stream.*Send Accept: text\/event-stream/);
  });

  it.each(['*/*', 'text/event-stream', 'application/json, text/event-stream'])('is sent to %s', async (accept) => {
    const client = await ChapterClient.create(own.url(), own.key());
    const body = { query, variables: { b: client.bookId } };
    const stream = openStream(own.url(), own.key(), 'POST', '/graphql', { body, headers: { accept } });
    const { status, headers } = await stream.began;
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/event-stream')]);
    stream.disconnect();
  });

  it('over a WebSocket is refused before the key, with a line that names events', async () => {
    const lines = ['GET /graphql HTTP/1.1', 'Host: localhost', 'Connection: Upgrade, close', 'Upgrade: WebSocket'];
    const socket = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', '', ''];
    const { status, json } = await rawHttp(own.url(), [...lines, ...socket].join('\r\n'));
    expect([status, json.error.issues[0].path]).toEqual([400, 'Upgrade']);
    expect(json.error.message).toContain('Server-Sent Events: POST /graphql with Accept: text/event-stream');
  });
});

describe('a preflight', () => {
  const asked = (headers: string, origin = 'https://write.example') =>
    own.http('OPTIONS', '/graphql', undefined, {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': headers,
    });

  it.each([
    ['Apollo Client', 'apollo-require-preflight,x-apollo-operation-name,authorization'],
    ['Apollo Studio', 'apollographql-client-name, apollographql-client-version'],
    ['Sentry', 'baggage,sentry-trace'],
    ['OpenTelemetry', 'traceparent, tracestate, X-B3-TraceId'],
  ])('allows the headers of %s', async (_who, headers) => {
    const answer = await asked(headers);
    const allowed = answer.headers.get('access-control-allow-headers')?.split(', ');
    expect(allowed).toEqual(expect.arrayContaining(headers.toLowerCase().split(/, */)));
    expect(allowed).toContain('idempotency-key');
    expect(answer.headers.get('vary')).toBe('origin, access-control-request-headers');
  });

  it('is followed by answers whose challenge a page may read', async () => {
    const { headers } = await own.http('POST', '/mcp', {}, { origin: 'https://write.example', authorization: 'none' });
    expect(headers.get('www-authenticate')).toContain('resource_metadata');
    expect(headers.get('access-control-expose-headers')?.split(', ')).toContain('www-authenticate');
  });

  it('allows no secret that is not ours, nothing malformed, and nothing to another origin', async () => {
    const answer = await asked(`Cookie, x-good, proxy-authorization, bad name, x:y, ,${'x'.repeat(101)}`);
    const allowed = answer.headers.get('access-control-allow-headers')?.split(', ') ?? [];
    expect(allowed).toContain('x-good');
    expect(allowed.filter((name) => /cookie|proxy|bad|:|^$|xx/.test(name))).toEqual([]);
    expect((await asked('x-good', 'https://evil.example')).headers.has('access-control-allow-headers')).toBe(false);
  });
});

describe('introspection as tools ask for it', () => {
  const deep = (levels: number): string => (levels === 0 ? 'kind name' : `kind name ofType { ${deep(levels - 1)} }`);
  const member = `name description type { ...Ref } defaultValue`;
  const whole = (levels: number, more = '') => `
    query introspection_phase_2 { __schema { description queryType { name } mutationType { name } subscriptionType { name }
      types { ...Full } directives { name description isRepeatable locations args(includeDeprecated: true) { ...Input } } } }
    fragment Full on __Type { kind name description specifiedByURL isOneOf ${more}
      fields(includeDeprecated: true) { name description args(includeDeprecated: true) { ...Input } type { ...Ref } isDeprecated deprecationReason }
      inputFields(includeDeprecated: true) { ...Input } interfaces { ...Ref }
      enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason } possibleTypes { ...Ref } }
    fragment Input on __InputValue { ${member} isDeprecated deprecationReason }
    fragment Ref on __Type { ${deep(levels)} }`;
  const members = (name: string) => `__type(name: "${name}") { name fields { name args { name } } }`;
  const features = `query introspection_phase_1 { schema: ${members('__Schema')} type: ${members('__Type')}
    field: ${members('__Field')} inputValue: ${members('__InputValue')} directive: ${members('__Directive')}
    locations: __type(name: "__DirectiveLocation") { enumValues { name } } }`;

  it.each([
    ['Strawberry Shake', whole(7)],
    ['apollo-kotlin', whole(9, '__typename')],
  ])('gives the schema to %s, after a question for its features', async (_tool, query) => {
    const known = (await post({ query: features })).json.data;
    expect(known.schema.fields.map(({ name }: Json) => name)).toContain('subscriptionType');
    const { json } = await post({ query, operationName: 'introspection_phase_2' });
    expect(json.errors).toBeUndefined();
    const built = buildClientSchema(json.data as IntrospectionQuery);
    expect(printSchema(lexicographicSortSchema(built))).toBe(printSchema(lexicographicSortSchema(schema)));
  });
});
