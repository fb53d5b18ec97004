import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import { http, type Json } from '../support/faces.ts';
import { freePort, type Node, type NodeGroup, newNodeGroup } from '../support/node.ts';
import { expectWithin, figure, proof } from '../support/proofs.ts';
import { type FakeProvider, hold, startProvider } from '../support/provider.ts';
import { drippingProvider, numberedWords, pausingProvider, resumingProvider } from '../support/resuming-provider.ts';
import { until, untilReady } from '../support/stream.ts';

let provider: FakeProvider;
const rounds = proof(2, 40);

let ground: NodeGroup;
let env: Record<string, string>;
/** A node that lives on when others die. On a data directory it runs the engine, to which the others attach. */
let one: Node;

beforeAll(async () => {
  provider = await startProvider();
  ground = await newNodeGroup();
  env = { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: 'x' };
  one = await ground.start(env);
});
afterAll(async () => {
  await ground.clear();
  await provider.close();
});

/** The same chapter through another node. */
function from(node: Node, { key, bookId, chapterId }: ChapterClient): ChapterClient {
  return Object.assign(new ChapterClient(node.url, key), { bookId, chapterId });
}

describe('after kill -9 of a node that writes, rewrites and continues, while another one lives, its restart', () => {
  const former = numberedWords.split(' ').slice(0, 40).join(' ');
  const seen = numberedWords.slice(0, numberedWords.indexOf('word80 '));
  let written: ChapterClient;
  let rewritten: ChapterClient;
  let continued: ChapterClient;
  let before: Json;

  beforeAll(async () => {
    const port = await freePort();
    const node = await ground.start(env, port);
    const key = await ground.newKey();
    written = await ChapterClient.create(node.url, key);
    rewritten = await ChapterClient.create(node.url, key, { content: 'Old.' });
    continued = await ChapterClient.create(node.url, key, { content: former });
    before = await rewritten.chapter();
    expect((await continued.chapter()).status).toBe('complete');
    provider.script(drippingProvider('word80 '));
    const streams = [written.write(), rewritten.rewrite('Count.'), continued.write({ continue: true })];
    // Text is saved every second; the tests of the flusher count the saves.
    for (const client of [written, continued]) await client.waitForSaved(seen);
    await until(async () => (await rewritten.runs())[0]?.charsWritten > 0);
    await node.end('SIGKILL');
    const ends = await Promise.all(streams.map(({ ended }) => ended));
    expect(ends.map(({ isWhole }) => isWhole)).toEqual([false, false, false]);
    await ground.start(env, port);
    provider.script(resumingProvider(0));
  });

  it('has saved the text, which is partial, and resumes it', async () => {
    const left = await written.chapter();
    expect(left.status).toBe('partial');
    expect(left.content.startsWith(seen)).toBe(true);
    expect(numberedWords.startsWith(left.content)).toBe(true);
    expect((await written.runs())[0]).toMatchObject({
      state: 'partial',
      charsWritten: left.content.length,
      error: null,
    });

    const rest = written.write();
    expect((await rest.began).headers['x-offset']).toBe(String(left.content.length));
    expect(left.content + (await rest.ended).text).toBe(numberedWords);
    expect(await written.chapter()).toMatchObject({ status: 'complete', content: numberedWords, wordCount: 400 });
    await untilReady(written.url);
  });

  it('keeps the text that was rewritten, and resumes the draft', async () => {
    expect(await rewritten.chapter()).toEqual(before);
    const [run] = await rewritten.runs();
    expect(run).toMatchObject({ kind: 'rewrite', state: 'partial', error: null });
    const rest = rewritten.rewrite('Count.');
    expect((await rest.began).headers['x-offset']).toBe(String(run.charsWritten));
    expect(numberedWords.slice(0, run.charsWritten) + (await rest.ended).text).toBe(numberedWords);
    expect(await rewritten.chapter()).toMatchObject({
      status: 'complete',
      content: numberedWords,
      version: before.version + 1,
    });
  });

  it('keeps the complete text that was continued as a revision, and resumes the continuation', async () => {
    const left = await continued.chapter();
    expect(left.status).toBe('partial');
    expect(left.content.startsWith(seen)).toBe(true);
    expect(numberedWords.startsWith(left.content)).toBe(true);
    const [run] = await continued.runs();
    expect(run).toMatchObject({ state: 'partial', startOffset: former.length, error: null });
    expect(former.length + run.charsWritten).toBe(left.content.length);
    const archived = (await continued.ask('GET', `${continued.path}/revisions`)).at(-1);
    expect(archived).toMatchObject({ origin: 'human', status: 'complete' });
    expect((await continued.ask('GET', `${continued.path}/revisions/${archived.id}`)).content).toBe(former);

    const rest = continued.write({ continue: true });
    expect((await rest.began).headers['x-offset']).toBe(String(left.content.length));
    expect(left.content + (await rest.ended).text).toBe(numberedWords);
    expect(await continued.chapter()).toMatchObject({ status: 'complete', content: numberedWords, wordCount: 400 });
    expect((await continued.ask('GET', `${continued.path}/revisions/${archived.id}`)).content).toBe(former);
  });
});

describe('after kill -9 of a node', () => {
  it('a restart on another port settles its chapter before the first answer, if nobody else can be writing', async () => {
    const alone = await newNodeGroup('');
    onTestFinished(() => alone.clear());
    const node = await alone.start(env);
    const client = await ChapterClient.create(node.url, await alone.newKey());
    provider.script(drippingProvider('word80 '));
    const reading = client.write();
    await reading.waitFor('word80 ');
    await client.waitForSaved(reading.text);
    // The same process was carrying out a request with this key.
    const held = 'held-by-the-dead';
    await alone.database().write`
      INSERT INTO idempotency_key (account_id, key, request_hash, held_until)
      SELECT account_id, ${held}, 'x', now() + interval '15 seconds' FROM book WHERE id = ${client.bookId}`;
    await node.end('SIGKILL');
    await reading.ended;
    const again = from(await alone.start(env), client);
    expect(await again.chapter()).toMatchObject({ status: 'partial' });
    const made = await http(
      again.url,
      again.key,
      'POST',
      '/v1/books',
      { premise: 'A lamp goes out.' },
      { 'idempotency-key': held },
    );
    expect(made.status).toBe(201);
    expect((await again.runs())[0]).toMatchObject({ state: 'partial' });
  });

  it(`in ${rounds} rounds of writes, every acknowledged write is stored`, async () => {
    const port = await freePort();
    let node = await ground.start(env, port);
    const key = await ground.newKey();
    let acknowledged = 0;
    for (let round = 0; round < rounds; round++) {
      const client = await ChapterClient.create(node.url, key);
      const created: string[] = [];
      let latest = { n: 0, acknowledged: 0 };
      let dead = false;
      const creator = async () => {
        while (!dead) {
          const one = await client
            .ask('POST', `${client.book}/characters`, { name: `C${created.length}` })
            .catch(() => {});
          if (one?.id) created.push(one.id);
        }
      };
      const patcher = async () => {
        while (!dead) {
          const n = latest.n + 1;
          latest = { ...latest, n };
          const plan = await client
            .ask('PATCH', `${client.book}/plan`, { themeStatement: `theme ${n}` })
            .catch(() => {});
          if (plan?.themeStatement) latest = { ...latest, acknowledged: n };
        }
      };
      const working = Promise.all([creator(), creator(), creator(), patcher()]);
      await until(() => created.length >= 60 && latest.acknowledged > 0);
      await node.end('SIGKILL');
      dead = true;
      await working;
      node = await ground.start(env, port);
      const there = new Set((await client.ask('GET', `${client.book}/characters`)).map(({ id }: { id: string }) => id));
      expect(created.filter((id) => !there.has(id))).toEqual([]);
      const { themeStatement } = await client.ask('GET', `${client.book}/plan`);
      expect(Number(themeStatement.slice('theme '.length))).toBeGreaterThanOrEqual(latest.acknowledged);
      acknowledged += created.length + latest.acknowledged;
    }
    await node.end('SIGTERM');
    figure('kill -9 of a serving node: rounds', rounds, 'rounds');
    figure('kill -9 of a serving node: acknowledged writes found', acknowledged, 'writes');
  });
});

describe('two nodes over one database', () => {
  let two: Node;
  let key: string;
  beforeAll(async () => {
    two = await ground.start(env);
    key = await ground.newKey();
  });

  it('both serve when started at the same time on an empty database', async () => {
    const fresh = await newNodeGroup(undefined, { isEmpty: true });
    const nodes = await Promise.all([fresh.start(env), fresh.start(env)]);
    const client = await ChapterClient.create(nodes[0].url, await fresh.newKey());
    expect(await from(nodes[1], client).chapter()).toEqual(await client.chapter());
    await fresh.clear();
  });

  it('join each other’s runs from the first character', async () => {
    const joining = hold();
    provider.script(pausingProvider('word20 ', joining.released));
    const callsBefore = provider.requests.length;
    const client = await ChapterClient.create(one.url, key);
    const reading = client.write();
    await reading.waitFor('word20 ');
    const joined = from(two, client).write();
    expect((await joined.began).headers['x-run-id']).toBe((await reading.began).headers['x-run-id']);
    joining.release();
    for (const each of [reading, joined]) expect((await each.ended).text).toBe(numberedWords);
    expect(provider.requests.length - callsBefore).toBe(1);
  });

  it('cancel each other’s runs', async () => {
    provider.script(pausingProvider('word20 '));
    const client = await ChapterClient.create(one.url, key);
    const reading = client.write();
    await reading.waitFor('word20 ');
    const [run] = await client.runs();
    const cancelled = await from(two, client).ask('POST', `/v1/runs/${run.id}/cancel`);
    expect(cancelled).toMatchObject({ id: run.id, state: 'cancelled' });
    expect((await reading.ended).trailers['x-run-state']).toBe('cancelled');
    const { content, status } = await from(two, client).chapter();
    expect([content, status]).toEqual([reading.text, 'partial']);
  });

  it('take over a suspended node’s run, and refuse its writes when it resumes', async () => {
    // The suspended node must not be the host of the engine, or everything would stop.
    const [host, guest] = [one, two];
    provider.script(drippingProvider('word100 '), resumingProvider(0));
    const client = await ChapterClient.create(guest.url, key);
    const reading = client.write();
    await reading.waitFor('word100 ');
    await client.waitForSaved('word20 ');
    guest.process.kill('SIGSTOP');
    onTestFinished(() => void guest.process.kill('SIGCONT'));
    // The guest may be suspended inside a transaction, and the engine then waits for it until its limit.
    const [run] = await from(host, client).runs();
    expect(run.state).toBe('running');
    const sql = ground.database().write;
    await sql`UPDATE run SET lease_until = now() - interval '1 second' WHERE id = ${run.id}`;
    const taken = from(host, client);
    const rest = await taken.write().ended;
    expect(rest.trailers['x-run-state']).toBe('completed');
    const before = await taken.ask('GET', `/v1/runs/${run.id}`);
    expect(before).toMatchObject({ state: 'partial' });
    expect(await taken.chapter()).toMatchObject({ status: 'complete', content: numberedWords });
    guest.process.kill('SIGCONT');
    // Its readers had received more text than was saved to the chapter.
    const { text, isWhole } = await reading.ended;
    expect([text.length > before.charsWritten, isWhole]).toEqual([true, false]);
    expect(await taken.ask('GET', `/v1/runs/${run.id}`)).toMatchObject({
      state: 'partial',
      error: { code: 'conflict' },
    });
    expect(await sql`SELECT body FROM chapter_revision WHERE run_id = ${run.id}`).toMatchObject([
      { body: expect.stringMatching(new RegExp(`^${text}`)) },
    ]);
    expect(await taken.chapter()).toMatchObject({ status: 'complete', content: numberedWords });
    expect(await sql`SELECT 1 FROM chapter_chunk`).toHaveLength(0);
  });

  it.skipIf(!process.env.TEST_DATABASE_URL)(
    'lose and duplicate nothing when the database drops their connections',
    async () => {
      const client = await ChapterClient.create(one.url, key);
      provider.script(resumingProvider(10));
      const reading = client.write();
      for (const word of ['word50 ', 'word120 ', 'word200 ', 'word280 ']) {
        await reading.waitFor(word);
        await ground.database().write`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
      }
      expect(await reading.ended).toMatchObject({ text: numberedWords, trailers: { 'x-run-state': 'completed' } });
      const { content } = await until(async () => (await client.chapter()).content && client.chapter());
      expect(content).toBe(numberedWords);
    },
  );

  it('stop within 10 s on SIGTERM with the text saved, and the other node resumes', async () => {
    const [host, guest] = [one, two];
    provider.script(pausingProvider('word60 '), resumingProvider(0));
    const client = await ChapterClient.create(host.url, key);
    const reading = client.write();
    await reading.waitFor('word60 ');
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
    expectWithin(10_000, began);
    const other = from(guest, client);
    const left = await until(async () => {
      const { status, json } = await http(other.url, key, 'GET', other.path);
      return status === 200 ? json.data : undefined;
    });
    expect(left).toMatchObject({ status: 'partial', content: text });
    const rest = await other.write().ended;
    expect(left.content + rest.text).toBe(numberedWords);
    expect(await other.chapter()).toMatchObject({ status: 'complete', content: numberedWords });
    expect(await guest.end('SIGTERM')).toBe(0);
  });
});
