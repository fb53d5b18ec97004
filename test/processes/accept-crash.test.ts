import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { http, type Json } from '../support/faces.ts';
import { proof } from '../support/proofs.ts';
import { restCall } from '../support/rest.ts';
import { startService, type TestService } from '../support/service.ts';

const dyingNode = fileURLToPath(new URL('../support/dying-node.ts', import.meta.url));
/** Without the cache each node would strip and compile the service anew. */
const env = {
  ...process.env,
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/fabula', import.meta.url)),
};
/** The proofs kill between any two statements; other runs between some. */
const stride = proof(9, 1);

let other: TestService;
beforeAll(async () => {
  other = await startService();
});
afterAll(() => other.close());

/** Sends a request to a node that dies after so many statements of it. Returns its status, or none. */
async function sentToDying(statements: number, key: string, path: string, body: object, repeatable: string) {
  const child = spawn(process.execPath, [dyingNode, JSON.stringify(inject('database')), String(statements)], { env });
  const exited = once(child, 'exit');
  const [url] = await once(createInterface(child.stdout), 'line');
  const answer = await http(url, key, 'POST', path, body, { 'idempotency-key': repeatable }).catch(() => undefined);
  child.kill('SIGKILL');
  expect((await exited)[1]).toBe('SIGKILL');
  return answer?.status;
}

/** Two chapters with two proposals each. */
async function proposed(key: string) {
  const rest = restCall(other.url, key);
  const { id: bookId } = await rest('createBook', { input: { premise: 'A lamp goes out.' } });
  const chapterIds: string[] = [];
  for (const content of ['The lamp went out. Nobody saw it.', 'The lamp was lit. Nobody saw it.'])
    chapterIds.push((await rest('createChapter', { bookId, input: { content } })).id);
  const edits = chapterIds.flatMap((chapterId) => [
    { chapterId, quote: 'The lamp', replacement: 'A lantern' },
    { chapterId, quote: 'Nobody', replacement: 'Everybody' },
  ]);
  const { proposals } = await rest('proposeEdits', { bookId, input: { edits } });
  const ids: string[] = proposals.map(({ id }: Json) => id);
  const found = async () => ({
    texts: await Promise.all(
      chapterIds.map(async (chapterId) => (await rest('chapter', { bookId, chapterId })).content),
    ),
    states: await Promise.all(ids.map(async (proposalId) => (await rest('proposal', { bookId, proposalId })).state)),
    revisions: await Promise.all(
      chapterIds.map(async (chapterId) => (await rest('revisions', { bookId, chapterId })).length),
    ),
  });
  return { path: `/v1/books/${bookId}/proposals/accept`, ids, found };
}

const before = {
  texts: ['The lamp went out. Nobody saw it.', 'The lamp was lit. Nobody saw it.'],
  states: Array(4).fill('open'),
  revisions: [1, 1],
};
const after = {
  texts: ['A lantern went out. Everybody saw it.', 'A lantern was lit. Everybody saw it.'],
  states: Array(4).fill('accepted'),
  revisions: [2, 2],
};

describe('after kill -9 of a node between two statements of an accept', () => {
  it('all proposals are accepted or none, and the same request accepts them once', async () => {
    const key = await other.newKey();
    let deaths = 0;
    for (let statements = 0; ; statements += stride) {
      const { path, ids, found } = await proposed(key);
      const repeatable = randomUUID();
      const status = await sentToDying(statements, key, path, { ids }, repeatable);
      expect([before, after]).toContainEqual(await found());
      await expect
        .poll(async () => {
          // The server may need a moment to notice that the node is gone.
          const again = await http(other.url, key, 'POST', path, { ids }, { 'idempotency-key': repeatable });
          return again.status;
        })
        .toBe(200);
      expect(await found()).toEqual(after);
      if (status === 200) break;
      expect(status).toBeUndefined();
      deaths += 1;
    }
    expect(deaths).toBeGreaterThan(10 / stride);
  });
});
