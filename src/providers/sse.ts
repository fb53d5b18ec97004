/** A server-sent event: `event` is `message` unless named; `id` is the last one seen, empty before the first. */
export interface SseEvent {
  event: string;
  data: string;
  id: string;
}

/** A line or event exceeded the size limit. */
export class SseOverflow extends Error {
  override readonly name = 'SseOverflow';

  constructor() {
    super('a server-sent event is longer than the reader allows');
  }
}

const streaming = { stream: true };

/**
 * Parses server-sent events from network chunks (WHATWG HTML, "Server-sent events"). Comments and `retry` are skipped.
 * The standard drops an incomplete last event; `end` returns it to readers who can tell whether it is whole.
 */
export class SseReader {
  readonly #decoder = new TextDecoder();
  readonly #charsMax: number;
  #line = '';
  #endedInCr = false;
  #data: string | undefined;
  #event = '';
  #id = '';

  /** `charsMax` limits an event and a line, in UTF-16 code units. */
  constructor(charsMax: number) {
    this.#charsMax = charsMax;
  }

  /** Events that end in this chunk. Consume them before the next chunk. Throws SseOverflow after the events before it. */
  *read(bytes: Uint8Array): Generator<SseEvent, void, void> {
    const text = this.#withPlainLineEnds(this.#decoder.decode(bytes, streaming));
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#grow(text.slice(start, end));
      start = end + 1;
      const event = this.#endLine();
      if (event !== undefined) yield event;
    }
    this.#grow(text.slice(start));
  }

  /** The event that the end of the body cuts off, with its whole last line; undefined without one. Ends the reading. */
  end(): SseEvent | undefined {
    return this.#endLine() ?? this.#endEvent();
  }

  #withPlainLineEnds(text: string): string {
    if (text === '') return text;
    const rest = this.#endedInCr && text.startsWith('\n') ? text.slice(1) : text;
    this.#endedInCr = text.endsWith('\r');
    return rest.includes('\r') ? rest.replaceAll(/\r\n?/g, '\n') : rest;
  }

  #grow(text: string): void {
    this.#line += text;
    if (this.#line.length + (this.#data?.length ?? 0) > this.#charsMax) throw new SseOverflow();
  }

  #endLine(): SseEvent | undefined {
    const line = this.#line;
    this.#line = '';
    if (line === '') return this.#endEvent();

    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
    else if (field === 'event') this.#event = value;
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    return undefined;
  }

  #endEvent(): SseEvent | undefined {
    const data = this.#data;
    const event = this.#event || 'message';
    this.#data = undefined;
    this.#event = '';
    return data === undefined ? undefined : { event, data, id: this.#id };
  }
}
