import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { closing, listsAndReads, overStdio } from '../mcp/agents.ts';
import { http } from '../support/faces.ts';
import { startService } from '../support/service.ts';
import { freshPath, ownDirectory, startServer } from './support.ts';

ownDirectory();

const root = resolve(import.meta.dirname, '../..');

describe.skipIf(!inject('database').url)('commands on a database server', () => {
  const DATABASE_URL = inject('database').url ?? '';

  it('start creates no credentials', async () => {
    const DATA_DIR = freshPath();
    const server = await startServer({ DATA_DIR, DATABASE_URL });
    expect(server.key).toBe('');
    expect(server.stdout).toMatch(/key +make one: npm run -s token/);
    expect(existsSync(DATA_DIR)).toBe(false);
    await server.stop();
  });

  // test/processes/mcp-stdio.test.ts has all clients.
  it('mcp works', async () => {
    const service = await startService();
    const key = await service.newKey();
    await http(service.url, key, 'POST', '/v1/books', { premise: 'A storm at sea.' });
    const env = { PATH: process.env.PATH ?? '', FABULA_API_KEY: key, DATABASE_URL };
    const agent = await overStdio('new client, pinned', {
      command: process.execPath,
      args: ['src/fabula.js', 'mcp'],
      env,
      cwd: root,
    });
    await listsAndReads(agent);
    await closing(agent);
    await service.close();
  });
});
