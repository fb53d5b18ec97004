import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDataDirectory } from '../support/data-directory.ts';
import { hold, reply, startProvider } from '../support/provider.ts';
import { openStream, until, untilReady } from '../support/stream.ts';
import { expectOneLine, freshPath, ownDirectory, run, type Server, startServer } from './support.ts';

ownDirectory();

const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'pipe' });
const canMount = (() => {
  const place = '/mnt';
  try {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', place], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
})();
const skipped = canMount ? '' : ' (skipped: only root of a Linux machine may mount a disk)';

describe.skipIf(!canMount)(`a disk of the embedded engine${skipped}`, () => {
  let disk: string;
  let dataDir: string;

  beforeAll(async () => {
    disk = freshPath();
    mkdirSync(disk);
    mount('-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', disk);
    dataDir = await makeDataDirectory(join(disk, 'data'));
  });
  afterAll(() => {
    execFileSync('umount', ['-l', disk]);
  });

  const fill = () => {
    try {
      // Also what was freed since the last time.
      writeFileSync(join(disk, `fill-${randomUUID()}`), Buffer.alloc(256 * 1024 * 1024));
    } catch {
      // The disk is full now.
    }
  };

  const asking =
    ({ url, key }: Server) =>
    async (path: string, body?: object, method = body ? 'POST' : 'GET') => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
      return { status: answer.status, text: await answer.text() };
    };
  const book = { premise: 'x'.repeat(3000) };
  /** Writes only to the log of the engine. */
  const writeLog = async (megabytes: number) => {
    const sql = postgres({ path: join(dataDir, '.s.PGSQL.5432'), max: 1, onnotice: () => {} });
    await sql`SELECT pg_logical_emit_message(false, '', repeat('x', 1000000)) FROM generate_series(1, ${megabytes}::int)`.catch(
      () => {},
    );
    await sql.end({ timeout: 1 });
  };
  const makeRoom = () => {
    for (const name of readdirSync(disk)) if (name.startsWith('fill-')) rmSync(join(disk, name));
  };
  const hasReserve = () => existsSync(join(dataDir, 'reserve'));

  it('when full, refuses writes and goes on reading, also after a crash, until there is room again', async () => {
    const server = await startServer({ DATA_DIR: dataDir }, ['--no-sample']);
    const ask = asking(server);
    const { text: made } = await ask('/v1/books', book);
    const path = `/v1/books/${JSON.parse(made).data.id}`;
    await until(async () => hasReserve());
    fill();
    await until(async () => (await ask('/v1/books', book)).status === 503);
    await until(async () => server.stderr.includes(`The disk of ${dataDir} is full (`));
    const isFull = new RegExp(`The disk of ${dataDir} is full \\(\\d+ bytes are free\\)`);
    const full = expect.stringMatching(isFull);
    expect(await ask('/v1/books', book)).toEqual({ status: 503, text: full });
    await until(async () => isFull.test((await ask('/readyz')).text));
    expect((await ask(path)).status).toBe(200);
    // Another client ends the engine, which starts with the reserve.
    await writeLog(40);
    await until(async () => server.stderr.includes('engine ended'));
    await until(async () => (await ask(path)).status === 200);
    expect(hasReserve()).toBe(false);
    // Without a reserve it waits for room.
    fill();
    await writeLog(40);
    await until(async () => server.stderr.split('engine ended').length === 3);
    expect(await ask(path)).toEqual({ status: 503, text: full });
    makeRoom();
    await until(async () => (await ask('/v1/books', book)).status === 201);
    await until(async () => hasReserve());
    fill();
    await server.kill();

    const again = await startServer({ DATA_DIR: dataDir }, ['--no-sample']);
    const askAgain = asking(again);
    expect((await askAgain(path)).status).toBe(200);
    expect(hasReserve()).toBe(false);
    await until(async () => (await askAgain('/v1/books', book)).status === 503);
    makeRoom();
    await until(async () => (await askAgain('/v1/books', book)).status === 201);
    await untilReady(again.url);
    await until(async () => hasReserve());
    // A stop on a full disk is clean.
    fill();
    await again.stop();
    makeRoom();
  });

  it('when missing, is named, and becomes no empty database', async () => {
    const server = await startServer({ DATA_DIR: dataDir }, ['--no-sample']);
    const ask = asking(server);
    const before = await ask('/v1/books');
    const away = join(disk, 'away');
    renameSync(dataDir, away);
    // The folder on which a disk was mounted is there, and empty.
    mkdirSync(dataDir);
    const whatIsMissing = `The database in ${dataDir} is missing. Check that the disk is mounted.`;
    const missing = expect.stringContaining(whatIsMissing);
    const readinessSaysSo = () => until(async () => (await ask('/readyz')).text.includes(whatIsMissing));
    await readinessSaysSo();
    // Until the next look at the disk, the engine itself says that a file is missing.
    await until(async () =>
      (await ask('/v1/books', book)).text.includes('is missing. Check that the disk is mounted.'),
    );
    expect(await ask('/v1/books', book)).toEqual({ status: 503, text: missing });
    // Ends the thread of the engine, if the missing files have not.
    const sql = postgres({ path: join(away, '.s.PGSQL.5432'), max: 1, onnotice: () => {} });
    const send = async (statement: string) => sql.unsafe(statement).catch(() => {});
    await send(`SELECT set_config('statement_timeout', '100', false)`);
    await send(`SELECT strpos(repeat('a', 400000), 'b' || repeat('a', 200000))`);
    await sql.end({ timeout: 1 });
    await until(async () => server.stderr.includes('engine ended'));
    await readinessSaysSo();
    expect((await ask('/v1/books')).text).toEqual(missing);
    expect(readdirSync(dataDir)).toEqual([]);
    rmdirSync(dataDir);
    renameSync(away, dataDir);
    await untilReady(server.url);
    expect(await ask('/v1/books')).toEqual(before);
    await server.stop();
  });

  it('when full, loses no text of a run that goes on', async () => {
    const provider = await startProvider();
    const pause = hold();
    const [first, second] = ['The ferry came in late. ', 'Nobody stood at the rail.'];
    provider.script(reply.text([first, pause.released, second]));
    const env = { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: 'x' };
    const server = await startServer({ DATA_DIR: dataDir, ...env }, ['--no-sample']);
    const ask = asking(server);
    const path = `/v1/books/${JSON.parse((await ask('/v1/books', book)).text).data.id}/chapters`;
    const { id } = JSON.parse((await ask(path, { title: 'One' })).text).data;
    const written = openStream(server.url, server.key, 'POST', `${path}/${id}/write`, { body: {} });
    await until(async () => JSON.parse((await ask(`${path}/${id}`)).text).data.content === first);
    fill();
    await until(async () => (await ask('/v1/books', book)).status === 503);
    pause.release();
    // More often than after a fault that does not pass.
    await until(async () => server.stderr.split('a run could not be ended; retrying').length > 7);
    makeRoom();
    expect((await written.ended).text).toBe(`${first}${second}`);
    const { data } = JSON.parse((await ask(`${path}/${id}`)).text);
    expect([data.status, data.content]).toEqual(['complete', `${first}${second}`]);
    await server.stop();
    await provider.close();
  });

  it('of temporary files, when full, is named by the export that does not fit', async () => {
    const small = join(disk, 'small');
    mkdirSync(small);
    mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small);
    const server = await startServer({ DATA_DIR: dataDir, TMPDIR: small }, ['--no-sample']);
    const ask = asking(server);
    const { text } = await ask('/v1/books', book);
    const path = `/v1/books/${JSON.parse(text).data.id}`;
    for (let chapter = 0; chapter < 5; chapter++)
      expect((await ask(`${path}/chapters`, { content: 'Rain. '.repeat(60_000) })).status).toBe(201);
    const { status, text: refused } = await ask(`${path}/export?format=markdown`);
    expect(status, refused).toBe(503);
    expect(JSON.parse(refused).error).toMatchObject({ code: 'unavailable', message: expect.stringContaining(small) });
    await server.stop();
    execFileSync('umount', ['-l', small]);
  });

  it('when full at startup, is named in the exit line', async () => {
    fill();
    const empty = join(disk, 'empty');
    const line = expectOneLine(await run(['start'], { PORT: '0', DATA_DIR: empty }), 2);
    expect(line).toContain(`DATA_DIR: The disk of ${empty} is full (`);
    makeRoom();
    rmSync(empty, { recursive: true, force: true });
  });

  it('when read-only, is named in the exit line', async () => {
    mount('-o', 'remount,ro', disk);
    for (const directory of [dataDir, join(disk, 'other')]) {
      const line = expectOneLine(await run(['start'], { PORT: '0', DATA_DIR: directory }), 2);
      expect(line).toContain('is read-only (');
      expect(line).toContain(disk);
    }
    mount('-o', 'remount,rw', disk);
  });
});
