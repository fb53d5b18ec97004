import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import { Framer, fatal, int32, message, ProtocolError, texts } from './protocol.ts';
import { Session } from './session.ts';
import { startupSettings } from './settings.ts';

/** Request codes of packets without a type byte. The upper half of a startup code is the protocol version. */
export const startup = { version: 3, cancel: 80877102, ssl: 80877103, gss: 80877104 } as const;

/** Query, Sync, Flush and FunctionCall: the client now waits for an answer. */
const ending = new Set(['Q', 'S', 'H', 'F']);
const gathered = new Set(['P', 'B', 'D', 'E', 'C', ...ending]);
/** Copy data: the engine has refused the COPY, and a server also ignores further data. */
const passedOver = new Set(['d', 'c', 'f']);

/** Buffer limit per client: above it reading stops, and an incomplete batch is passed on. */
const waitingBytesMax = 4 * 1024 * 1024;

/** Milliseconds that a disconnected client has to read the final message. */
const finalReadMs = 10_000;

/** Messages up to one that requires an answer. */
export interface Batch {
  messages: Buffer[];
  /** Whether ReadyForQuery answers its last message. */
  closes: boolean;
}

interface ConnectionEvents {
  started(connection: Connection, parameters: ReadonlyMap<string, string>): void;
  /** A batch is ready, the client has read its output, or it has disconnected. */
  changed(connection: Connection): void;
}

/** Socket of one client: bytes to batches, answers to bytes. */
export class Connection {
  readonly id: number;
  readonly secret = randomInt(2 ** 31 - 1);
  session: Session;
  /** Whether the client has closed its side; batches received before still run. */
  gone = false;
  readonly #socket: Socket;
  readonly #events: ConnectionEvents;
  readonly #framer = new Framer();
  #started = false;
  #gathering: Buffer[] = [];
  #batches: Batch[] = [];
  #waitingBytes = 0;

  constructor(id: number, socket: Socket, events: ConnectionEvents) {
    this.id = id;
    this.session = new Session(id, '');
    this.#socket = socket;
    this.#events = events;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('drain', () => events.changed(this));
    socket.on('error', () => socket.destroy());
    socket.on('end', () => this.#leave());
    socket.on('close', () => this.#leave());
  }

  /** Whether a batch can run: it is complete, and the client has read its last answer or never will. */
  get ready(): boolean {
    return this.#batches.length > 0 && (this.gone || !this.#socket.writableNeedDrain);
  }

  take(): Batch | undefined {
    const batch = this.#batches.shift();
    for (const { length } of batch?.messages ?? []) this.#waitingBytes -= length;
    if (this.#waitingBytes < waitingBytesMax) this.#socket.resume();
    return batch;
  }

  send(...parts: Buffer[]): void {
    if (!this.#socket.writable) return;
    this.#socket.cork();
    for (const part of parts) this.#socket.write(part);
    this.#socket.uncork();
  }

  greet(parameters: ReadonlyMap<string, string>): void {
    const status = [...parameters].map(([name, value]) => message('S', name, value));
    this.send(
      message('R', int32(0)),
      ...status,
      message('K', int32(this.id, this.secret)),
      message('Z', Buffer.from('I')),
    );
  }

  /** Disconnects the client and drops its pending batches. */
  dismiss(lastWords: Buffer): void {
    this.#batches = [];
    this.send(lastWords);
    this.close();
    this.#leave();
  }

  /** Ends the socket after flushing; a client that does not read is cut off. */
  close(): void {
    this.#socket.setTimeout(finalReadMs, () => this.#socket.destroy());
    this.#socket.destroySoon();
  }

  #leave(): void {
    this.gone = true;
    this.#events.changed(this);
  }

  #read(chunk: Buffer): void {
    if (this.gone) return;
    this.#framer.push(chunk);
    try {
      for (let next = this.#next(); next && !this.gone; next = this.#next()) {
        if (this.#started) this.#gather(next);
        else this.#start(next);
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.dismiss(fatal('08P01', error.message));
    }
    if (this.#waitingBytes >= waitingBytesMax && this.#batches.length) this.#socket.pause();
    if (this.#batches.length) this.#events.changed(this);
  }

  #next(): Buffer | undefined {
    return this.#framer.next(this.#started ? 'typed' : 'startup');
  }

  #start(packet: Buffer): void {
    const code = packet.length >= 8 ? packet.readInt32BE(4) : 0;
    // Ignored: a running statement blocks this thread. The main thread takes CancelRequests (cancel-socket.ts).
    if (code === startup.cancel) this.#leave();
    else if (code === startup.ssl || code === startup.gss) this.send(Buffer.from('N'));
    else this.#begin(packet, code);
  }

  #begin(packet: Buffer, code: number): void {
    if (code >> 16 !== startup.version) throw new ProtocolError('unsupported frontend protocol');
    const parameters = readParameters(packet);
    const unknown = [...parameters.keys()].filter((name) => name.startsWith('_pq_.'));
    const minor = code & 0xffff;
    if (minor || unknown.length) this.send(message('v', int32(startup.version << 16, unknown.length), ...unknown));
    this.#started = true;
    this.session = new Session(this.id, startupSettings(parameters));
    this.#events.started(this, parameters);
  }

  #gather(message: Buffer): void {
    const type = String.fromCharCode(message[0] ?? 0);
    if (type === 'X') this.#leave();
    if (type === 'X' || passedOver.has(type)) return;
    if (!gathered.has(type)) throw new ProtocolError(`invalid frontend message type ${message[0]}`);
    this.#gathering.push(message);
    this.#waitingBytes += message.length;
    if (!ending.has(type) && this.#waitingBytes < waitingBytesMax) return;
    this.#batches.push({ messages: this.#gathering, closes: ending.has(type) && type !== 'H' });
    this.#gathering = [];
  }
}

function readParameters(packet: Buffer): Map<string, string> {
  const parameters = new Map<string, string>();
  for (let at = 8; packet[at]; ) {
    const [name, value] = texts(packet, at);
    parameters.set(name, value);
    at += Buffer.byteLength(name) + Buffer.byteLength(value) + 2;
  }
  return parameters;
}
