import { Readable, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { Progress } from '../../src/commands/demo/progress.ts';
import { newTerminal } from '../../src/commands/terminal.ts';

/** A terminal whose stdout and stderr are recordedTerminal. */
function recordedTerminal(isTTY: boolean) {
  const written: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      written.push(text);
      done();
    },
  });
  const output = Object.assign(stream, { isTTY, columns: 40 });
  const terminal = newTerminal({
    stdin: () => Readable.from([]),
    stdout: output,
    stderr: output,
    env: {},
    stopped: async () => {},
  });
  return { terminal, written };
}

it('streams the prose of the demo to a terminal as it is written', () => {
  const { terminal, written } = recordedTerminal(true);
  const progress = new Progress(terminal, '1/3 The Lamp');
  progress.add('The ferry ');
  expect(written.at(-1)).toBe('The ferry ');
  progress.add('came in late.');
  expect(written.at(-1)).toBe('came in late.');
  progress.end('');
  expect(written.join('')).toMatch(/1\/3 The Lamp\n\nThe ferry came in late\.\n\n {2}1\/3 The Lamp: 5 words, .*\n$/);
});

it('writes one line for each chapter of the demo if the output is not a terminal', () => {
  const { terminal, written } = recordedTerminal(false);
  const progress = new Progress(terminal, '1/3 The Lamp');
  progress.add('The ferry came in late.');
  progress.end(', stopped');
  expect(written).toHaveLength(1);
  expect(written[0]).toMatch(/^ {2}1\/3 The Lamp: 5 words, \d+ words\/s, [\d.]+ s, stopped\n$/);
});

it('replaces control characters in streamed prose', () => {
  const { terminal, written } = recordedTerminal(true);
  terminal.prose('a\u001B[2Jb\nc');
  expect(written).toEqual(['a\uFFFD[2Jb\nc']);
});

it('ends an unfinished line of prose before the next line', () => {
  const { terminal, written } = recordedTerminal(true);
  terminal.prose('Half a sent');
  terminal.err('stopped');
  expect(written.join('')).toBe('Half a sent\nstopped\n');
});

it('replaces the status line with the next output', () => {
  const { terminal, written } = recordedTerminal(true);
  terminal.status('x'.repeat(60));
  terminal.out('done');
  expect(written).toEqual(['x'.repeat(39), '\r\u001B[K', 'done\n']);
});
