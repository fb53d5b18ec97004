import { fault, type PostgresFault } from './errors.ts';

/** A type byte and the length of the rest. */
const headBytes = 5;
const errorResponse = 0x45;
/** Messages that a server sends only in answer to a statement. */
const answers = new Set(Buffer.from('DTC12tnsI3GHcdWV'));

/** Tells where messages begin in a stream of bytes, which it does not keep. */
export class Messages {
  readonly #head = Buffer.alloc(headBytes);
  #headLength = 0;
  /** Bytes of the current message that are still to come. */
  #left = 0;

  /** Calls `hear` for each message whose head ends in these bytes. Its body begins at `from`, and may end behind them. */
  read(bytes: Buffer, hear: (type: number, from: number, to: number) => void): void {
    let at = this.#left;
    while (at < bytes.length) {
      this.#head[this.#headLength++] = bytes[at++] ?? 0;
      if (this.#headLength < headBytes) continue;
      this.#headLength = 0;
      const from = at;
      at += Math.max(0, this.#head.readInt32BE(1) - headBytes + 1);
      hear(this.#head[0] ?? 0, from, at);
    }
    this.#left = at - bytes.length;
  }
}

interface News {
  /** The FATAL error with which the server ends the session. */
  lastWords: PostgresFault | undefined;
  /** Whether a part of an answer begins. */
  hasAnswer: boolean;
}

export function newsIn(messages: Messages, bytes: Buffer): News {
  let lastWords: PostgresFault | undefined;
  let hasAnswer = false;
  messages.read(bytes, (type, from, to) => {
    if (type === errorResponse) lastWords ??= fatalIn(bytes.subarray(from, to));
    hasAnswer ||= answers.has(type);
  });
  return { lastWords, hasAnswer };
}

/** A FATAL error. The package drops one that answers no statement. */
function fatalIn(body: Buffer): PostgresFault | undefined {
  const texts = body.toString('utf8').split('\0');
  const fields = new Map(texts.map((field) => [field.slice(0, 1), field.slice(1)]));
  const [severity = '', code = '', message = ''] = ['S', 'C', 'M'].map((name) => fields.get(name));
  return /^(FATAL|PANIC)$/.test(fields.get('V') ?? severity) ? fault(code, message) : undefined;
}
