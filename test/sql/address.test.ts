import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.ts';
import { addressOf } from '../../src/sql/address/address.ts';
import { selfSigned } from '../support/certificate.ts';

const noChecks = { rejectUnauthorized: false };
const certificate = join(mkdtempSync(join(tmpdir(), 'fabula-ca-')), 'ca.pem');
writeFileSync(certificate, selfSigned.cert);
const key = join(dirname(certificate), 'key.pem');
writeFileSync(key, selfSigned.key);
const text = join(dirname(certificate), 'text.pem');
writeFileSync(text, 'no certificate');

describe('an address as it is copied', () => {
  it.each<[string, string, string, object]>([
    [
      'Neon',
      'postgresql://owner:npg_Ab1@ep-cool-rain-123.eu-central-1.aws.neon.tech/neondb?sslmode=require&channel_binding=require',
      'postgres://owner@ep-cool-rain-123.eu-central-1.aws.neon.tech:5432/neondb',
      { password: 'npg_Ab1', tls: noChecks, ignored: ['channel_binding'] },
    ],
    [
      'Neon, as a command',
      `psql 'postgresql://owner:npg_Ab1@ep-x-pooler.neon.tech/neondb?sslmode=require&options=endpoint%3Dep-x'`,
      'postgres://owner@ep-x-pooler.neon.tech:5432/neondb',
      { startup: { options: 'endpoint=ep-x' } },
    ],
    [
      'Supabase, direct',
      'postgresql://postgres:p%40ss@db.abcdefgh.supabase.co:5432/postgres',
      'postgres://postgres@db.abcdefgh.supabase.co:5432/postgres',
      { password: 'p@ss', tls: 'prefer' },
    ],
    [
      'Supabase, session pooler',
      'postgresql://postgres.abcdefgh:pass@aws-0-eu-central-1.pooler.supabase.com:5432/postgres',
      'postgres://postgres.abcdefgh@aws-0-eu-central-1.pooler.supabase.com:5432/postgres',
      { user: 'postgres.abcdefgh' },
    ],
    [
      'Supabase, transaction pooler',
      'postgres://postgres.abcdefgh:pass@aws-0-eu-central-1.pooler.supabase.com:6543/postgres?pgbouncer=true&supa=base-pooler.x',
      'postgres://postgres.abcdefgh@aws-0-eu-central-1.pooler.supabase.com:6543/postgres',
      { ports: [6543], ignored: ['pgbouncer', 'supa'] },
    ],
    [
      'Prisma',
      'postgresql://prisma:pw@localhost:5432/mydb?schema=book&connection_limit=5&pool_timeout=2&sslaccept=strict&socket_timeout=3',
      'postgres://prisma@localhost:5432/mydb',
      {
        startup: { search_path: 'book' },
        ignored: ['connection_limit', 'pool_timeout', 'sslaccept', 'socket_timeout'],
      },
    ],
    [
      'RDS',
      `postgresql://admin:a#b/c?d@mydb.abc123.eu-west-1.rds.amazonaws.com:5432/books?sslmode=verify-full&sslrootcert=${certificate}`,
      'postgres://admin@mydb.abc123.eu-west-1.rds.amazonaws.com:5432/books',
      { password: 'a#b/c?d', tls: { rejectUnauthorized: true, ca: expect.any(Buffer) } },
    ],
    [
      'Aiven',
      'postgres://avnadmin:AVNS_x@pg-1-project.a.aivencloud.com:12691/defaultdb?sslmode=require',
      'postgres://avnadmin@pg-1-project.a.aivencloud.com:12691/defaultdb',
      { tls: noChecks },
    ],
    [
      'DigitalOcean',
      'postgresql://doadmin:AVNS_x@db-1.b.db.ondigitalocean.com:25060/defaultdb?sslmode=require',
      'postgres://doadmin@db-1.b.db.ondigitalocean.com:25060/defaultdb',
      { tls: noChecks },
    ],
    [
      'Heroku',
      'postgres://u4ab:p9cd@ec2-3-4-5-6.compute-1.amazonaws.com:5432/d1ef',
      'postgres://u4ab@ec2-3-4-5-6.compute-1.amazonaws.com:5432/d1ef',
      { tls: 'prefer' },
    ],
    [
      'Railway',
      'postgresql://postgres:pw@monorail.proxy.rlwy.net:40123/railway',
      'postgres://postgres@monorail.proxy.rlwy.net:40123/railway',
      {},
    ],
    [
      'Fly',
      'postgres://app:pw@books-db.flycast:5432/app?sslmode=disable',
      'postgres://app@books-db.flycast:5432/app',
      { tls: false },
    ],
    [
      'Render',
      'postgresql://u:pw@dpg-abc-a.frankfurt-postgres.render.com/db_x',
      'postgres://u@dpg-abc-a.frankfurt-postgres.render.com:5432/db_x',
      {},
    ],
    [
      'Azure',
      'postgres://author@books:p@ss:w@books.postgres.database.azure.com:5432/postgres?sslmode=require',
      'postgres://author@books:p@ss:w@books.postgres.database.azure.com:5432/postgres'.replace(
        'books:p@ss:w@',
        'books@',
      ),
      { user: 'author@books', password: 'p@ss:w' },
    ],
    [
      'Cloud SQL',
      'postgresql://author:pw@/books?host=/cloudsql/project:region:instance',
      'postgres://author@/cloudsql/project:region:instance/.s.PGSQL.5432/books',
      { socketPath: '/cloudsql/project:region:instance/.s.PGSQL.5432', tls: false },
    ],
  ])('is understood: %s', (_host, text, shown, parts) => {
    expect(addressOf(text)).toMatchObject({ shown, ...parts });
    expect(readConfig({ DATABASE_URL: text }).databaseUrl).toBe(text);
  });

  it.each([
    ['postgres:///books?host=/var/run/postgresql&port=5433', '/var/run/postgresql/.s.PGSQL.5433', undefined],
    ['postgres://author@%2Fvar%2Frun%2Fpostgresql/books', '/var/run/postgresql/.s.PGSQL.5432', 'author'],
    ['postgres://%2Ftmp%2F.s.PGSQL.7000/books', '/tmp/.s.PGSQL.7000', undefined],
    ['socket:/var/run/postgresql?db=books', '/var/run/postgresql/.s.PGSQL.5432', undefined],
    ['socket://author@/tmp/?db=books', '/tmp/.s.PGSQL.5432', 'author'],
  ])('may name a unix socket: %s', (text, socketPath, user) => {
    expect(addressOf(text)).toMatchObject({ socketPath, user, database: 'books', tls: false });
  });

  it('may name several hosts, of which one that takes writes is used', () => {
    const { hosts, ports } = addressOf(
      'postgres://a:b@one:5433,two,[2001:db8::1]:5434/db?target_session_attrs=read-write',
    );
    expect([hosts, ports]).toEqual([
      ['one', 'two', '2001:db8::1'],
      [5433, 5432, 5434],
    ]);
  });
});

describe('parameters of TLS', () => {
  const tlsOf = (query: string, host = 'db.example') => addressOf(`postgres://a:b@${host}/db?${query}`).tls;
  const checked = { rejectUnauthorized: true };

  it.each([
    ['', 'prefer'],
    ['sslmode=disable', false],
    ['sslmode=allow', 'prefer'],
    ['sslmode=prefer', 'prefer'],
    ['sslmode=require', noChecks],
    ['sslmode=no-verify', noChecks],
    ['ssl=true', noChecks],
    ['ssl=false', false],
    ['sslmode=verify-ca', { ...checked, checkServerIdentity: expect.any(Function) }],
    ['sslmode=verify-full', checked],
    ['sslrootcert=system', checked],
    [`sslmode=require&sslrootcert=${certificate}`, { ...checked, ca: expect.any(Buffer) }],
    [`sslcert=${certificate}&sslkey=${key}`, { cert: expect.any(Buffer), key: expect.any(Buffer) }],
  ])('are obeyed as libpq does: %s', (query, tls) => {
    const found = tlsOf(query);
    if (typeof tls === 'object') expect(found).toMatchObject(tls);
    else expect(found).toBe(tls);
  });

  it('are not wanted on this machine unless the address says so', () => {
    expect([tlsOf('', 'localhost'), tlsOf('', '127.0.0.1'), tlsOf('', '[::1]')]).toEqual([false, false, false]);
    expect(tlsOf('sslmode=require', 'localhost')).toEqual(noChecks);
  });

  it('may come from DATABASE_CA_FILE', () => {
    const configured = (DATABASE_URL: string) =>
      readConfig({ DATABASE_URL, DATABASE_CA_FILE: certificate }).databaseUrl ?? '';
    for (const text of ['postgres://a:b@db/x', 'postgres://a:b@db/x?sslmode=require', 'postgres://a:p?s@db/x'])
      expect(addressOf(configured(text))).toMatchObject({
        password: addressOf(text).password,
        tls: { rejectUnauthorized: true, ca: expect.any(Buffer) },
      });
    const own = `postgres://a:b@db/x?sslrootcert=${certificate}`;
    expect(configured(own)).toBe(own);
  });
});

describe('an address that cannot be used', () => {
  it.each([
    ['postgres://a:se%cret@db/x', 'the password has a % that begins no encoded sign. Write % as %25'],
    ['postgres://a:[YOUR-PASSWORD]@db/x', 'a word in place of the password'],
    ['postgres://a:{your_password}@db/x', 'a word in place of the password'],
    ['postgres://a:secret@db:x/y', 'the port is not a number'],
    ['postgres://a:secret@db:99999/y', 'the port is not a number'],
    ['postgres://a:secret@db/x?foo=1', 'the parameter foo, which is unknown'],
    ['postgres://a:secret@db/x?sslmode=maybe', 'sslmode cannot be "maybe". It is one of disable, allow'],
    ['postgres://a:secret@db/x?sslrootcert=/none.pem', 'sslrootcert names /none.pem, which cannot be read'],
    [`postgres://a:secret@db/x?sslrootcert=${text}`, 'text.pem, which is no certificate'],
    [`postgres://a:secret@db/x?sslcert=${text}&sslkey=${key}`, 'cannot be used. Give a certificate and its key in PEM'],
    ['postgres://a:secret@db/x?sslmode=require&ssl_min_protocol_version=TLSv9', 'a version such as TLSv1.2'],
    ['postgres://a:secret@db/x?target_session_attrs=standby', 'takes no writes'],
    ['postgres://a:secret@db/x?gssencmode=require', 'not supported. Use sslmode=require'],
    ['postgres://a:secret@db/x?connect_timeout=soon', 'connect_timeout must be a whole number of seconds'],
    ['prisma+postgres://accelerate.prisma-data.net/?api_key=secret', 'Prisma Accelerate. Use the direct address'],
    ['jdbc:postgresql://db:5432/x?user=a&password=secret', 'Leave jdbc: out'],
    ['mysql://a:secret@db/x', 'another database. PostgreSQL 15'],
    ['https://supabase.com/dashboard/project/x', 'a web page'],
    ['host=db user=a password=secret dbname=x', 'a list of names and values'],
    ['Server=db;Database=x;User Id=a;Password=secret', 'a list of names and values'],
    ['mydb.abc123.eu-west-1.rds.amazonaws.com', 'must begin with postgres://'],
  ])('says what to change, without the password: %s', (text, words) => {
    const read = () => readConfig({ DATABASE_URL: text });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(words);
    expect(read).toThrow(/^DATABASE_URL: [^\n]*$/);
    expect(read).not.toThrow(/secret/);
  });

  it.each(['/none.pem', text])('may be a file that is no certificate: %s', (DATABASE_CA_FILE) => {
    expect(() => readConfig({ DATABASE_CA_FILE })).toThrow(/^DATABASE_CA_FILE: is no file with a certificate/);
  });
});
