import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storageOf } from '../../src/limits/storage.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import { countedStorage } from '../support/counted-storage.ts';
import { type Node, type NodeGroup, newNodeGroup } from '../support/node.ts';
import { olderVersion } from '../support/older-version.ts';
import { until } from '../support/stream.ts';

const older = process.env.TEST_DATABASE_URL ? await olderVersion() : 'needs TEST_DATABASE_URL';
const main = typeof older === 'string' ? undefined : older.main;
const title = typeof older === 'string' ? `SKIPPED, ${older}: a rolling update` : 'a rolling update';
afterAll(() => (typeof older === 'string' ? undefined : older.clear()));

describe.skipIf(!main)(title, () => {
  let group: NodeGroup;
  let old: Node;
  let client: ChapterClient;
  beforeAll(async () => {
    group = await newNodeGroup(undefined, { isEmpty: true });
    old = await group.start({}, 0, main);
    client = await ChapterClient.create(old.url, await group.newKey(), { title: 'Before', content: 'Rain.' });
  }, 60_000);
  afterAll(() => group?.clear());

  /** Edits a chapter through nodes in turn until it is stopped. Answers the number of acknowledged edits. */
  function editing(through: () => readonly string[]) {
    const made = { stopped: false, count: 0, failed: [] as unknown[] };
    const done = (async () => {
      for (let n = 1; !made.stopped; n++) {
        const nodes = through();
        const at = new ChapterClient(nodes[n % nodes.length] ?? '', client.key);
        const answer = await at.ask('PATCH', client.path, {
          title: `Edit ${n}`,
          content: `Rain ${'fell. '.repeat(n % 50)}`,
        });
        if (answer?.version) made.count += 1;
        else made.failed.push(answer);
      }
    })();
    return {
      made,
      stop: async () => {
        made.stopped = true;
        await done;
        return made;
      },
    };
  }

  it('loses no edit, no event and no byte, and takes no older node back', async () => {
    const start = (await client.chapter()).version;
    let nodes = [old.url];
    const edits = editing(() => nodes);
    const more = (count: number) => {
      const enough = edits.made.count + count;
      return until(() => edits.made.count >= enough || undefined);
    };
    try {
      await more(20);
      const fresh = await group.start({});
      nodes = [old.url, fresh.url];
      await more(40);
      nodes = [fresh.url];
      // The edit that was on its way to the old node has been answered.
      await more(2);
      expect(await old.end('SIGTERM')).toBe(0);
      const port = Number(new URL(old.url).port);
      await expect(group.start({}, port, main)).rejects.toThrow(/database is newer than this version of Fabula/);
      await more(20);
    } finally {
      await edits.stop();
    }
    const { count, failed } = edits.made;
    expect(failed).toEqual([]);

    const reader = new ChapterClient(nodes[0] ?? '', client.key);
    const chapter = await reader.ask('GET', client.path);
    expect([chapter.version, chapter.title]).toEqual([start + count, expect.stringMatching(/^Edit \d+$/)]);
    expect(await changesIn()).toBeGreaterThanOrEqual(count);
    await expectCounted();
  }, 180_000);

  /** The number of changes of the chapter in the log of events. */
  async function changesIn(): Promise<number> {
    const rows = await group.database().read`
      SELECT FROM event WHERE type = 'chapter.updated' AND ${client.chapterId} = ANY (subject_ids)`;
    return rows.length;
  }

  async function expectCounted(): Promise<void> {
    const { read } = group.database();
    const [book] = await read<{ accountId: string }[]>`SELECT account_id FROM book WHERE id = ${client.bookId}`;
    const accountId = book?.accountId ?? '';
    const counted = await countedStorage(read, accountId);
    expect(await storageOf(read, accountId)).toEqual(counted);
  }
});
