import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { getVariableValues, Kind, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialsIn, keepCredentials } from '../../src/credentials.ts';
import { revokeAnyToken, tokensOf } from '../../src/domain/account/store.ts';
import { mayBeOf } from '../../src/http/pages/peer.ts';
import { type Ready, readyGroups, tagsOf } from '../../src/http/pages/ready.ts';
import { spotsOf } from '../../src/http/pages/schema-shape.ts';
import { dataFor, html } from '../../src/markup.ts';
import { http, type Json, ownService, premise } from '../support/faces.ts';
import { startService, type TestService } from '../support/service.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'fabula-pages-'));
const own = ownService({ DATA_DIR: dataDir, ALLOWED_ORIGINS: 'https://write.example' });
let key: string;
const lines = () => own.running().logged.join('\n');

beforeAll(async () => {
  key = await own.running().newKey({ account: 'pages' });
  await keepCredentials(dataDir, key);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const browse = (path: string, headers: Record<string, string> = {}, method = 'GET', url = own.url()) =>
  http(url, undefined, method, path, undefined, { ...asBrowser, ...headers });

const explorers = ['/', '/graphql', '/docs', '/mcp', '/schema'];
/** Those in which the first key is filled in for its owner. */
const keyed = ['/', '/graphql', '/docs', '/mcp'];

describe('every page', () => {
  it.each(explorers)('%s opens in a browser without a token, and HEAD tells the same', async (path) => {
    const { status, text, headers } = await browse(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
    const head = await browse(path, {}, 'HEAD');
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', 'text/html; charset=utf-8']);
  });

  it.each(explorers)('%s may load nothing from elsewhere and be in no frame', async (path) => {
    const { headers, text } = await browse(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
    for (const rule of ["connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
    expect(policy.includes('unsafe-inline')).toBe(['/graphql', '/docs'].includes(path));
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(text).not.toMatch(/ style="| on\w+="/);
  });

  it.each(explorers)('%s has everything that it names', async (path) => {
    const { text } = await browse(path);
    const named = [...text.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, asset = '']) => asset);
    expect(named.length).toBeGreaterThan(2);
    for (const asset of named) {
      const { status, headers } = await browse(`/${asset}`);
      expect([asset, status, headers.get('cache-control')]).toEqual([
        asset,
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect(headers.get('content-type')).toMatch(/^(text\/(css|javascript)|image\/svg\+xml); charset=utf-8$/);
    }
  });

  it.each(explorers)('%s says each id once and links to ids that are there', async (path) => {
    const { text } = await browse(path);
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBe(new Set(ids).size);
    const wanted = [...text.matchAll(/ (?:href="#|aria-labelledby="|aria-describedby="|for=")([^"]+)"/g)];
    expect(wanted.map(([, id]) => id).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('is sent again only when it has changed, and smaller to whoever can unpack it', async () => {
    for (const path of ['/schema', '/schema.graphql', '/openapi.json']) {
      const { headers, text } = await browse(path);
      const etag = headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]{22}"$/);
      const again = await browse(path, { 'if-none-match': `"other", W/${etag}` });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
      const [head = '', packed = ''] = (await raw(path, ['Host: localhost', 'Accept-Encoding: gzip'], 'latin1')).split(
        '\r\n\r\n',
      );
      expect(head.toLowerCase()).toContain('content-encoding: gzip');
      expect(gunzipSync(Buffer.from(packed, 'latin1')).toString()).toBe(text);
    }
  });

  it('has a picture for the tab', async () => {
    const { status, headers } = await browse('/favicon.ico');
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });
});

/** An answer with its head, and as it was sent: fetch would unpack it. */
async function raw(
  path: string,
  headers: string[],
  encoding: BufferEncoding = 'utf8',
  version = '1.1',
): Promise<string> {
  const socket = connect(Number(new URL(own.url()).port), '127.0.0.1').setEncoding(encoding);
  const head = [`GET ${path} HTTP/${version}`, 'Connection: close', 'Accept: text/html', ...headers];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  let answer = '';
  for await (const piece of socket) answer += piece;
  return answer;
}

describe('programs', () => {
  it('get the links of the start page as JSON, each of which is there', async () => {
    const { json, headers } = await http(own.url(), undefined, 'GET', '/', undefined, { accept: '*/*' });
    expect(headers.get('vary')).toContain('accept');
    for (const path of ['/docs', '/schema', '/mcp', '/graphql', '/v1', '/openapi.json', '/schema.graphql'])
      expect(Object.keys(json.links)).toContain(path);
    for (const path of Object.keys(json.links))
      expect((await http(own.url(), own.key(), 'GET', path, undefined, asBrowser)).status, path).toBe(200);
  });

  it.each([
    ['application/json, text/event-stream', {}],
    ['text/event-stream', {}],
    ['*/*', {}],
    ['text/html', { 'mcp-protocol-version': '2025-06-18' }],
    ['text/html', { 'mcp-session-id': 'x' }],
    ['text/html', { 'last-event-id': '1' }],
  ])('that ask /mcp for %s with %o are answered by the protocol', async (accept, headers) => {
    const { status, json } = await http(own.url(), undefined, 'GET', '/mcp', undefined, { accept, ...headers });
    expect([status, json.error.code]).toEqual([401, 'unauthenticated']);
  });

  it('may ask /graphql with GET', async () => {
    const { status, json } = await http(own.url(), own.key(), 'GET', '/graphql?query={__typename}', undefined, {
      accept: 'application/json',
    });
    expect([status, json.data]).toEqual([200, { __typename: 'Query' }]);
  });
});

describe('the first key', () => {
  const placed = (answer: { text: string }) =>
    answer.text.includes(key) ? 'key' : answer.text.includes('YOUR_KEY') ? 'placeholder' : 'none';
  /** What a raw request with these headers gets to see. */
  const seen = async (path: string, headers: string[], version = '1.1') => {
    const text = await raw(path, headers, 'utf8', version);
    return { status: Number(text.slice(9, 12)), etag: /^etag: (.*)\r$/m.exec(text)?.[1], text };
  };

  it.each(keyed)('is in %s for whoever sits at the machine, and nothing keeps that answer', async (path) => {
    const answer = await browse(path);
    expect(placed(answer)).toBe('key');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.has('etag')).toBe(false);
    expect(lines()).not.toContain(key);
  });

  it.each([
    ['localhost', ['Host: localhost:4000']],
    ['another loopback address', ['Host: 127.0.0.9']],
    ['IPv6', ['Host: [::1]:4000']],
    ['an address typed by hand', ['Host: localhost', 'Sec-Fetch-Site: none']],
    ['a link of its own', ['Host: localhost', 'Sec-Fetch-Site: same-origin']],
  ])('is there by %s', async (_what, headers) => {
    for (const path of keyed) expect(placed(await seen(path, headers)), path).toBe('key');
  });

  it.each([
    ['a name that only leads here', ['Host: fabula.example']],
    ['a name that looks like ours', ['Host: localhost.evil.example']],
    ['no address that can be read', ['Host: 127.0.0.1:x']],
    ['a proxy that says for whom', ['Host: localhost', 'X-Forwarded-For: 203.0.113.9']],
    ['a proxy that says by which name', ['Host: localhost', 'X-Forwarded-Host: fabula.example']],
    ['a proxy that says it in the standard way', ['Host: localhost', 'Forwarded: for=203.0.113.9']],
    ['a proxy that names itself', ['Host: localhost', 'Via: 1.1 proxy']],
    ['a proxy with a header of its own', ['Host: localhost', 'X-Real-IP: 203.0.113.9']],
    ['a link of another site', ['Host: localhost', 'Sec-Fetch-Site: cross-site']],
    ['a link of another port', ['Host: localhost', 'Sec-Fetch-Site: same-site']],
    ['a script of an allowed origin', ['Host: localhost', 'Origin: https://write.example']],
    ['a script of another port', ['Host: localhost', 'Origin: http://localhost:5173']],
  ])('is not there by %s', async (_what, headers) => {
    for (const path of keyed) {
      const answer = await seen(path, headers);
      expect([answer.status, placed(answer)], path).toEqual([200, 'placeholder']);
      expect(answer.etag, path).toBeTruthy();
    }
  });

  it('is not there for an old proxy', async () => {
    expect(placed(await seen('/', ['Host: localhost'], '1.0'))).toBe('placeholder');
  });

  it('is not there for another user of the machine', () => {
    const table = (user: number) =>
      `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n   0: 0100007F:C350 0100007F:0FA0 01 00000000:00000000 00:00000000 00000000  ${user}        0 1 1 0 20 4 30 10 -1`;
    const ends = { remotePort: 0xc350, localPort: 0x0fa0 };
    expect(mayBeOf(1000, table(1000), ends)).toBe(true);
    expect(mayBeOf(1000, table(0), ends)).toBe(true);
    expect(mayBeOf(1000, table(1001), ends)).toBe(false);
    expect(mayBeOf(1000, table(1000), { ...ends, remotePort: 1 })).toBe(false);
    expect(mayBeOf(1000, '', ends)).toBe(true);
  });

  it.each([
    ['on an address that others reach', { HOST: '0.0.0.0' }],
    ['with a public address', { PUBLIC_URL: 'https://fabula.example' }],
    ['on a database of its own', { DATABASE_URL: 'postgres://u:p@127.0.0.1:5432/x' }],
  ])('is not there %s', async (_what, env) => {
    await withService(env, async ({ url }) => {
      for (const path of keyed) expect(placed(await browse(path, {}, 'GET', url)), path).toBe('placeholder');
    });
  });

  it('is not there once it was revoked, where none is kept, and where the file cannot be read', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'fabula-pages-'));
    await withService({ DATA_DIR: directory }, async (service) => {
      expect(placed(await browse('/', {}, 'GET', service.url))).toBe('placeholder');
      const another = await service.newKey({ account: 'revoking' });
      await keepCredentials(directory, another);
      expect((await browse('/', {}, 'GET', service.url)).text).toContain(another);
      const { accountId } = await service.service.callerOfToken(another);
      for (const { id } of await tokensOf(service.database.read, accountId)) {
        await revokeAnyToken(service.database.write, id);
        await service.service.services.forgetToken(id);
      }
      expect(placed(await browse('/', {}, 'GET', service.url))).toBe('placeholder');
      writeFileSync(credentialsIn(directory), '{');
      expect(placed(await browse('/', {}, 'GET', service.url))).toBe('placeholder');
    });
    rmSync(directory, { recursive: true, force: true });
  });

  it('does not count as used where a page shows it', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'fabula-pages-'));
    await withService({ DATA_DIR: directory }, async (service) => {
      const unused = await service.newKey({ account: 'looking' });
      await keepCredentials(directory, unused);
      for (const path of keyed) expect((await browse(path, {}, 'GET', service.url)).text).toContain(unused);
      const { accountId } = await service.service.callerUnnoted(unused);
      await service.service.close();
      const [token] = await tokensOf(service.database.read, accountId);
      expect(token?.lastUsedAt ?? null).toBeNull();
    });
    rmSync(directory, { recursive: true, force: true });
  });
});

async function withService(env: Record<string, string>, work: (service: TestService) => Promise<void>): Promise<void> {
  const service = await startService({ DATA_DIR: dataDir, ...env });
  const port = new URL(service.url).port;
  try {
    await work({ ...service, url: `http://127.0.0.1:${port}` });
  } finally {
    await service.close();
  }
}

describe('what is put into a page', () => {
  it('is escaped, in text, attributes and data', () => {
    const evil = `<script>"'&</script>`;
    expect(html`<p title="${evil}">${evil}</p>`.text).toBe(
      '<p title="&lt;script&gt;&quot;&#39;&amp;&lt;/script&gt;">&lt;script&gt;&quot;&#39;&amp;&lt;/script&gt;</p>',
    );
    const data = dataFor('x', { evil }).text;
    expect(data.match(/</g)).toHaveLength(2);
    expect(JSON.parse(data.replaceAll(/<[^>]+>/g, ''))).toEqual({ evil });
  });

  it('cannot come from the address', async () => {
    const evil = '"><script>alert(1)</script>';
    for (const path of explorers) {
      const { text } = await browse(`${path}?book=${encodeURIComponent(evil)}&ready=${encodeURIComponent(evil)}`);
      expect(text, path).not.toContain('<script>alert');
    }
  });
});

describe('ready operations', () => {
  const groups = () => {
    const { operations, openapi } = own.running().service;
    return readyGroups(operations, tagsOf(openapi()), {});
  };
  const ready = (): Ready[] => groups().flatMap((group) => group.ready);

  it('are there for every route, each under its group, and for every subscription', () => {
    const { operations, schema } = own.running().service;
    const names = ready().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const fieldsAsked = new Set(
      ready().flatMap(({ query }) =>
        parse(query).definitions.flatMap((one) =>
          one.kind === Kind.OPERATION_DEFINITION && one.selectionSet.selections[0]?.kind === Kind.FIELD
            ? [one.selectionSet.selections[0].name.value]
            : [],
        ),
      ),
    );
    expect(operations.map(({ field }) => field).filter((field) => !fieldsAsked.has(field))).toEqual([]);
    const subscriptions = Object.keys(schema.getSubscriptionType()?.getFields() ?? {});
    expect(subscriptions.filter((field) => !fieldsAsked.has(field))).toEqual([]);
    for (const group of groups()) expect(group.name).toMatch(/^[A-Z]/);
  });

  it('fit the schema, with their variables', () => {
    const { schema } = own.running().service;
    for (const { name, query, variables } of ready()) {
      const document = parse(query);
      expect(validate(schema, document), name).toEqual([]);
      const [operation] = document.definitions;
      if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`${name} does not begin with its operation.`);
      const given = variables ? JSON.parse(variables) : {};
      const { errors = [] } = getVariableValues(schema, operation.variableDefinitions ?? [], given);
      expect(
        errors.map(({ message }) => message),
        name,
      ).toEqual([]);
    }
  });

  it('run as they stand on the newest book, with ids that the page has filled in', async () => {
    const post = async (path: string, body: unknown) => (await http(own.url(), key, 'POST', path, body)).json.data;
    const { id } = await post('/v1/books', { premise });
    for (const name of ['Emma', 'Tom']) await post(`/v1/books/${id}/characters`, { name });
    await post(`/v1/books/${id}/chapters`, { title: 'One', content: 'The lamp was lit.' });
    await post(`/v1/books/${id}/mood-references`, { kind: 'other', title: 'Rain', note: 'It rains.' });
    const { text } = await browse('/graphql');
    const settings = JSON.parse(/id="settings">(.*?)<\/script>/s.exec(text)?.[1] ?? '');
    expect(JSON.parse(settings.ready.GetBook.variables).bookId).toBe(id);
    expect(settings.tabs.length).toBeGreaterThan(4);
    const queries = ready().filter(({ kind }) => kind === 'query');
    expect(queries.length).toBeGreaterThan(15);
    let ran = 0;
    for (const { name } of queries) {
      const { query, variables } = settings.ready[name];
      const body = { query, variables: variables ? JSON.parse(variables) : {} };
      const { json } = await http(own.url(), key, 'POST', '/graphql', body);
      const codes = (json.errors ?? []).map((error: Json) => error.extensions.code);
      // What the book has nothing of is asked for by a stand-in.
      const isMissing = /"[A-Z_]+_ID"/.test(variables) || name === 'GetChapterAudio';
      expect(codes, `${name}: ${JSON.stringify(json.errors)}`).toEqual(isMissing ? ['not_found'] : []);
      ran += codes.length === 0 ? 1 : 0;
    }
    expect(ran).toBeGreaterThan(12);
  });
});

describe('the schema map', () => {
  it('lists every type, and draws every type of an answer that leads somewhere', async () => {
    const { schema } = own.running().service;
    const { text } = await browse('/schema');
    for (const name of Object.keys(schema.getTypeMap()).filter(
      (one) => !/^__|^(String|Int|Float|Boolean|ID)$/.test(one),
    ))
      expect(text, name).toContain(`id="type-${name}"`);
    const spots = spotsOf(schema);
    for (const { name } of spots) expect(text, name).toContain(`id="spot-${name}"`);
    expect(spots.find(({ name }) => name === 'Book')?.leads.map(({ to }) => to)).toContain('Chapter');
    expect(spots.map(({ name }) => name)).not.toContain('BookConnection');
    expect(text.match(/<svg[^>]*id="map"/g)).toHaveLength(1);
  });
});

describe('the tools in a browser', () => {
  const costIn = (text: string) => Number((/id="cost">([\d,]+)</.exec(text)?.[1] ?? '').replaceAll(',', ''));

  it('are all there, each with its scope and cost, and cost less where the address narrows them', async () => {
    const { text } = await browse('/mcp');
    for (const { name } of own.running().service.catalogue.all()) expect(text).toContain(`id="${name}"`);
    const narrowed = await browse('/mcp?features=plan&read_only=true');
    expect(narrowed.text).toContain('id="get_plan"');
    expect(narrowed.text).not.toContain('id="set_plan"');
    expect(narrowed.text).not.toContain('id="list_books"');
    expect(costIn(narrowed.text)).toBeLessThan(costIn(text));
    const bound = await browse('/mcp?book=bk_x');
    expect(bound.text).not.toContain('id="create_book"');
    expect(bound.text).toContain('/mcp?book=bk_x');
    expect(costIn(bound.text)).toBeLessThan(costIn(text));
  });

  it('are narrowed only in ways that there are', async () => {
    const { status, json } = await browse('/mcp?features=magic');
    expect([status, json.error.code]).toEqual([400, 'invalid_request']);
  });
});
