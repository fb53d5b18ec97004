import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEmbedded, pauseAfter } from '../../src/sql/embedded/embedded.ts';
import { createFiles } from '../../src/sql/embedded/files.ts';
import { figure, proof } from '../support/proofs.ts';
import { type Child, child, dataDirectory, freshPath, ownDirectory, pool, until } from './support.ts';

ownDirectory();

const mode = (file: string) => fs.statSync(file).mode & 0o777;

async function acknowledged(directory: string): Promise<number[]> {
  const engine = await openEmbedded(directory);
  const found = await pool(engine.socketPath)`SELECT n FROM written ORDER BY n`;
  await engine.close();
  return found.map((row) => Number(row.n));
}

/** Starts processes at once; returns how many host the engine and how many rows they wrote. */
async function race(directory: string, size: number): Promise<{ hosts: number; rows: number; racers: Child[] }> {
  const racers = Array.from({ length: size }, () => child(['race', directory]));
  await until(() => racers.every(({ lines }) => lines.length === 1));
  for (const { go } of racers) go();
  await until(() => racers.every(({ lines }) => lines.length === 2));
  const engine = await openEmbedded(directory);
  const pids = racers.map((racer) => racer.process.pid ?? 0);
  const found = await pool(engine.socketPath)`SELECT count(*)::int AS n FROM racer WHERE pid = ANY(${pids})`;
  const hosts = racers.filter(({ lines }) => JSON.stringify(lines[1]) === '{"attached":false}').length;
  return { hosts, rows: found[0]?.n, racers };
}

describe('the data directory', () => {
  it('is private to its owner and keeps its data', async () => {
    const directory = freshPath('deep/data');
    const first = await openEmbedded(directory);
    await pool(first.socketPath)`CREATE TABLE kept AS SELECT 1 AS n`;
    expect([mode(directory), mode(path.join(directory, 'pg'))]).toEqual([0o700, 0o700]);
    await first.close();
    expect(fs.readdirSync(directory).sort()).toEqual(['lock', 'pg']);
    const second = await openEmbedded(directory);
    expect(await pool(second.socketPath)`SELECT n FROM kept`).toEqual([{ n: 1 }]);
    await second.close();
  });

  it('is created again if its creation was interrupted', async () => {
    const directory = freshPath();
    fs.mkdirSync(path.join(directory, 'pg.new', 'base'), { recursive: true });
    fs.writeFileSync(path.join(directory, 'pg.new', 'PG_VERSION'), '18\n');
    const engine = await openEmbedded(directory);
    expect(await pool(engine.socketPath)`SELECT 1 AS n`).toEqual([{ n: 1 }]);
    await engine.close();
    expect(fs.readdirSync(directory).sort()).toEqual(['lock', 'pg']);
  });

  it('is copied from cached files, or created if no cache is possible', async () => {
    const [copied, copiedToo, made, file] = [freshPath(), freshPath(), freshPath(), freshPath()];
    for (const each of [copied, copiedToo, made, file]) fs.mkdirSync(path.dirname(each), { recursive: true });
    fs.writeFileSync(file, '');
    await createFiles(copied);
    await createFiles(copiedToo);
    await createFiles(made, path.join(file, 'kept'));
    // Each creation draws a new system identifier; copies share one.
    const identifier = (directory: string) =>
      fs.readFileSync(path.join(directory, 'global', 'pg_control')).readBigUInt64LE();
    expect(identifier(copiedToo)).toBe(identifier(copied));
    expect(identifier(made)).not.toBe(identifier(copied));
    expect([copied, made].map(mode)).toEqual([0o700, 0o700]);
  });

  it('keeps its mode; if others may enter it, the socket is placed elsewhere', async () => {
    const directory = await dataDirectory();
    fs.chmodSync(directory, 0o755);
    const engine = await openEmbedded(directory);
    expect(mode(directory)).toBe(0o755);
    expect(mode(path.dirname(engine.socketPath))).toBe(0o700);
    expect(await pool(engine.socketPath)`SELECT 1 AS n`).toEqual([{ n: 1 }]);
    await engine.close();
  });

  it('may have a path too long for a socket', async () => {
    const directory = await dataDirectory('long'.repeat(40));
    const engine = await openEmbedded(directory);
    expect(engine.socketPath.startsWith(os.tmpdir())).toBe(true);
    expect(mode(path.dirname(engine.socketPath))).toBe(0o700);
    const link = `${freshPath()}-link`;
    fs.mkdirSync(path.dirname(link), { recursive: true });
    fs.symlinkSync(directory, link);
    expect(await openEmbedded(link)).toMatchObject({ attached: true, socketPath: engine.socketPath });
    expect(await pool(engine.socketPath)`SELECT 1 AS n`).toEqual([{ n: 1 }]);
    await engine.close();
    fs.rmSync(path.dirname(engine.socketPath), { recursive: true });
  });

  it('reports why it cannot be opened and releases the lock', async () => {
    const directory = await dataDirectory();
    const control = path.join(directory, 'pg', 'global', 'pg_control');
    const bytes = fs.readFileSync(control);
    fs.rmSync(control);
    await expect(openEmbedded(directory)).rejects.toThrow('cannot be opened');
    fs.writeFileSync(control, bytes);
    const engine = await openEmbedded(directory);
    await engine.close();
  });
});

describe('one directory with several processes', () => {
  it('has one host; others attach and fail when it dies; the next one takes over', async () => {
    const directory = await dataDirectory();
    const host = child(['race', directory]);
    host.go();
    await until(() => host.lines.length === 2);
    const attached = await openEmbedded(directory);
    expect(attached.attached).toBe(true);
    const sql = pool(attached.socketPath);
    expect(await sql`SELECT count(*)::int AS n FROM racer`).toEqual([{ n: 1 }]);
    await host.kill();
    await expect(sql`SELECT 1`).rejects.toThrow();
    await attached.close();
    const next = await openEmbedded(directory);
    expect(next.attached).toBe(false);
    expect(await pool(next.socketPath)`SELECT count(*)::int AS n FROM racer`).toEqual([{ n: 1 }]);
    await next.close();
  });

  it('has exactly one host among six concurrent starts in an empty path', async () => {
    const { hosts, rows } = await race(freshPath(), 6);
    expect({ hosts, rows }).toEqual({ hosts: 1, rows: 6 });
  });

  it('has exactly one host among six concurrent starts after kill -9 left a stale socket', async () => {
    const directory = await dataDirectory();
    const rounds = proof(1, 20);
    for (let round = 0; round < rounds; round += 1) {
      const { hosts, rows, racers } = await race(directory, 6);
      expect({ hosts, rows }).toEqual({ hosts: 1, rows: 6 });
      for (const { kill } of racers) await kill();
      expect(fs.existsSync(path.join(directory, '.s.PGSQL.5432'))).toBe(true);
    }
    figure('six processes race for one data directory after kill -9', rounds, 'rounds');
  });
});

it('an engine that ends soon after its start waits longer each time, up to 30 s', () => {
  const pauses: number[] = [];
  for (let time = 0; time < 10; time++) pauses.push(pauseAfter(pauses.at(-1), 500));
  expect(pauses).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
  expect(pauseAfter(30_000, 61_000)).toBe(200);
});

describe('an acknowledged commit', () => {
  const hook = new URL('./count-flushes.ts', import.meta.url).href;
  async function counted(task: string): Promise<unknown[]> {
    const directory = await dataDirectory();
    const log = path.join(directory, 'flushes.log');
    fs.writeFileSync(log, '');
    const { lines } = child([task, directory], ['--no-warnings', '--import', hook], { FLUSH_LOG: log });
    await until(() => lines.length > 0);
    return lines;
  }

  it('is flushed once, and reads cause no flush', async () => {
    expect(await counted('flushes')).toEqual([{ insert: 1, select: 0, transaction: 1 }]);
  });

  it('survives a failed flush; the failed commit is not acknowledged and the engine restarts', async () => {
    expect(await counted('failure')).toEqual([{ outcome: 'CONNECTION_CLOSED', found: 1 }]);
  });

  it('survives repeated kill -9', async () => {
    const directory = await dataDirectory();
    const said: unknown[] = [];
    const rounds = proof(2, 40);
    for (let round = 1; round <= rounds; round += 1) {
      const writer = child(['write', directory]);
      await until(() => writer.lines.length > 150 * round);
      await writer.kill();
      said.push(...writer.lines);
      const found = new Set<unknown>(await acknowledged(directory));
      expect(said.filter((n) => !found.has(n))).toEqual([]);
    }
    figure('kill -9 of the embedded engine: rounds', rounds, 'rounds');
    figure('kill -9 of the embedded engine: acknowledged rows found', said.length, 'rows');
  });
});
