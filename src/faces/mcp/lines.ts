import { Transform } from 'node:stream';
import { STDIO_DEFAULT_MAX_BUFFER_SIZE } from '@modelcontextprotocol/server';
import { notJson, type Refusal, readMessages } from './message.ts';

/** Passes on the lines of a client that are understood, without members that are null. Answers all others. */
export function understoodLines(answer: (refused: Refusal['answer']) => void): Transform {
  let pieces: Buffer[] = [];
  let bytes = 0;
  const take = (): Buffer => {
    const whole = Buffer.concat(pieces);
    pieces = [];
    bytes = 0;
    return whole;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
        pieces.push(chunk.subarray(from, end));
        this.push(understood(take().toString(), answer));
        from = end + 1;
      }
      pieces.push(chunk.subarray(from));
      bytes += chunk.length - from;
      // The SDK closes the connection.
      if (bytes > STDIO_DEFAULT_MAX_BUFFER_SIZE) this.push(take());
      done();
    },
  });
}

/** The line for the SDK; empty for one that is refused. */
function understood(line: string, answer: (refused: Refusal['answer']) => void): string {
  if (!line.trim()) return '';
  const message = parsed(line);
  const read = message === undefined ? { refusal: notJson } : readMessages(message);
  if ('body' in read) return `${JSON.stringify(read.body)}\n`;
  answer(read.refusal.answer);
  return '';
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
