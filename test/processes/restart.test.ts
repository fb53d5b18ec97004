import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import { type Cluster, newCluster, type StopMode } from '../support/cluster.ts';
import { http, type Json } from '../support/faces.ts';
import { type Node, type NodeGroup, newNodeGroup } from '../support/node.ts';
import { expectWithin } from '../support/proofs.ts';
import { type FakeProvider, startProvider } from '../support/provider.ts';
import { numberedWords, resumingProvider } from '../support/resuming-provider.ts';
import { until } from '../support/stream.ts';

const cluster: Cluster | string = process.env.TEST_DATABASE_URL ? await newCluster() : 'needs TEST_DATABASE_URL';
const [skipped, title] =
  typeof cluster === 'string' ? [true, `SKIPPED, ${cluster}: a server`] : [false, 'a database server'];

/** A response as the client sees it; status 0 means no response. */
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

/** The acknowledged and failed requests of a write load. */
interface Load {
  /** Ids of books whose creation was acknowledged. */
  made: Set<string>;
  /** The highest number acknowledged per record path. */
  written: Map<string, number>;
  failed: Outcome[];
  /** Successes per worker. */
  successes: number[];
  stop(): Promise<void>;
}

/** Workers that write through failures: some create books, others count up in a plan and a chapter. */
function startLoad(clients: readonly ChapterClient[]): Load {
  let stopped = false;
  const load = { made: new Set<string>(), written: new Map<string, number>(), failed: [], successes: [] } as Omit<
    Load,
    'stop'
  >;
  const worker = async (send: (n: number) => ReturnType<typeof http>, onSuccess: (data: Json, n: number) => void) => {
    const mine = load.successes.push(0) - 1;
    for (let n = 1; !stopped; n++) {
      const outcome = await outcomeOf(send(n));
      if (outcome.status < 200 || outcome.status > 299) load.failed.push(outcome);
      else {
        onSuccess(outcome.data, n);
        load.successes[mine] = (load.successes[mine] ?? 0) + 1;
      }
    }
  };
  const working = clients.flatMap(({ url, key, book, path }) => [
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
  let ground: NodeGroup;
  let node: Node;
  let key: string;

  beforeAll(async () => {
    provider = await startProvider();
    ground = await newNodeGroup(server.url);
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
    ['cleanly', 'fast', 0],
    ['by a crash', 'immediate', 0],
    ['with downtime', 'fast', 100],
  ])(
    '%s: keeps every acknowledged write, answers unavailable meanwhile, and recovers within 5 s',
    async (_how, mode, refusals) => {
      const clients = await Promise.all([1, 2].map(() => ChapterClient.create(node.url, key)));
      const load = startLoad(clients);
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
      expectWithin(5_000, up);
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

  it('completes a running chapter without lost or repeated words', async () => {
    provider.script(resumingProvider(8));
    const client = await ChapterClient.create(node.url, key);
    const reading = client.write();
    await reading.waitFor('word60 ');
    await server.stop('immediate');
    await server.start();
    expect(await reading.ended).toMatchObject({ text: numberedWords, trailers: { 'x-run-state': 'completed' } });
    expect(await client.chapter()).toMatchObject({ status: 'complete', content: numberedWords });
  });

  it('causes no logged defects, and the service then stops cleanly', async () => {
    expect(await node.end('SIGTERM')).toBe(0);
    expect(node.output()).not.toMatch(/"defect"|unhandled|uncaught/i);
  });
});
