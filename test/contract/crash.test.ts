import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { http } from '../support/faces.ts';
import { freePort, type Ground, type Node, newGround } from '../support/node.ts';
import { type FakeProvider, startProvider } from '../support/provider.ts';
import { story, storyteller } from '../support/storyteller.ts';
import { until } from '../support/stream.ts';
import { Desk } from '../support/writing.ts';

// Processes that start take their time where much else runs.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

let provider: FakeProvider;
// A few in every run of the tests; CI sets more.
const rounds = Number(process.env.CRASH_ROUNDS ?? 3);

let ground: Ground;
let env: Record<string, string>;

beforeAll(async () => {
  provider = await startProvider();
  ground = await newGround();
  env = { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: 'x' };
});
afterAll(async () => {
  await ground.clear();
  await provider.close();
});

/** The same chapter, seen from another node. */
function from(node: Node, { key, bookId, chapterId }: Desk): Desk {
  return Object.assign(new Desk(node.url, key), { bookId, chapterId });
}

describe('a node that dies', () => {
  it('in mid-chapter: what it had sent is saved up to the last second, and the next life goes on from it at once', async () => {
    const port = await freePort();
    const node = await ground.start(env, port);
    const desk = await Desk.at(node.url, await ground.newKey());
    provider.script(storyteller(20));
    const reading = desk.write();
    await reading.has('word80 ');
    const seen = reading.text;
    // The guarantee is one of time: the last second may be lost, no more.
    await pause(1_500);
    await node.end('SIGKILL');
    expect((await reading.ended).isWhole).toBe(false);

    const again = from(await ground.start(env, port), desk);
    const left = await again.chapter();
    expect(left.status).toBe('partial');
    expect(left.content.startsWith(seen)).toBe(true);
    expect(story.startsWith(left.content)).toBe(true);
    expect((await again.runs())[0]).toMatchObject({ state: 'partial', charsWritten: left.content.length, error: null });

    provider.script(storyteller(0));
    const rest = again.write();
    expect((await rest.began).headers['x-offset']).toBe(String(left.content.length));
    expect(left.content + (await rest.ended).text).toBe(story);
    expect(await again.chapter()).toMatchObject({ status: 'complete', content: story, wordCount: 400 });
    await until(() => fetch(`${again.url}/readyz`).then(({ ok }) => ok));
  });

  it('in mid-rewrite: the old text stands, and the next life goes on from the draft at once', async () => {
    const port = await freePort();
    const node = await ground.start(env, port);
    const desk = await Desk.at(node.url, await ground.newKey(), { content: 'Old.' });
    const before = await desk.chapter();
    provider.script(storyteller(10));
    const reading = desk.rewrite('Count.');
    await until(async () => (await desk.runs())[0]?.charsWritten > 0);
    await node.end('SIGKILL');
    await reading.ended;

    const again = from(await ground.start(env, port), desk);
    expect(await again.chapter()).toEqual(before);
    const [run] = await again.runs();
    expect(run).toMatchObject({ kind: 'rewrite', state: 'partial', error: null });
    provider.script(storyteller(0));
    const rest = again.rewrite('Count.');
    expect((await rest.began).headers['x-offset']).toBe(String(run.charsWritten));
    expect(story.slice(0, run.charsWritten) + (await rest.ended).text).toBe(story);
    expect(await again.chapter()).toMatchObject({ status: 'complete', content: story, version: before.version + 1 });
  });

  it(`in mid-write, ${rounds} times: every write that was acknowledged is there`, {
    timeout: rounds * 15_000,
  }, async () => {
    const port = await freePort();
    let node = await ground.start(env, port);
    const key = await ground.newKey();
    for (let round = 0; round < rounds; round++) {
      const desk = await Desk.at(node.url, key);
      const created: string[] = [];
      let latest = { n: 0, acknowledged: 0 };
      let dead = false;
      const creator = async () => {
        while (!dead) {
          const one = await desk.ask('POST', `${desk.book}/characters`, { name: `C${created.length}` }).catch(() => {});
          if (one?.id) created.push(one.id);
        }
      };
      const patcher = async () => {
        while (!dead) {
          const n = latest.n + 1;
          latest = { ...latest, n };
          const plan = await desk.ask('PATCH', `${desk.book}/plan`, { themeStatement: `theme ${n}` }).catch(() => {});
          if (plan?.themeStatement) latest = { ...latest, acknowledged: n };
        }
      };
      const working = Promise.all([creator(), creator(), creator(), patcher()]);
      await until(() => created.length >= 60 && latest.acknowledged > 0);
      await node.end('SIGKILL');
      dead = true;
      await working;
      node = await ground.start(env, port);
      const there = new Set((await desk.ask('GET', `${desk.book}/characters`)).map(({ id }: { id: string }) => id));
      expect(created.filter((id) => !there.has(id))).toEqual([]);
      const { themeStatement } = await desk.ask('GET', `${desk.book}/plan`);
      expect(Number(themeStatement.slice('theme '.length))).toBeGreaterThanOrEqual(latest.acknowledged);
    }
    await node.end('SIGTERM');
  });
});

describe('two nodes over one database', () => {
  /** On a data directory the first one runs the engine, and the second one only attaches. */
  let one: Node;
  let two: Node;
  let key: string;
  beforeAll(async () => {
    one = await ground.start(env);
    two = await ground.start(env);
    key = await ground.newKey();
  });

  it('started at once on nothing yet, both serve', async () => {
    const fresh = await newGround();
    const nodes = await Promise.all([fresh.start(env), fresh.start(env)]);
    const desk = await Desk.at(nodes[0].url, await fresh.newKey());
    expect(await from(nodes[1], desk).chapter()).toEqual(await desk.chapter());
    await fresh.clear();
  });

  it('join each other’s runs, from the first character', async () => {
    provider.script(storyteller(10));
    const asked = provider.requests.length;
    const desk = await Desk.at(one.url, key);
    const reading = desk.write();
    await reading.has('word20 ');
    const joined = from(two, desk).write();
    expect((await joined.began).headers['x-run-id']).toBe((await reading.began).headers['x-run-id']);
    for (const each of [reading, joined]) expect((await each.ended).text).toBe(story);
    expect(provider.requests.length - asked).toBe(1);
  });

  it('cancel each other’s runs', async () => {
    provider.script(storyteller(20));
    const desk = await Desk.at(one.url, key);
    const reading = desk.write();
    await reading.has('word20 ');
    const [run] = await desk.runs();
    const cancelled = await from(two, desk).ask('POST', `/v1/runs/${run.id}/cancel`);
    expect(cancelled).toMatchObject({ id: run.id, state: 'cancelled' });
    expect((await reading.ended).trailers['x-run-state']).toBe('cancelled');
    const { content, status } = await from(two, desk).chapter();
    expect([content, status]).toEqual([reading.text, 'partial']);
  });

  it('take over from one that stands still, and refuse what it writes when it wakes', async () => {
    // Where the engine's own process stands still, everything does: the one that attached it is.
    const [host, guest] = [one, two];
    provider.script(storyteller(10), storyteller(0));
    const desk = await Desk.at(guest.url, key);
    const reading = desk.write();
    await reading.has('word100 ');
    await desk.saved('word20 ');
    guest.process.kill('SIGSTOP');
    const [run] = await from(host, desk).runs();
    expect(run.state).toBe('running');
    const sql = ground.database().write;
    await sql`UPDATE run SET lease_until = now() - interval '1 second' WHERE id = ${run.id}`;
    const taken = from(host, desk);
    const rest = await taken.write().ended;
    expect(rest.trailers['x-run-state']).toBe('completed');
    expect(await taken.ask('GET', `/v1/runs/${run.id}`)).toMatchObject({ state: 'partial' });
    expect(await taken.chapter()).toMatchObject({ status: 'complete', content: story });
    guest.process.kill('SIGCONT');
    expect((await reading.ended).trailers['x-run-state']).toBe('partial');
    expect(await taken.chapter()).toMatchObject({ status: 'complete', content: story });
    expect(await sql`SELECT 1 FROM chapter_chunk`).toHaveLength(0);
  });

  it.skipIf(!process.env.TEST_DATABASE_URL)(
    'lose and double nothing when the database drops their connections',
    async () => {
      const desk = await Desk.at(one.url, key);
      provider.script(storyteller(10));
      const reading = desk.write();
      for (const word of ['word50 ', 'word120 ', 'word200 ', 'word280 ']) {
        await reading.has(word);
        await ground.database().write`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
      }
      expect(await reading.ended).toMatchObject({ text: story, trailers: { 'x-run-state': 'completed' } });
      const { content } = await until(async () => (await desk.chapter()).content && desk.chapter());
      expect(content).toBe(story);
    },
  );

  it('stop on SIGTERM within 10 s: not ready, text saved, run partial, exit code 0; the other goes on at once', async () => {
    const [host, guest] = [one, two];
    provider.script(storyteller(10), storyteller(0));
    const desk = await Desk.at(host.url, key);
    const reading = desk.write();
    await reading.has('word60 ');
    const began = performance.now();
    const ended = host.end('SIGTERM');
    await until(() =>
      fetch(`${host.url}/readyz`).then(
        ({ status }) => status === 503,
        () => true,
      ),
    );
    const { text, isWhole, trailers } = await reading.ended;
    expect([isWhole, trailers['x-run-state']]).toEqual([true, 'partial']);
    expect(await ended).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
    const other = from(guest, desk);
    const left = await until(async () => {
      const { status, json } = await http(other.url, key, 'GET', other.path);
      return status === 200 ? json.data : undefined;
    });
    expect(left).toMatchObject({ status: 'partial', content: text });
    const rest = await other.write().ended;
    expect(left.content + rest.text).toBe(story);
    expect(await other.chapter()).toMatchObject({ status: 'complete', content: story });
    expect(await guest.end('SIGTERM')).toBe(0);
  });
});
