import type { IncomingMessage } from 'node:http';

/** Every value of a header, as often as it was sent, by its name in small letters. Node's own `headersDistinct` gathers all headers for the first question. */
export function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '');
  return values;
}
