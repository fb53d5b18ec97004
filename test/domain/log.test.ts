import { openSync } from 'node:fs';
import pino from 'pino';
import { expect, it } from 'vitest';
import { logWriting, newLog } from '../../src/log.ts';

it('lines that nobody takes are kept up to a bound, and dropped beyond', () => {
  const destination = pino.destination({ fd: openSync('/dev/null', 'w'), ...logWriting });
  let dropped = 0;
  destination.on('drop', () => {
    dropped += 1;
  });
  const log = newLog('info', destination);
  const line = 'x'.repeat(100_000);
  // Nothing of it is taken before this turn of the loop is over.
  for (let count = 0; count < 200; count += 1) log.info(line);
  expect(dropped).toBeGreaterThan(20);
  expect(dropped).toBeLessThan(60);
});
