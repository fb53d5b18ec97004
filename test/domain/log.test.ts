import { openSync } from 'node:fs';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { logWriting, newLog } from '../../src/log/log.ts';
import { allowsColour, terminalLog } from '../../src/log/terminal.ts';

it('buffers log lines up to a bound and drops further ones when the reader stalls', () => {
  const destination = pino.destination({ fd: openSync('/dev/null', 'w'), ...logWriting });
  let dropped = 0;
  destination.on('drop', () => {
    dropped += 1;
  });
  const log = newLog('info', destination);
  const line = 'x'.repeat(100_000);
  // Nothing is written before the current turn of the event loop ends.
  for (let count = 0; count < 200; count += 1) log.info(line);
  expect(dropped).toBeGreaterThan(20);
  expect(dropped).toBeLessThan(60);
});

describe('the log on a terminal', () => {
  const request = { requestId: 'req_1', method: 'GET', path: '/v1/books', status: 200, ms: 3 };

  function linesOf(isColoured: boolean, write: (log: pino.Logger) => void): string[] {
    const lines: string[] = [];
    write(
      newLog(
        'info',
        terminalLog((line) => lines.push(line), isColoured),
      ),
    );
    return lines;
  }

  it('shows a request as one short line', () => {
    const lines = linesOf(false, (log) => {
      log.info(request, 'request');
      log.info({ ...request, method: 'POST', path: '/mcp', operation: 'list_books', aborted: true }, 'request');
      log.info({ ...request, status: 500 }, 'request');
    });
    expect(lines).toEqual([
      'GET /v1/books 200 3 ms',
      'POST /mcp list_books 200 3 ms aborted',
      'GET /v1/books 500 3 ms req_1',
    ]);
  });

  it.each([
    [200, 32],
    [304, 36],
    [404, 33],
    [503, 31],
  ])('colours status %i', (status, colour) => {
    expect(linesOf(true, (log) => log.info({ ...request, status }, 'request'))[0]).toContain(
      `\u001B[${colour}m${status}\u001B[0m`,
    );
  });

  it('shows other events with their level, fields and error', () => {
    const lines = linesOf(false, (log) => {
      log.info('stopping');
      log.warn({ err: new Error('refused'), queue: 'narration' }, 'cannot fetch jobs');
      log.error({ err: new TypeError('broken') }, 'defect');
    });
    expect(lines.slice(0, 2)).toEqual(['stopping', 'warning: cannot fetch jobs queue=narration\n  refused']);
    expect(lines[2]).toMatch(/^error: defect\n {2}TypeError: broken\n +at /);
  });

  it('replaces control characters that could affect the terminal', () => {
    const path = '/\u001B[2J\u009B31m';
    expect(linesOf(false, (log) => log.info({ ...request, path }, 'request'))[0]).toBe(
      'GET /\uFFFD[2J\uFFFD31m 200 3 ms',
    );
  });

  it('has no colours with NO_COLOR or on a dumb terminal', () => {
    expect([{}, { NO_COLOR: '' }, { NO_COLOR: '1' }, { TERM: 'dumb' }].map(allowsColour)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
