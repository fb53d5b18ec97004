import { ProviderFailure, webPage } from './failure.ts';
import { completionIn, errorFrame, type Frame, frameIn } from './frame.ts';
import { type SseEvent, SseReader } from './sse.ts';

// Maximum size of one event, UTF-16 code units, and of an answer that does not stream, bytes. Ours.
const eventCharsMax = 1024 * 1024;
const wholeBytesMax = 8 * 1024 * 1024;

/** The end mark of a stream. */
export const done = Symbol('done');

const streamBegin = /^(?:data|event|id|retry)?:/;
/** Characters that tell the form of a body. */
const beginChars = 6;

/**
 * Reads the frames of an answer: a stream of events, or one whole completion from a server that does not stream. The first
 * characters decide, because servers send any content type.
 */
export class FrameReader {
  readonly #contentType: string;
  readonly #events = new SseReader(eventCharsMax);
  #form: 'stream' | 'whole' | undefined;
  #waiting: Uint8Array[] = [];
  #bytes = 0;

  /** Throws ProviderFailure for a web page. */
  constructor(contentType: string | null) {
    this.#contentType = contentType?.toLowerCase() ?? '';
    if (this.#contentType.startsWith('text/html')) throw webPage();
  }

  /** Frames that end in this chunk. Throws ProviderFailure for what is no answer, and SseOverflow. */
  *read(bytes: Uint8Array): Generator<Frame | typeof done, void, void> {
    if (this.#form === 'stream') return yield* framesIn(this.#events.read(bytes));
    this.#waiting.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes > wholeBytesMax) throw new ProviderFailure('broken');
    this.#form ??= this.#formOf(this.#text(), false);
    if (this.#form === 'stream') yield* this.#release();
  }

  /** The rest, at the end of the body. */
  *end(): Generator<Frame | typeof done, void, void> {
    this.#form ??= this.#formOf(this.#text(), true);
    if (this.#form === 'whole') return yield* this.#whole();
    yield* this.#release();
    const last = this.#events.end();
    // An event that is not whole is not JSON.
    if (last !== undefined && (isDone(last) || frameIn(last.data))) yield* framesIn([last]);
  }

  *#whole() {
    const completion = completionIn(this.#text());
    if (!completion) throw new ProviderFailure('broken');
    yield completion;
    yield done;
  }

  *#release() {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const bytes of waiting) yield* framesIn(this.#events.read(bytes));
  }

  #text(): string {
    return Buffer.concat(this.#waiting)
      .toString()
      .replace(/^\ufeff/, '')
      .trimStart();
  }

  /** Undefined while the beginning is too short to tell. */
  #formOf(text: string, isEnd: boolean): 'stream' | 'whole' | undefined {
    if (text.startsWith('{')) return 'whole';
    if (text.startsWith('<')) throw webPage();
    if (this.#contentType.startsWith('text/event-stream') || streamBegin.test(text)) return 'stream';
    if (text.length < beginChars && !isEnd) return undefined;
    throw new ProviderFailure(text === '' ? 'cut' : 'broken');
  }
}

/** The frames of events. Other events, and data that is no object, such as a heartbeat, are ignored. */
function* framesIn(events: Iterable<SseEvent>): Generator<Frame | typeof done, void, void> {
  for (const event of events) {
    const { data } = event;
    if (isDone(event)) yield done;
    else if (event.event === 'error') yield errorFrame(data);
    else if (event.event === 'message') {
      const frame = frameIn(data);
      if (frame) yield frame;
      // Text may be lost with it.
      else if (data.trimStart().startsWith('{')) throw new ProviderFailure('broken');
    }
  }
}

function isDone({ data }: SseEvent): boolean {
  return data.trim() === '[DONE]';
}
