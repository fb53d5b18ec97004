import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { ReadAhead } from '../../src/providers/read-ahead.ts';

it('buffers at most about 1 MiB for a consumer that does not read', async () => {
  const chunk = new Uint8Array(64 * 1024);
  let pulls = 0;
  const body = new ReadAhead(
    new Readable({
      read() {
        pulls += 1;
        this.push(pulls <= 100 ? chunk : null);
      },
    }),
  );
  await body.next();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(pulls).toBeLessThan(25);

  let chunks = 1;
  while ((await body.next()) !== undefined) chunks += 1;
  expect(chunks).toBe(100);
});
