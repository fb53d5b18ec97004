import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type CuttingProxy, startCuttingProxy } from '../support/cutting-proxy.ts';
import { http, type Json } from '../support/faces.ts';
import { proof } from '../support/proofs.ts';
import { startService, type TestService } from '../support/service.ts';

const resets = proof(30, 500);
const callers = 8;

let cuts: CuttingProxy;
let service: TestService;
beforeAll(async () => {
  cuts = await startCuttingProxy(inject('database'));
  service = await startService({ LIMIT_REQUESTS_PER_MINUTE: '0', LIMIT_PLAN_PER_MINUTE: '0' }, cuts.target);
});
afterAll(async () => {
  await service.close();
  await cuts.close();
});

interface Author {
  key: string;
  book: string;
  id: string;
}

async function newAuthor(n: number): Promise<Author> {
  const key = await service.newKey();
  const { json } = await http(service.url, key, 'POST', '/v1/books', { premise: `A book of caller ${n}.` });
  return { key, id: json.data.id, book: `/v1/books/${json.data.id}` };
}

describe('a service whose connections are reset at random', () => {
  it(`answers correctly or with 503, never with a false 401 or 404 (${resets} resets)`, {
    timeout: 900_000,
  }, async () => {
    const authors = await Promise.all(Array.from({ length: callers }, (_, n) => newAuthor(n)));
    const wrong: Json[] = [];
    let right = 0;
    const check = async (work: ReturnType<typeof http>, isRight: (data: Json) => boolean) => {
      const { status, json } = await work;
      if (status === 200 && isRight(json.data)) right += 1;
      else if (status !== 503) wrong.push({ status, json });
    };
    const round = async ({ key, book, id }: Author, n: number) => {
      const get = (path: string) => http(service.url, key, 'GET', path);
      await Promise.all([
        check(get(book), (data) => data.id === id),
        check(get('/v1/books'), (data) => data.length === 1 && data[0].id === id),
        check(get(`${book}/plan`), (data) => data.themeStatement === null || data.themeStatement.includes(id)),
      ]);
      const line = `line ${id} ${n}`;
      const patched = http(service.url, key, 'PATCH', `${book}/plan`, { themeStatement: line });
      await check(patched, (data) => data.themeStatement === line);
    };
    cuts.chance = 0.05;
    await Promise.all(
      authors.map(async (author) => {
        for (let n = 0; cuts.broken < resets; n++) await round(author, n);
      }),
    );
    cuts.chance = 0;
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThan(resets);
    // No wrong answer was cached either.
    const before = right;
    await Promise.all(authors.map((author) => round(author, -1)));
    expect(wrong).toEqual([]);
    expect(right - before).toBe(4 * callers);
  });
});
