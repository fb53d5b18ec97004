import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { newLog } from '../../src/log.ts';
import { startBoss, stopBoss } from '../../src/sql/boss.ts';
import { take } from '../../src/sql/claim.ts';
import { connect, type Database } from '../../src/sql/connect.ts';
import { JobQueue, type Outcome } from '../../src/sql/queue.ts';
import { disturbable, type Line } from '../support/outage.ts';
import { hold } from '../support/provider.ts';
import { until } from '../support/stream.ts';

interface Task {
  title: string;
}

let line: Line;
let database: Database;
const opened: JobQueue<Task>[] = [];
const logged: string[] = [];

beforeAll(async () => {
  line = await disturbable(inject('database'));
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

/** A node's queue. */
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

async function put(queue: JobQueue<Task>, ...tasks: [group: string, title: string][]): Promise<void> {
  const insert = await queue.ready();
  const jobs = tasks.map(([group, title], place) => ({ data: { title }, group, place }));
  await database.write.begin((tx) => insert(tx, jobs));
  queue.wake();
}

describe('a queue of jobs', () => {
  it('gives each job to one node, at most two of a group at a time and others beside them', async () => {
    const name = randomUUID();
    const done: string[] = [];
    const going = { now: new Map<string, number>(), most: new Map<string, number>() };
    const gate = hold();
    const perform = async ({ title }: Task) => {
      const group = title.slice(0, 1);
      const now = (going.now.get(group) ?? 0) + 1;
      going.now.set(group, now);
      going.most.set(group, Math.max(now, going.most.get(group) ?? 0));
      await gate.released;
      going.now.set(group, (going.now.get(group) ?? 0) - 1);
      done.push(title);
      return {};
    };
    const [one, two] = [node(name, perform), node(name, perform)];
    await put(one, ['A', 'A1'], ['A', 'A2'], ['A', 'A3'], ['A', 'A4'], ['B', 'B1']);
    await put(two);
    await until(() => going.now.get('A') === 2 && going.now.get('B') === 1);
    gate.release();
    await until(() => done.length === 5);
    expect(done.toSorted()).toEqual(['A1', 'A2', 'A3', 'A4', 'B1']);
    expect(going.most).toEqual(
      new Map([
        ['A', 2],
        ['B', 1],
      ]),
    );
  });

  it('holds to two of a group where nodes ask for work at the same moment', async () => {
    const name = randomUUID();
    const done: string[] = [];
    let now = 0;
    let most = 0;
    const perform = async ({ title }: Task) => {
      most = Math.max(most, ++now);
      await sleep(20);
      now--;
      done.push(title);
      return {};
    };
    const nodes = Array.from({ length: 4 }, () => node(name, perform));
    for (const each of nodes) await put(each);
    const titles = Array.from({ length: 60 }, (_, place) => `A${place}`);
    await put(nodes[0] as JobQueue<Task>, ...titles.map((title): [string, string] => ['A', title]));
    for (const each of nodes) each.wake();
    await until(() => done.length === titles.length);
    expect(most).toBe(2);
  });

  it.skipIf(!inject('database').url)('gives back what it is given after it has stopped waiting', async () => {
    const name = randomUUID();
    const done: string[] = [];
    const perform = async ({ title }: Task) => {
      done.push(title);
      return {};
    };
    const holder = postgres(inject('database').url ?? '', { max: 1 });
    // Without the limit of a statement, so that what we stop waiting for goes on.
    const patient = postgres(inject('database').url ?? '', { max: 2, onnotice: () => {} });
    await put(node(name, perform));
    await opened.pop()?.close();
    const log = newLog('silent', { write: () => {} });
    const boss = await startBoss(patient, log);
    await boss.insert(name, [{ data: { title: 'late' }, group: { id: 'A' } }]);
    const [holding, gate] = [hold(), hold()];
    const held = holder.begin(async (tx) => {
      await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`jobs of ${name}`}, 0))`;
      holding.release();
      await gate.released;
    });
    await holding.released;
    await expect(take<Task>(boss, { sql: patient, name, groupMax: 1, log })).rejects.toThrow('did not answer');
    gate.release();
    await held;
    const given = () => patient`SELECT FROM pgboss.job WHERE name = ${name} AND state = 'retry'`;
    await until(async () => (await given()).length === 1);
    await put(node(name, perform));
    await until(() => done.length === 1);
    expect(done).toEqual(['late']);
    await stopBoss(boss);
    await Promise.all([holder.end(), patient.end()]);
  });

  it('queues nothing when the transaction comes to nothing', async () => {
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
    await put(queue, ['A', 'there']);
    await until(() => done.length > 0);
    expect(done).toEqual(['there']);
  });

  it('does a job again that asks for it, and one that ends by a defect or whose node is gone', async () => {
    const name = randomUUID();
    const gone = hold();
    const ids: string[] = [];
    const first = node(name, async (_task, id) => {
      ids.push(id);
      await gone.released;
      return {};
    });
    await put(first, ['A', 'once']);
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
    await put(second, ['B', 'more']);
    await until(() => seen.length === 4);
  });

  it('goes on when the database is back, and tells of it in the log only', async () => {
    const done: string[] = [];
    const queue = node(randomUUID(), async ({ title }) => {
      done.push(title);
      return {};
    });
    await put(queue);
    line.set('closed');
    queue.wake();
    await until(() => logged.some((text) => text.includes('no jobs could be fetched')));
    line.set('open');
    await until(async () =>
      put(queue, ['A', 'after']).then(
        () => true,
        () => false,
      ),
    );
    await until(() => done.length === 1);
  });
});
