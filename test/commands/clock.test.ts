import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { until } from '../support/stream.ts';
import { freshPath, get, ownDirectory, startServer } from './support.ts';

ownDirectory();

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

it.skipIf(!existsSync(library))(
  'a clock step of three hours back locks no key out (skipped without faketime)',
  async () => {
    const directory = freshPath();
    mkdirSync(directory);
    const clock = join(directory, 'clock');
    writeFileSync(clock, '+0\n');
    const server = await startServer({
      DATA_DIR: join(directory, 'data'),
      LIMIT_REQUESTS_PER_MINUTE: '30',
      LIMIT_PLAN_PER_MINUTE: '2',
      LD_PRELOAD: library,
      // As on a real machine, only the wall clock is set.
      DONT_FAKE_MONOTONIC: '1',
      FAKETIME_NO_CACHE: '1',
      FAKETIME_TIMESTAMP_FILE: clock,
    });
    const [{ id }] = (await get(server, '/v1/books')).data;
    const plan = async () => (await get(server, `/v1/books/${id}/plan`)).status;
    expect([await plan(), await plan(), await plan()]).toEqual([200, 200, 429]);
    writeFileSync(clock, '-3h\n');
    const dateOf = async () => Date.parse((await fetch(`${server.url}/healthz`)).headers.get('date') ?? '');
    await until(async () => (await dateOf()) < Date.now() - 2 * 60 * 60 * 1000);
    // The plan bucket has a timestamp far ahead, so it counts as full again.
    expect(await plan()).toBe(200);
    // The general limit uses the monotonic clock, so its usage stays and no wait exceeds a minute.
    let refused: Response | undefined;
    while (refused === undefined) {
      const response = await fetch(`${server.url}/v1/account`, { headers: { authorization: `Bearer ${server.key}` } });
      await response.body?.cancel();
      if (response.status === 429) refused = response;
    }
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    await server.stop();
  },
);
