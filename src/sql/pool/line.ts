import type net from 'node:net';
import { closed, type PostgresFault, unasked } from './errors.ts';
import { Messages, newsIn } from './messages.ts';

/** PostgreSQL's Terminate: the client ends the session. */
const terminate = Buffer.from([0x58, 0, 0, 0, 4]);

/** The socket of a connection, and what is heard on it. */
export class Line {
  /** Time of the last data from the server, as performance.now(). */
  heardAt = performance.now();
  /** The FATAL error with which the server ends the session. */
  lastWords: PostgresFault | undefined;
  readonly #socket: net.Socket;
  readonly #messages = new Messages();

  /**
   * Listens before the package does, so that the connection is over when the package rejects its statements. `isAsked` says
   * whether a statement waits for an answer: the package would take any other answer for that of the next statement. An idle
   * connection ends with the server's last words, so that no statement is sent before its socket closes.
   */
  constructor(socket: net.Socket, isAsked: () => boolean, onEnd: (error: Error) => void) {
    this.#socket = socket;
    socket.on('error', onEnd);
    socket.on('close', () => onEnd(closed()));
    socket.on('data', (bytes: Buffer) => {
      this.heardAt = performance.now();
      const { lastWords, hasAnswer } = newsIn(this.#messages, bytes);
      this.lastWords ??= lastWords;
      if ((lastWords || hasAnswer) && !isAsked()) onEnd(lastWords ?? unasked());
    });
  }

  /** Asks the server to end the session. Resolves when it has closed the connection. */
  async terminate(): Promise<void> {
    const gone = new Promise<void>((resolve) => this.#socket.once('close', () => resolve()));
    this.#socket.end(terminate);
    await gone;
  }

  destroy(): void {
    this.#socket.destroy();
  }
}
