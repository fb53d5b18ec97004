import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { newLog } from '../../src/log/log.ts';
import { startBoss, stopBoss } from '../../src/sql/boss.ts';
import { takeJob } from '../../src/sql/claim.ts';
import { connect, type Database } from '../../src/sql/connect.ts';
import { JobQueue, type Outcome } from '../../src/sql/queue.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { hold } from '../support/provider.ts';
import { until } from '../support/stream.ts';

interface Task {
  title: string;
}

let line: FaultyProxy;
let database: Database;
const opened: JobQueue<Task>[] = [];
const logged: string[] = [];

beforeAll(async () => {
  line = await startFaultyProxy(inject('database'));
  const { url, socketPath } = line.target;
  database = connect({ url, directUrl: url, socketPath, prepare: true });
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((queue) => queue.close()));
});
afterAll(async () => {
  await database.close();
  await line.close();
});

/** The job queue of one node. */
function node(
  name: string,
  perform: (task: Task, id: string, signal: AbortSignal) => Promise<Outcome>,
): JobQueue<Task> {
  const log = newLog('debug', { write: (text: string) => void logged.push(text) });
  const queue = new JobQueue<Task>({
    sql: database.write,
    name,
    log,
    perform: ({ id, data }, signal) => perform(data, id, signal),
  });
  opened.push(queue);
  return queue;
}

async function enqueue(queue: JobQueue<Task>, ...tasks: [group: string, title: string][]): Promise<void> {
  const insert = await queue.ready();
  const jobs = tasks.map(([group, title], place) => ({ data: { title }, group, place }));
  await database.write.begin((tx) => insert(tx, jobs));
  queue.wake();
}

describe('a job queue', () => {
  it('gives each job to one node and runs at most two jobs per group', async () => {
    const name = randomUUID();
    const done: string[] = [];
    const running = { now: new Map<string, number>(), most: new Map<string, number>() };
    const gate = hold();
    const perform = async ({ title }: Task) => {
      const group = title.slice(0, 1);
      const now = (running.now.get(group) ?? 0) + 1;
      running.now.set(group, now);
      running.most.set(group, Math.max(now, running.most.get(group) ?? 0));
      await gate.released;
      running.now.set(group, (running.now.get(group) ?? 0) - 1);
      done.push(title);
      return {};
    };
    const [one, two] = [node(name, perform), node(name, perform)];
    await enqueue(one, ['A', 'A1'], ['A', 'A2'], ['A', 'A3'], ['A', 'A4'], ['B', 'B1']);
    await enqueue(two);
    await until(() => running.now.get('A') === 2 && running.now.get('B') === 1);
    gate.release();
    await until(() => done.length === 5);
    expect(done.toSorted()).toEqual(['A1', 'A2', 'A3', 'A4', 'B1']);
    expect(running.most).toEqual(
      new Map([
        ['A', 2],
        ['B', 1],
      ]),
    );
  });

  it('keeps the group limit when nodes fetch jobs concurrently', async () => {
    const name = randomUUID();
    const done: string[] = [];
    const second = hold();
    let now = 0;
    let most = 0;
    const perform = async ({ title }: Task) => {
      most = Math.max(most, ++now);
      if (now === 2) second.release();
      // The first job waits until another one runs at the same time.
      await second.released;
      await sleep(20);
      now--;
      done.push(title);
      return {};
    };
    const nodes = Array.from({ length: 4 }, () => node(name, perform));
    for (const each of nodes) await enqueue(each);
    const titles = Array.from({ length: 60 }, (_, place) => `A${place}`);
    await enqueue(nodes[0] as JobQueue<Task>, ...titles.map((title): [string, string] => ['A', title]));
    for (const each of nodes) each.wake();
    await until(() => done.length === titles.length);
    expect(most).toBe(2);
  });

  it.skipIf(!inject('database').url)('returns a job that it fetched after its timeout', async () => {
    const name = randomUUID();
    const done: string[] = [];
    const perform = async ({ title }: Task) => {
      done.push(title);
      return {};
    };
    const holder = postgres(inject('database').url ?? '', { max: 1 });
    // Without a statement timeout, so that the abandoned fetch completes.
    const withoutTimeout = postgres(inject('database').url ?? '', { max: 2, onnotice: () => {} });
    await enqueue(node(name, perform));
    await opened.pop()?.close();
    const log = newLog('silent', { write: () => {} });
    const boss = await startBoss(withoutTimeout, log);
    await boss.insert(name, [{ data: { title: 'late' }, group: { id: 'A' } }]);
    const [holding, gate] = [hold(), hold()];
    const held = holder.begin(async (tx) => {
      await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`jobs of ${name}`}, 0))`;
      holding.release();
      await gate.released;
    });
    await holding.released;
    await expect(takeJob<Task>(boss, { sql: withoutTimeout, name, groupMax: 1, log })).rejects.toThrow(
      'did not answer',
    );
    gate.release();
    await held;
    const given = () => withoutTimeout`SELECT FROM pgboss.job WHERE name = ${name} AND state = 'retry'`;
    await until(async () => (await given()).length === 1);
    await enqueue(node(name, perform));
    await until(() => done.length === 1);
    expect(done).toEqual(['late']);
    await stopBoss(boss);
    await Promise.all([holder.end(), withoutTimeout.end()]);
  });

  it('queues nothing if the transaction is rolled back', async () => {
    const done: string[] = [];
    const queue = node(randomUUID(), async ({ title }) => {
      done.push(title);
      return {};
    });
    const insert = await queue.ready();
    const work = database.write.begin(async (tx) => {
      await insert(tx, [{ data: { title: 'never' }, group: 'A', place: 0 }]);
      throw new Error('No.');
    });
    await expect(work).rejects.toThrow('No.');
    await enqueue(queue, ['A', 'there']);
    await until(() => done.length > 0);
    expect(done).toEqual(['there']);
  });

  it('retries a job on request, after a defect and after the loss of its node', async () => {
    const name = randomUUID();
    const gone = hold();
    const ids: string[] = [];
    const first = node(name, async (_task, id) => {
      ids.push(id);
      await gone.released;
      return {};
    });
    await enqueue(first, ['A', 'once']);
    await until(() => ids.length === 1);
    first.drain();
    const seen: string[] = [];
    const second = node(name, async (_task, id) => {
      seen.push(id);
      return seen.length < 3 ? { againInSeconds: 0 } : {};
    });
    second.start(async () => ids);
    await until(() => seen.length === 3);
    expect(seen[0]).toBe(ids[0]);
    gone.release();
    await first.close();
    await enqueue(second, ['B', 'more']);
    await until(() => seen.length === 4);
  });

  it('resumes after a database outage, which it only logs', async () => {
    const done: string[] = [];
    const queue = node(randomUUID(), async ({ title }) => {
      done.push(title);
      return {};
    });
    await enqueue(queue);
    line.set('closed');
    queue.wake();
    await until(() => logged.some((text) => text.includes('no jobs could be fetched')));
    line.set('open');
    await until(async () =>
      enqueue(queue, ['A', 'after']).then(
        () => true,
        () => false,
      ),
    );
    await until(() => done.length === 1);
  });
});
