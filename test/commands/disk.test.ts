import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectOneLine, freshPath, ownDirectory, run, startServer, until } from './support.ts';

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
    mount('-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk);
    dataDir = join(disk, 'data');
  });
  afterAll(() => {
    execFileSync('umount', ['-l', disk]);
  });

  const fill = () => {
    try {
      writeFileSync(join(disk, 'fill'), Buffer.alloc(160 * 1024 * 1024));
    } catch {
      // The disk is full now.
    }
  };

  it('when full, is reported in responses, /readyz and the log until there is room again', async () => {
    const server = await startServer({ DATA_DIR: dataDir }, ['--no-sample']);
    const post = async () => {
      const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ premise: 'x'.repeat(3000) });
      const answer = await fetch(`${server.url}/v1/books`, { method: 'POST', headers, body });
      return { status: answer.status, text: await answer.text() };
    };
    const ready = async () => {
      const answer = await fetch(`${server.url}/readyz`);
      return { status: answer.status, text: await answer.text() };
    };
    expect((await post()).status).toBe(201);
    fill();
    await until(async () => (await post()).status === 503);
    expect((await post()).text).toContain('The disk of the database is full (53100).');
    const { status, text } = await ready();
    expect([status, text]).toEqual([503, expect.stringContaining(`The disk of ${dataDir} is full (`)]);
    expect(text).toMatch(/\(\d+ bytes are free\)/);
    await until(async () => server.stderr.includes(`The disk of ${dataDir} is full (`));
    rmSync(join(disk, 'fill'));
    await until(async () => (await post()).status === 201);
    await until(async () => (await ready()).status === 200);
    // A stop on a full disk is clean.
    fill();
    await server.stop();
    rmSync(join(disk, 'fill'));
  });

  it('when full at startup, is named in the exit line', async () => {
    fill();
    const empty = join(disk, 'empty');
    const line = expectOneLine(await run(['start'], { PORT: '0', DATA_DIR: empty }), 2);
    expect(line).toContain(`DATA_DIR: The disk of ${empty} is full (`);
    rmSync(join(disk, 'fill'));
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
