import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../../src/commands/database.ts';
import { ConfigError, readConfig } from '../../src/config.ts';
import { newLog } from '../../src/log/log.ts';
import { connect } from '../../src/sql/connect.ts';
import { serverFault } from '../../src/sql/start-fault.ts';
import { selfSigned } from '../support/certificate.ts';
import { createDatabase, dropDatabase, onServer } from '../support/server-databases.ts';

const { url: serverUrl = '' } = inject('database');
const silent = newLog('silent', { write: () => undefined });
const servers: net.Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** The message of a start that fails: one line, without the password and without a stack. */
async function faultOf(url: string, more: Record<string, string> = {}): Promise<string> {
  const error: unknown = await openDatabase(readConfig({ DATABASE_URL: url, ...more }), silent).then(
    async (database) => {
      await database.close();
      return 'it started';
    },
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(ConfigError);
  const { message } = error as Error;
  expect(message).toMatch(/^DATABASE_URL: [^\n]+$/);
  expect(message).not.toContain('s3cret');
  return message;
}

/** A server that answers each first message with these bytes, and goes on with TLS after an `S`. */
async function answering(answer: Buffer | string): Promise<string> {
  const server = net
    .createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write(answer);
        if (answer !== 'S') return void setTimeout(() => socket.end(), 50);
        const secured = new tls.TLSSocket(socket, { isServer: true, ...selfSigned });
        secured.on('error', () => {}).once('secure', () => secured.end());
      });
    })
    .listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `postgres://author:s3cret@localhost:${(server.address() as net.AddressInfo).port}/books`;
}

/** An error of the server at the start of a connection. */
function fatal(code: string, text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${text}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

describe('a start that fails says why', () => {
  it.each([
    [
      'nobody listens',
      'postgres://author:s3cret@127.0.0.1:9/books',
      /no PostgreSQL can be reached at postgres:\/\/author@127\.0\.0\.1:9\/books \(ECONNREFUSED\)/,
    ],
    [
      'the host is unknown',
      'postgres://author:s3cret@nowhere.invalid/books',
      /no PostgreSQL can be reached at .*nowhere\.invalid:5432\/books \(E(NOTFOUND|AI_AGAIN)\)/,
    ],
    [
      'there is no socket',
      'postgres://author@%2Fnowhere/books',
      /no PostgreSQL can be reached at postgres:\/\/author@\/nowhere\/\.s\.PGSQL\.5432\/books \(ENOENT\)/,
    ],
  ])('if %s', async (_what, url, words) => {
    expect(await faultOf(url)).toMatch(words);
  });

  it.each([
    ['TLS is missing', 'N', '?sslmode=require', /offers no TLS\. Switch it on there, or write sslmode=disable/],
    [
      'the certificate is not trusted',
      'S',
      '?sslmode=verify-full',
      /certificate .* is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. Set DATABASE_CA_FILE/,
    ],
    [
      'the user is not admitted',
      fatal('28000', 'no pg_hba.conf entry, no encryption'),
      '',
      /does not admit this user from here without TLS\. Add sslmode=require/,
    ],
    [
      'the password is wrong',
      fatal('28P01', 'password authentication failed: s3cret'),
      '',
      /refuses this user or password\. Check both/,
    ],
    [
      'the database is unknown',
      fatal('3D000', 'database does not exist'),
      '',
      /has no database books\. Create it: CREATE DATABASE "books"/,
    ],
    ['the server is full', fatal('53300', 'too many clients'), '', /takes no more connections\. .*max_connections/],
    [
      'a parameter is refused',
      fatal('08P01', 'unsupported startup parameter: search_path'),
      '?schema=x',
      /refuses the parameter search_path\. .*ignore_startup_parameters = search_path/,
    ],
    [
      'an option is refused',
      fatal('08P01', 'unsupported startup parameter in options: geqo'),
      '?options=-c%20geqo%3Doff',
      /refuses the parameter geqo\./,
    ],
    [
      'a setting is unknown',
      fatal('42704', 'unrecognized configuration parameter "foo"'),
      '?options=-c%20foo%3D1',
      /refuses the parameter foo\./,
    ],
    [
      'something else answers',
      'HTTP/1.1 400 Bad Request\r\n\r\n',
      '',
      /^DATABASE_URL: (the server at .* answers with an error|no PostgreSQL can be reached)/,
    ],
  ])('if %s', async (_what, answer, query, words) => {
    expect(await faultOf((await answering(answer)) + query)).toMatch(words);
  });

  it('trusts the certificate that DATABASE_CA_FILE has', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'fabula-ca-')), 'ca.pem');
    await writeFile(file, selfSigned.cert);
    const url = `${await answering('S')}?sslmode=verify-full`;
    expect(await faultOf(url, { DATABASE_CA_FILE: file })).not.toContain('certificate');
  });
});

describe('a server that answers', () => {
  const usable = { major: 15, session: 'startup', missing: [], encoding: 'UTF8', isReadOnly: false } as const;
  const url = 'postgres://author:s3cret@db.example/books';

  it.each([
    [
      'is older',
      { major: 14 },
      'PostgreSQL 15 or newer is needed; that at postgres://author@db.example:5432/books is 14.',
    ],
    ['has another encoding', { encoding: 'SQL_ASCII' }, 'has the encoding SQL_ASCII; UTF8 is needed.'],
    ['is a standby', { isReadOnly: true }, 'is read-only: a standby'],
    [
      'hides a setting',
      { session: 'pooled', missing: ['array_nulls'] } as const,
      `ALTER DATABASE "books" SET array_nulls = 'on'`,
    ],
  ])('is refused if it %s', (_what, change, words) => {
    expect(serverFault(url, usable)).toBeUndefined();
    expect(serverFault(url, { ...usable, ...change })).toContain(words);
    expect(serverFault(url, { ...usable, ...change })).not.toContain('s3cret');
  });
});

describe.skipIf(!serverUrl)('a start that fails on a server says why', () => {
  const name = `fabula_fault_${process.pid}`;
  const urlOf = (changes: { database?: string; user?: string; query?: string } = {}) => {
    const url = new URL(serverUrl);
    url.pathname = `/${changes.database ?? name}`;
    url.username = changes.user ?? url.username;
    url.password = 's3cret';
    return `${url.href}${changes.query ?? ''}`;
  };
  beforeAll(async () => {
    await onServer(serverUrl, (sql) => sql.unsafe(`CREATE ROLE ${name} LOGIN`));
    await createDatabase(serverUrl, name);
    await createDatabase(
      serverUrl,
      `${name}_latin`,
      `ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
    );
  });
  afterAll(async () => {
    for (const database of [name, `${name}_latin`]) await dropDatabase(serverUrl, database);
    await onServer(serverUrl, (sql) => sql.unsafe(`DROP ROLE ${name}`));
  });

  it('if the database does not exist', async () => {
    expect(await faultOf(urlOf({ database: 'fabula_none' }))).toContain('has no database fabula_none. Create it');
  });

  it('if the encoding is another one', async () => {
    expect(await faultOf(urlOf({ database: `${name}_latin` }))).toContain('has the encoding LATIN1; UTF8 is needed');
  });

  it('if the user may not create tables', async () => {
    const message = await faultOf(urlOf({ user: name }));
    expect(message).toContain(`GRANT CREATE, USAGE ON SCHEMA public TO "${name}"`);
    const grants = [...message.matchAll(/GRANT .+? TO "\w+"/g)].map(([statement]) => statement);
    const own = connect({ url: urlOf(), socketPath: undefined, prepare: false });
    for (const statement of grants) await own.write.unsafe(statement);
    await own.close();
    const database = await openDatabase(readConfig({ DATABASE_URL: urlOf({ user: name }) }), silent);
    await database.close();
  });

  it('if the search path names no schema', async () => {
    expect(await faultOf(urlOf({ query: '?schema=nowhere' }))).toContain('names no schema that exists');
  });

  it('if it is read-only', async () => {
    const query = '?options=-c%20default_transaction_read_only%3Don';
    expect(await faultOf(urlOf({ query }))).toContain('is read-only: a standby');
  });

  it('if a setting does not exist', async () => {
    expect(await faultOf(urlOf({ query: '?options=-c%20no_such%3D1' }))).toContain('refuses the parameter no_such');
  });
});
