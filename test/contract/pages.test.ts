import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { getVariableValues, Kind, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepCredentials } from '../../src/credentials/credentials.ts';
import { type ReadyDocument, readyGroups, tagsOf } from '../../src/faces/explorers/ready.ts';
import { topicsOf } from '../../src/faces/explorers/schema-topics.ts';
import { dataFor, html } from '../../src/markup.ts';
import { http, type Json, ownService, premise } from '../support/faces.ts';
import { untilReady } from '../support/stream.ts';

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

describe('every page', () => {
  it.each(explorers)('%s opens in a browser without a token and supports HEAD', async (path) => {
    const { status, text, headers } = await browse(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
    const head = await browse(path, {}, 'HEAD');
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', 'text/html; charset=utf-8']);
  });

  it.each(explorers)('%s has a strict content security policy and cannot be framed', async (path) => {
    const { headers, text } = await browse(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
    for (const rule of [
      "connect-src 'self'",
      "base-uri 'none'",
      `form-action ${path === '/schema' ? "'self'" : "'none'"}`,
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
    expect(policy.includes('unsafe-inline')).toBe(['/graphql', '/docs'].includes(path));
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(text).not.toMatch(/ style="| on\w+="/);
  });

  it.each(explorers)('%s references only assets that exist', async (path) => {
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

  it.each(explorers)('%s has unique element ids and no dangling fragment links', async (path) => {
    const { text } = await browse(path);
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBe(new Set(ids).size);
    const wanted = [...text.matchAll(/ (?:href="#|aria-labelledby="|aria-describedby="|for=")([^"]+)"/g)];
    expect(wanted.map(([, id]) => id).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('supports If-None-Match and gzip', async () => {
    for (const path of ['/schema', '/schema.graphql', '/openapi.json']) {
      const { headers, text } = await browse(path);
      const etag = headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
      const again = await browse(path, { 'if-none-match': `"other", W/${etag}` });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
      const [head = '', packed = ''] = (await raw(path, ['Host: localhost', 'Accept-Encoding: gzip'], 'latin1')).split(
        '\r\n\r\n',
      );
      expect(head.toLowerCase()).toContain('content-encoding: gzip');
      expect(gunzipSync(Buffer.from(packed, 'latin1')).toString()).toBe(text);
    }
  });

  it('has a favicon', async () => {
    const { status, headers } = await browse('/favicon.ico');
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });
});

/** A raw response with its headers; fetch would decompress it. */
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

describe('non-browser clients', () => {
  it('get the links of the start page as JSON, and every link works', async () => {
    const { json, headers } = await http(own.url(), undefined, 'GET', '/', undefined, { accept: '*/*' });
    expect(headers.get('vary')).toContain('accept');
    for (const path of ['/docs', '/schema', '/mcp', '/graphql', '/v1', '/openapi.json', '/schema.graphql'])
      expect(Object.keys(json.links)).toContain(path);
    for (const path of Object.keys(json.links).filter((path) => path !== '/readyz'))
      expect((await http(own.url(), own.key(), 'GET', path, undefined, asBrowser)).status, path).toBe(200);
    await untilReady(own.url());
  });

  it.each([
    ['application/json, text/event-stream', {}],
    ['text/event-stream', {}],
    ['*/*', {}],
    ['text/html', { 'mcp-protocol-version': '2025-06-18' }],
    ['text/html', { 'mcp-session-id': 'x' }],
    ['text/html', { 'last-event-id': '1' }],
  ])('get a protocol response from /mcp with accept %s and headers %o', async (accept, headers) => {
    const { status, json } = await http(own.url(), undefined, 'GET', '/mcp', undefined, { accept, ...headers });
    expect([status, json.error.code]).toEqual([401, 'unauthenticated']);
  });

  it('may send GraphQL queries with GET', async () => {
    const { status, json } = await http(own.url(), own.key(), 'GET', '/graphql?query={__typename}', undefined, {
      accept: 'application/json',
    });
    expect([status, json.data]).toEqual([200, { __typename: 'Query' }]);
  });
});

describe('the desk', () => {
  it('names each package that its modules import, at a path that browsers keep', async () => {
    const { text, headers } = await browse('/desk');
    const [, nonce = 'none', map = '{}'] = /<script type="importmap" nonce="([\w-]+)">(.+?)<\/script>/.exec(text) ?? [];
    expect(headers.get('content-security-policy')).toContain(`script-src 'self' 'nonce-${nonce}'`);
    expect((await browse('/desk')).text).not.toContain(nonce);
    const { imports } = JSON.parse(map) as { imports: Record<string, string> };
    expect(Object.keys(imports)).toContain('@codemirror/view');
    for (const path of Object.values(imports)) {
      const module = await browse(path.slice(1));
      expect(module.headers.get('cache-control')).toMatch(/immutable/);
      expect(text).toContain(`<link rel="modulepreload" href="${path.slice(2)}" />`);
      const named = [...module.text.matchAll(/^(?:import|export)\b[^;'"]*\bfrom\s*["']([^"']+)/gm)].map(
        ([, name]) => name,
      );
      expect(Object.keys(imports)).toEqual(expect.arrayContaining(named));
    }
  });
});

describe('API keys', () => {
  it('appear in no page or asset, even with stored credentials', async () => {
    const { text } = await http(own.url(), undefined, 'GET', '/', undefined, { accept: '*/*' });
    const links = Object.keys(JSON.parse(text).links).filter((path) => path !== '/v1');
    for (const path of [...links, '/desk', '/desk/main.ts', '/sign-in.js']) {
      const answer = await browse(path);
      // The database may be late on a busy machine.
      const isLate = path === '/readyz' && answer.status === 503;
      expect(isLate || answer.status === 200, `${path} ${answer.status}`).toBe(true);
      expect(answer.text).not.toContain(key);
      expect(answer.text).not.toMatch(/fab_live_[\w-]{43}/);
      expect(answer.headers.has('set-cookie')).toBe(false);
    }
    expect(lines()).not.toContain(key);
  });

  const isRoot = process.getuid?.() === 0;
  it.skipIf(!isRoot)(
    `are not readable by another user of the machine${isRoot ? '' : ' (skipped: only root can start a process as another user)'}`,
    async () => {
      const script = `
        const [url, ...paths] = process.argv.slice(1);
        const pages = await Promise.all(paths.map((path) => fetch(url + path, { headers: { accept: 'text/html' } }).then((answer) => answer.text())));
        process.stdout.write(JSON.stringify({ uid: process.getuid(), text: pages.join('') }));`;
      const args = ['--input-type=module', '--eval', script, own.url(), ...explorers, '/desk'];
      // That user cannot read files near the database, and perhaps not the Node binary.
      const program = join(mkdtempSync(join(tmpdir(), 'fabula-node-')), 'node');
      cpSync(realpathSync(process.execPath), program);
      chmodSync(dirname(program), 0o755);
      const { stdout } = await promisify(execFile)(program, args, { uid: 65_534, cwd: '/', maxBuffer: 64e6 });
      rmSync(dirname(program), { recursive: true });
      const { uid, text } = JSON.parse(stdout);
      expect(uid).toBe(65_534);
      expect(text).toContain('<title>GraphiQL');
      expect(text).not.toContain(key);
      expect(text).not.toMatch(/fab_live_[\w-]{43}/);
    },
  );
});

describe('page content', () => {
  it('is escaped in text, attributes and data', () => {
    const evil = `<script>"'&</script>`;
    expect(html`<p title="${evil}">${evil}</p>`.text).toBe(
      '<p title="&lt;script&gt;&quot;&#39;&amp;&lt;/script&gt;">&lt;script&gt;&quot;&#39;&amp;&lt;/script&gt;</p>',
    );
    const data = dataFor('x', { evil }).text;
    expect(data.match(/</g)).toHaveLength(2);
    expect(JSON.parse(data.replaceAll(/<[^>]+>/g, ''))).toEqual({ evil });
  });

  it('never includes raw query parameters', async () => {
    const evil = '"><script>alert(1)</script>';
    for (const path of explorers) {
      const { text } = await browse(`${path}?book=${encodeURIComponent(evil)}&ready=${encodeURIComponent(evil)}`);
      expect(text, path).not.toContain('<script>alert');
    }
  });
});

/** The page script that finds ids, run with the key of this file. */
function idsScript(): { soon(): Promise<Record<string, string>>; filled(text: string, ids: object): string } {
  const script = readFileSync(new URL('../../src/faces/explorers/assets/newest-ids.js', import.meta.url), 'utf8');
  const ask = (url: URL, init: RequestInit & { headers: Record<string, string> }) =>
    fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${key}` } });
  const page = {
    URL,
    document: { baseURI: `${own.url()}/graphql`, addEventListener: () => {} },
    fabulaSession: { key, fetch: ask },
    setTimeout: () => {},
    fabulaIds: { soon: async () => ({}), filled: (text: string) => text },
  };
  runInNewContext(script, page);
  return page.fabulaIds;
}

describe('sample operations in GraphiQL', () => {
  const groups = () => {
    const { operations, openapi } = own.running().service;
    return readyGroups(operations, tagsOf(openapi()));
  };
  const ready = (): ReadyDocument[] => groups().flatMap((group) => group.ready);

  it('cover every operation, in named groups, and every subscription', () => {
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

  it('are valid against the schema, with valid variables', () => {
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

  it('run on a book once its record ids are filled in', async () => {
    const post = async (path: string, body: unknown) => (await http(own.url(), key, 'POST', path, body)).json.data;
    const { id } = await post('/v1/books', { premise });
    for (const name of ['Emma', 'Tom']) await post(`/v1/books/${id}/characters`, { name });
    await post(`/v1/books/${id}/chapters`, { title: 'One', content: 'The lamp was lit.' });
    await post(`/v1/books/${id}/mood-references`, { kind: 'other', title: 'Rain', note: 'It rains.' });
    const { text } = await browse('/graphql');
    const settings = JSON.parse(/id="settings">(.*?)<\/script>/s.exec(text)?.[1] ?? '');
    const { soon, filled } = idsScript();
    const ids = await soon();
    expect(ids.bookId).toBe(id);
    expect(JSON.parse(filled(settings.ready.GetBook.variables, ids)).bookId).toBe(id);
    expect(settings.tabs.length).toBeGreaterThan(4);
    const queries = ready().filter(({ kind }) => kind === 'query');
    expect(queries.length).toBeGreaterThan(15);
    let ran = 0;
    for (const { name } of queries) {
      const { query, variables: unfilled } = settings.ready[name];
      const variables = filled(unfilled, ids);
      const body = { query, variables: variables ? JSON.parse(variables) : {} };
      const { json } = await http(own.url(), key, 'POST', '/graphql', body);
      const codes = (json.errors ?? []).map((error: Json) => error.extensions.code);
      // Records that the book lacks keep a placeholder id.
      const isMissing = /"[A-Z_]+_ID"/.test(variables) || ['GetChapterAudio', 'GetRecap'].includes(name);
      expect(codes, `${name}: ${JSON.stringify(json.errors)}`).toEqual(isMissing ? ['not_found'] : []);
      ran += codes.length === 0 ? 1 : 0;
    }
    expect(ran).toBeGreaterThan(12);
  });
});

describe('the schema pages', () => {
  const view = async (query: string) => (await browse(`/schema?${query}`)).text;
  const ownTypes = () =>
    Object.keys(own.running().service.schema.getTypeMap()).filter(
      (name) => !/^__|^(String|Int|Float|Boolean|ID)$/.test(name),
    );

  it('the overview links every topic; topics describe their operations and list their types', async () => {
    const { schema } = own.running().service;
    const topics = topicsOf(own.running().service);
    const { text } = await browse('/schema');
    const listed = new Set<string>();
    const described = new Set<string>();
    for (const { name, roots } of topics) {
      expect(text).toContain(`href="schema?topic=${encodeURIComponent(name)}"`);
      const page = await view(`topic=${encodeURIComponent(name)}`);
      for (const { field } of roots) expect(page).toContain(`id="field-${field.name}"`);
      for (const { field } of roots) described.add(field.name);
      for (const [, type = ''] of page.matchAll(/schema\?type=(\w+)/g)) listed.add(type);
    }
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    expect([...described].sort()).toEqual(roots.flatMap((root) => Object.keys(root?.getFields() ?? {})).sort());
    expect(ownTypes().filter((type) => !listed.has(type) && !/^(Query|Mutation|Subscription)$/.test(type))).toEqual([]);
  });

  it('a type page shows referencing and referenced types', async () => {
    const text = await view('type=Chapter');
    const [into = '', out = ''] = text.slice(text.indexOf('id="into"'), text.indexOf('id="members"')).split('id="out"');
    expect(into).toContain('schema?type=Book"');
    expect(into).toContain('schema?topic=Chapters#field-createChapter"');
    expect(out).toContain('schema?type=Recap"');
    expect(out).not.toContain('schema?type=SplitChapter"');
  });

  it('no page exceeds 48 KB', async () => {
    const queries = ['', ...ownTypes().map((type) => `type=${type}`), 'q=a'];
    const topics = topicsOf(own.running().service).map(({ name }) => `topic=${encodeURIComponent(name)}`);
    for (const query of [...queries, ...topics])
      expect(Buffer.byteLength(await view(query)), query).toBeLessThan(48 * 1024);
  });

  it('common arguments are described once, on the overview', async () => {
    const { text } = await browse('/schema');
    expect(text.match(/id="argument-idempotencyKey"/g)).toHaveLength(1);
    const page = await view('topic=Books');
    expect(page).toContain('href="schema#argument-idempotencyKey"');
    expect(page).not.toContain('Sent again within 24 hours');
  });

  it('search lists the best matches first, limits results and escapes the query', async () => {
    const text = await view('q=Chapter');
    const hrefs = [...text.matchAll(/<li><a href="([^"]+)"/g)].map(([, href]) => href);
    expect(hrefs[0]).toBe('schema?type=Chapter');
    expect(hrefs).toHaveLength(30);
    expect(await view('q=nosuchthing')).toContain('Nothing found');
    expect(await view(`q=${encodeURIComponent('"><script>')}`)).not.toContain('"><script>');
  });

  it.each(['type=Nothing', 'topic=Nothing'])('/schema?%s answers 404', async (query) => {
    const { status, json } = await browse(`/schema?${query}`);
    expect([status, json.error.code]).toEqual([404, 'not_found']);
  });
});

describe('the MCP tools page', () => {
  const costIn = (text: string) => Number((/id="cost">([\d,]+)</.exec(text)?.[1] ?? '').replaceAll(',', ''));

  it('lists every tool and its token cost; URL parameters narrow the list', async () => {
    const { text } = await browse('/mcp');
    for (const { name } of own
      .running()
      .service.catalogue.reachable({})
      .map(({ listing }) => listing))
      expect(text).toContain(`id="${name}"`);
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

  it('rejects unknown features', async () => {
    const { status, json } = await browse('/mcp?features=magic');
    expect([status, json.error.code]).toEqual([400, 'invalid_request']);
  });
});
