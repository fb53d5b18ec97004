import type { DestinationStream } from 'pino';
import { z } from 'zod';

const entry = z.looseObject({
  level: z.number(),
  msg: z.string().default(''),
  err: z
    .looseObject({ type: z.string().optional(), message: z.string().optional(), stack: z.string().optional() })
    .optional(),
});
type Entry = z.infer<typeof entry>;

const request = z.object({
  method: z.string(),
  path: z.string(),
  operation: z.string().optional(),
  status: z.number(),
  ms: z.number(),
  requestId: z.string(),
  aborted: z.boolean().optional(),
});
type Request = z.infer<typeof request>;

const colours = { red: 31, green: 32, yellow: 33, cyan: 36, dim: 2 } as const;
type Paint = (colour: keyof typeof colours, text: string) => string;

/** pino's numeric levels. */
const warnLevel = 40;
const errorLevel = 50;

/** https://no-color.org */
export function allowsColour({ NO_COLOR, TERM }: Record<string, string | undefined>): boolean {
  return !NO_COLOR && TERM !== 'dumb';
}

/** Log destination for a person: one short line per request; other events with their error. */
export function terminalLog(showLine: (line: string) => void, isColoured: boolean): DestinationStream {
  const paint: Paint = isColoured
    ? (colour, text) => `\u001B[${colours[colour]}m${text}\u001B[0m`
    : (_colour, text) => text;
  return { write: (json: string) => showLine(lineOf(JSON.parse(json), paint)) };
}

function lineOf(value: unknown, paint: Paint): string {
  const line = entry.parse(value);
  const { data } = line.msg === 'request' ? request.safeParse(value) : {};
  return data ? requestLine(data, paint) : eventLine(line, paint);
}

function requestLine({ method, path, operation, status, ms, requestId, aborted }: Request, paint: Paint): string {
  const parts = [method, printable(path), ...(operation ? [operation] : []), paint(colourOf(status), String(status))];
  parts.push(paint('dim', `${ms} ms`));
  if (aborted) parts.push(paint('yellow', 'aborted'));
  if (status >= 500) parts.push(paint('dim', requestId));
  return parts.join(' ');
}

function colourOf(status: number): keyof typeof colours {
  if (status >= 500) return 'red';
  if (status >= 400) return 'yellow';
  return status >= 300 ? 'cyan' : 'green';
}

function eventLine({ level, msg, err, time: _time, ...fields }: Entry, paint: Paint): string {
  const text =
    level >= errorLevel ? paint('red', `error: ${msg}`) : level >= warnLevel ? paint('yellow', `warning: ${msg}`) : msg;
  const details = Object.entries(fields).map(([name, value]) => paint('dim', ` ${name}=${printable(String(value))}`));
  const cause = err && (level >= errorLevel ? (err.stack ?? err.message) : (err.message ?? err.type));
  return text + details.join('') + (cause ? `\n  ${printable(cause)}` : '');
}

/** Replaces control characters, except line breaks and tabs. Paths and errors may contain bytes from untrusted callers. */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '\u{FFFD}');
}
