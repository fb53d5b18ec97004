import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { http } from '../support/faces.ts';
import { startService, type TestService } from '../support/service.ts';
import { refusedIn } from './agents.ts';
import { answersOf, callOf, callsOf, postTo } from './messages.ts';

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await startService();
  key = await service.newKey();
});
afterAll(() => service.close());

describe('the MCP request limit', () => {
  it('refuses excess calls in the envelope, and other requests with 429', async () => {
    const small = await startService({ LIMIT_REQUESTS_PER_MINUTE: '3' });
    try {
      const limited = await small.newKey();
      const messages = await answersOf(small.url, limited, callsOf(7, 'list_books'));
      expect(messages.map(({ result }) => result.isError ?? false)).toEqual([
        ...Array.from({ length: 3 }, () => false),
        ...Array.from({ length: 4 }, () => true),
      ]);
      expect(refusedIn(messages[6].result)).toMatchObject({ code: 'rate_limited', retry_after: expect.any(Number) });
      const [single] = await answersOf(small.url, limited, callOf(1, 'list_books'));
      expect(refusedIn(single.result)).toMatchObject({ code: 'rate_limited', retry_after: expect.any(Number) });
      for (const body of [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }, '{', '"x"']) {
        const { status, headers, json } = await postTo(small.url, limited, body);
        expect([status, json.error.code]).toEqual([429, 'rate_limited']);
        expect(headers.get('retry-after')).toBe(String(json.error.retry_after));
        expect(json.error.retry_after).toBeLessThanOrEqual(20);
      }
      expect((await http(small.url, limited, 'GET', '/v1/books')).status).toBe(429);
      const reader = await small.newKey({ scopes: ['account:read'] });
      const refused = await answersOf(small.url, reader, callsOf(7, 'list_books'));
      // A missing scope is checked before the limit (contract 2).
      for (const message of refused) expect(refusedIn(message.result).code).toBe('insufficient_scope');
    } finally {
      await small.close();
    }
  });

  it.each<[string, string, unknown?]>([
    ['an empty batch', 'POST', []],
    ['an unsupported method', 'PUT'],
  ])('also counts %s', async (_what, method, body) => {
    const small = await startService({ LIMIT_REQUESTS_PER_MINUTE: '1' });
    try {
      const limited = await small.newKey();
      const ask = () => http(small.url, limited, method, '/mcp', body);
      const [first, second] = [await ask(), await ask()];
      expect([first.status, second.status]).toEqual([body ? 400 : 405, 429]);
    } finally {
      await small.close();
    }
  });

  it('shares the plan bucket with REST', async () => {
    const small = await startService({ LIMIT_PLAN_PER_MINUTE: '4' });
    try {
      const limited = await small.newKey();
      const book = await http(small.url, limited, 'POST', '/v1/books', { premise: 'A storm at sea.' });
      const plan = `/v1/books/${book.json.data.id}/plan`;
      const own = { bookId: book.json.data.id };
      const planCall = async (name: string, args: object) =>
        (await answersOf(small.url, limited, callOf(1, name, args)))[0];
      expect((await planCall('set_plan', { ...own, themeStatement: 'Light.' })).result.isError ?? false).toBe(false);
      expect((await http(small.url, limited, 'PATCH', plan, { povDepth: 40 })).status).toBe(200);
      // Invalid calls count too, because the limit is checked before validation.
      expect(refusedIn((await planCall('set_plan', { ...own, povDepth: 101 })).result).code).toBe('invalid_request');
      expect((await http(small.url, limited, 'GET', plan)).json.data).toMatchObject({ themeStatement: 'Light.' });
      expect(refusedIn((await planCall('get_plan', own)).result)).toMatchObject({
        code: 'rate_limited',
        retry_after: expect.any(Number),
      });
      expect((await http(small.url, limited, 'GET', plan)).status).toBe(429);
      // Other tools do not use the plan bucket.
      expect((await planCall('list_characters', own)).result.isError ?? false).toBe(false);
    } finally {
      await small.close();
    }
  });
});

describe('a plan update over MCP and REST', () => {
  const bodies: [string, object][] = [
    ['a theme', { themeStatement: 'Light is owed.' }],
    ['a null theme', { themeStatement: null }],
    ['a blank theme', { themeStatement: '  ' }],
    ['an overlong theme', { themeStatement: 'x'.repeat(501) }],
    ['an unknown beat sheet', { beatSheetTemplate: 'five-act' }],
    ['a beat sheet', { beatSheetTemplate: 'freytag' }],
    ['a non-numeric depth', { povDepth: 'deep' }],
    ['a depth over the limit', { povDepth: 101 }],
    ['an unknown field', { mood: 'dark' }],
    ['an expected version', { expectedVersion: 1 }],
    ['a plan as it was read', { beatSheet: { id: 'freytag', name: 'Freytag' }, povDepth: 3 }],
    ['citations', { researchCitations: [{ title: 'Lamps', url: 'https://example.org' }] }],
    ['a citation with an invalid url', { researchCitations: [{ title: 'Lamps', url: 'javascript:1' }] }],
    ['an empty patch', {}],
  ];

  it.each(bodies)('has the same result for %s', async (_what, body) => {
    const [overRest, overMcp] = await Promise.all(
      ['REST', 'MCP'].map(async (face) => {
        const created = await http(service.url, key, 'POST', '/v1/books', { premise: 'A storm at sea.' });
        const id = created.json.data.id;
        if (face === 'REST') {
          const { json } = await http(service.url, key, 'PATCH', `/v1/books/${id}/plan`, body);
          return json.error ? { ...json.error, request_id: '' } : json;
        }
        const [{ result }] = await answersOf(service.url, key, callOf(1, 'set_plan', { bookId: id, ...body }));
        return result.isError ? { ...refusedIn(result), request_id: '' } : result.structuredContent;
      }),
    );
    expect(overMcp).toEqual(overRest);
  });
});
