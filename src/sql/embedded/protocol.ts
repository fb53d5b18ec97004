/** Longest message accepted from a client, bytes. Ours: the engine's memory grows with it and never shrinks. */
const messageBytesMax = 64 * 1024 * 1024;

/** A client violates the protocol. It receives the message and is disconnected. */
export class ProtocolError extends Error {}

/** Splits a byte stream into complete messages. */
export class Framer {
  #chunks: Buffer[] = [];
  #size = 0;
  #wanted = 0;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  /** The next message; undefined until it is complete. A startup packet has no type byte. */
  next(kind: 'startup' | 'typed'): Buffer | undefined {
    const lengthAt = kind === 'typed' ? 1 : 0;
    if (this.#size < Math.max(this.#wanted, lengthAt + 4)) return undefined;
    const bytes = this.#merged();
    const length = bytes.readInt32BE(lengthAt);
    if (length < 4) throw new ProtocolError('invalid message length');
    if (length > messageBytesMax) throw new ProtocolError(`a message has at most ${messageBytesMax} bytes`);
    this.#wanted = lengthAt + length;
    if (this.#size < this.#wanted) return undefined;
    const message = bytes.subarray(0, this.#wanted);
    this.#chunks = [bytes.subarray(this.#wanted)];
    this.#size -= this.#wanted;
    this.#wanted = 0;
    return message;
  }

  #merged(): Buffer {
    const [first] = this.#chunks;
    if (first && this.#chunks.length === 1) return first;
    const bytes = Buffer.concat(this.#chunks, this.#size);
    this.#chunks = [bytes];
    return bytes;
  }
}

export function message(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)));
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

export const int32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => {
    bytes.writeInt32BE(value, 4 * index);
  });
  return bytes;
};

export const query = (sql: string): Buffer => message('Q', sql);
export const sync = message('S');
export const closeStatement = (name: string): Buffer => message('C', `S${name}`);

/** An ErrorResponse that ends the connection. */
export const fatal = (code: string, text: string): Buffer =>
  message('E', 'SFATAL', 'VFATAL', `C${code}`, `M${text}`, Buffer.alloc(1));

/** The zero-terminated string that starts at `from`. */
export function text(bytes: Buffer, from: number): string {
  const end = bytes.indexOf(0, from);
  if (end < 0) throw new ProtocolError('unterminated string in a message');
  return bytes.toString('utf8', from, end);
}

/** Two consecutive strings: a name and its value. */
export function texts(bytes: Buffer, from: number): [string, string] {
  const first = text(bytes, from);
  return [first, text(bytes, from + Buffer.byteLength(first) + 1)];
}

/** State in ReadyForQuery: idle, in a transaction, in a failed transaction. */
export type Status = 'I' | 'T' | 'E';

export interface Answer {
  /** Messages for the client, in order. */
  forClient: Buffer[];
  /** From the last ReadyForQuery; undefined without one (after Flush). */
  status: Status | undefined;
  /** NotificationResponse messages, for all listeners. */
  notifications: Buffer[];
  /** Command tags: `SET`, `INSERT 0 1`. */
  tags: string[];
  /** ParameterStatus by name. */
  parameters: Map<string, string>;
  /** The last ErrorResponse. */
  error: Buffer | undefined;
  /** Non-null values of the first column of each row, for internal queries. */
  firstColumn: () => string[];
}

/** Sorts the engine's output by recipient: the client, all listeners, or the bridge. */
export function readAnswer(output: Buffer): Answer {
  const forClient: Buffer[] = [];
  const notifications: Buffer[] = [];
  const tags: string[] = [];
  const parameters = new Map<string, string>();
  let status: Status | undefined;
  let error: Buffer | undefined;
  let kept = 0;
  for (const { type, at, end } of messagesIn(output)) {
    if (type === 'Z') status = statusOf(output[at + 5]);
    if (type === 'C') tags.push(text(output, at + 5));
    if (type === 'S') parameters.set(...texts(output, at + 5));
    if (type === 'E') error = output.subarray(at, end);
    // CopyInResponse is dropped: the engine already knows that no copy data follow.
    if (type !== 'A' && type !== 'G') continue;
    if (at > kept) forClient.push(output.subarray(kept, at));
    if (type === 'A') notifications.push(output.subarray(at, end));
    kept = end;
  }
  if (output.length > kept) forClient.push(output.subarray(kept));
  return { forClient, status, notifications, tags, parameters, error, firstColumn: () => firstColumn(output) };
}

function* messagesIn(output: Buffer): Generator<{ type: string; at: number; end: number }> {
  for (let at = 0; at < output.length; ) {
    const end = at + 1 + output.readInt32BE(at + 1);
    yield { type: String.fromCharCode(output[at] ?? 0), at, end };
    at = end;
  }
}

const statusOf = (byte: number | undefined): Status => (byte === 0x49 ? 'I' : byte === 0x54 ? 'T' : 'E');

function firstColumn(output: Buffer): string[] {
  const values: string[] = [];
  for (const { type, at } of messagesIn(output)) {
    const length = type === 'D' ? output.readInt32BE(at + 7) : -1;
    if (length >= 0) values.push(output.toString('utf8', at + 11, at + 11 + length));
  }
  return values;
}
