/** Finds the status and the end of each HTTP answer on one persistent connection. */
export class AnswerReader {
  private buffer: Buffer = Buffer.alloc(0);
  /** Undefined between answers. */
  private head: { status: number; bodyAt: number; length: number | undefined } | undefined;

  /** Returns the status if these bytes complete an answer. Requests must not be pipelined. */
  feed(bytes: Buffer): number | undefined {
    this.buffer = this.buffer.length === 0 ? bytes : Buffer.concat([this.buffer, bytes]);
    this.head ??= this.readHead();
    if (!this.head) return undefined;
    const { status, bodyAt, length } = this.head;
    const isWhole =
      length === undefined
        ? this.buffer.subarray(-lastChunk.length).equals(lastChunk)
        : this.buffer.length >= bodyAt + length;
    if (!isWhole) return undefined;
    this.buffer = Buffer.alloc(0);
    this.head = undefined;
    return status;
  }

  private readHead() {
    const end = this.buffer.indexOf(blankLine);
    if (end < 0) return undefined;
    const text = this.buffer.toString('latin1', 0, end);
    const length = /^content-length: *(\d+)/im.exec(text)?.[1];
    return {
      status: Number(text.slice(9, 12)),
      bodyAt: end + blankLine.length,
      // Without a length the body is chunked and ends with an empty chunk.
      length: length === undefined ? undefined : Number(length),
    };
  }
}

const blankLine = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('\r\n0\r\n\r\n');
