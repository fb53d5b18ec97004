export interface ServerEvent {
  /** `message` unless named. */
  name: string;
  data: string;
}

/** Parses server-sent events from chunks. Comments are skipped; an incomplete last event is dropped. */
export async function* eventsOf(pieces: AsyncIterable<string>): AsyncGenerator<ServerEvent> {
  let rest = '';
  let name = 'message';
  let data: string[] = [];
  for await (const piece of pieces) {
    // A trailing carriage return may be half of a line break.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { name, data: data.join('\n') };
        [name, data] = ['message', []];
        continue;
      }
      const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (field === 'event') name = value;
      if (field === 'data') data.push(value);
    }
  }
}
