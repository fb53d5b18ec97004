import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Cluster, newCluster, type StopMode } from '../support/cluster.ts';
import { http, type Json } from '../support/faces.ts';
import { type Ground, type Node, newGround } from '../support/node.ts';
import { type FakeProvider, startProvider } from '../support/provider.ts';
import { story, storyteller } from '../support/storyteller.ts';
import { until } from '../support/stream.ts';
import { Desk } from '../support/writing.ts';

// Processes that start take their time where much else runs.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 });

const cluster: Cluster | string = process.env.TEST_DATABASE_URL
  ? await newCluster()
  : 'it is for the run with TEST_DATABASE_URL';
const [skipped, title] =
  typeof cluster === 'string' ? [true, `SKIPPED, ${cluster}: a server`] : [false, 'a database server'];

/** A request as its sender sees it; one that got no answer at all has status 0. */
interface Outcome {
  status: number;
  code: string | undefined;
  waits: boolean;
  data: Json;
}

async function outcomeOf(work: ReturnType<typeof http>): Promise<Outcome> {
  try {
    const { status, json, headers } = await work;
    return { status, code: json?.error?.code, waits: headers.has('retry-after'), data: json?.data };
  } catch (error) {
    return { status: 0, code: String(error), waits: false, data: undefined };
  }
}

/** What a load of writes was told. */
interface Load {
  /** Ids of books whose making was acknowledged. */
  made: Set<string>;
  /** By the path of a record, the highest number that was acknowledged as written there. */
  written: Map<string, number>;
  failed: Outcome[];
  /** Successes of each worker so far. */
  successes: number[];
  stop(): Promise<void>;
}

/** Writers that go on whatever happens: makers of books, and one each that counts up in a plan and in a chapter. */
function loadOn(desks: readonly Desk[]): Load {
  let stopped = false;
  const load = { made: new Set<string>(), written: new Map<string, number>(), failed: [], successes: [] } as Omit<
    Load,
    'stop'
  >;
  const worker = async (send: (n: number) => ReturnType<typeof http>, took: (data: Json, n: number) => void) => {
    const mine = load.successes.push(0) - 1;
    for (let n = 1; !stopped; n++) {
      const outcome = await outcomeOf(send(n));
      if (outcome.status < 200 || outcome.status > 299) load.failed.push(outcome);
      else {
        took(outcome.data, n);
        load.successes[mine] = (load.successes[mine] ?? 0) + 1;
      }
    }
  };
  const working = desks.flatMap(({ url, key, book, path }) => [
    worker(
      () => http(url, key, 'POST', '/v1/books', { premise: 'A book that was promised.' }),
      ({ id }) => load.made.add(id),
    ),
    worker(
      (n) => http(url, key, 'PATCH', `${book}/plan`, { themeStatement: `number ${n}` }),
      (_data, n) => load.written.set(`${book}/plan`, n),
    ),
    worker(
      (n) => http(url, key, 'PATCH', path, { content: `number ${n}` }),
      (_data, n) => load.written.set(path, n),
    ),
    worker(
      () => http(url, key, 'GET', book),
      () => {},
    ),
  ]);
  return Object.assign(load, {
    async stop() {
      stopped = true;
      await Promise.all(working);
    },
  });
}

const numberIn = (text: string) => Number(/number (\d+)/.exec(text)?.[1] ?? 0);

describe.skipIf(skipped)(`${title} that restarts under load (quality: danger 5)`, () => {
  const server = cluster as Cluster;
  let provider: FakeProvider;
  let ground: Ground;
  let node: Node;
  let key: string;

  beforeAll(async () => {
    provider = await startProvider();
    ground = await newGround(server.url);
    node = await ground.start({
      OPENAI_BASE_URL: provider.url,
      LIMIT_REQUESTS_PER_MINUTE: '0',
      LIMIT_PLAN_PER_MINUTE: '0',
    });
    key = await ground.newKey();
  });
  afterAll(async () => {
    await ground?.clear();
    await provider?.close();
    await server.clear();
  });

  it.each<[how: string, mode: StopMode, refusals: number]>([
    ['in order', 'fast', 0],
    ['by a crash', 'immediate', 0],
    ['and stays away for a while', 'fast', 100],
  ])(
    '%s loses no acknowledged write; failures are unavailable; it answers within 5 s',
    async (_how, mode, refusals) => {
      const desks = await Promise.all([1, 2].map(() => Desk.at(node.url, key)));
      const load = loadOn(desks);
      const allSucceed = (more: number) => {
        const before = [...load.successes];
        return until(() => load.successes.every((count, index) => count >= (before[index] ?? 0) + more));
      };
      await allSucceed(5);
      await server.stop(mode);
      await until(() => load.failed.length >= refusals);
      await server.start();
      const up = performance.now();
      await allSucceed(2);
      expect(performance.now() - up).toBeLessThan(5_000);
      await load.stop();

      for (const { status, code, waits } of load.failed)
        expect({ status, code, waits }).toEqual({ status: 503, code: 'unavailable', waits: true });
      const rows = await ground.database().read`SELECT id FROM book WHERE id = ANY(${[...load.made]})`;
      expect(rows).toHaveLength(load.made.size);
      for (const [path, n] of load.written) {
        const { data } = (await http(node.url, key, 'GET', path)).json;
        expect(numberIn(data.themeStatement ?? data.content)).toBeGreaterThanOrEqual(n);
      }
      expect(node.process.exitCode).toBeNull();
    },
  );

  it('does not disturb a chapter that is being written: every word is there once', async () => {
    provider.script(storyteller(8));
    const desk = await Desk.at(node.url, key);
    const reading = desk.write();
    await reading.has('word60 ');
    await server.stop('immediate');
    await server.start();
    expect(await reading.ended).toMatchObject({ text: story, trailers: { 'x-run-state': 'completed' } });
    expect(await desk.chapter()).toMatchObject({ status: 'complete', content: story });
  });

  it('was no defect to the service, which stops in order', async () => {
    expect(await node.end('SIGTERM')).toBe(0);
    expect(node.output()).not.toMatch(/"defect"|unhandled|uncaught/i);
  });
});
