import { z } from 'zod';

/** Faults of a reply, worded so that the model can fix them. */
export interface ReplyFaults {
  faults: string[];
}

// A hundred chapters with summaries of maximum length are about 450,000 characters. Ours.
const replyUnitsMax = 1_000_000;

// As many as a model can be expected to fix at once. Ours.
const faultsMax = 20;
const faultUnitsMax = 300;

/** Parses a reply as one JSON object of this shape. Never throws. */
export function readReply<Shape extends z.ZodType>(
  text: string,
  shape: Shape,
): { value: z.output<Shape> } | ReplyFaults {
  const found = objectIn(text);
  if ('faults' in found) return found;
  const read = shape.safeParse(found.value);
  return read.success ? { value: read.data } : { faults: faultsOf(read.error) };
}

/** Validates at most `max` + 1 items of a list: zod fails on hundreds of thousands of faults at once. */
export function firstOf<List extends z.ZodType>(max: number, list: List) {
  return z.preprocess((sent) => (Array.isArray(sent) ? sent.slice(0, max + 1) : sent), list);
}

/**
 * Shape of the reply for the prompt: the JSON Schema of the validating object. `reused: 'ref'` says once what occurs twice, with
 * the words of the shared part.
 */
export function shapeText(shape: z.ZodType, { reused = 'inline' }: { reused?: 'inline' | 'ref' } = {}): string {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'input', reused });
  return JSON.stringify(schema);
}

/** JSON Schema of the validating object, without references: providers refuse them beside a description. */
export function schemaOf(shape: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'input' });
  return schema;
}

/** At most 20 faults of at most 300 UTF-16 units each. */
export function bounded(faults: readonly string[]): string[] {
  const shown = faults.length > faultsMax ? faults.slice(0, faultsMax - 1) : faults;
  const more = faults.length > shown.length ? [`and ${faults.length - shown.length} more faults`] : [];
  return [...shown.map((fault) => fault.slice(0, faultUnitsMax).toWellFormed()), ...more];
}

function faultsOf(error: z.ZodError): string[] {
  return bounded(error.issues.map(({ path, message }) => (path.length > 0 ? `${placeOf(path)}: ${message}` : message)));
}

/** As in JavaScript: `chapters[3].pov`, indexes from 0. */
function placeOf(path: readonly PropertyKey[]): string {
  return path.map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at > 0 ? '.' : ''}${String(key)}`)).join('');
}

/**
 * Extracts the JSON object from a text that may contain a Markdown fence or prose: braces are matched, strings skipped.
 * Linear in the length of the text.
 */
function objectIn(text: string): { value: object } | ReplyFaults {
  if (text.length > replyUnitsMax) return faulty(`the reply has more than ${replyUnitsMax} characters`);
  const objects: object[] = [];
  let broken: string | undefined;
  for (let start = text.indexOf('{'); start !== -1; ) {
    const end = closingBrace(text, start);
    if (end === undefined) {
      return faulty(
        `the JSON object that begins at character ${start} is never closed; send the whole object, shorter if need be`,
      );
    }
    const found = text.slice(start, end + 1);
    const asSent = parsed(found);
    const read = 'value' in asSent ? asSent : parsed(withoutTrailingCommas(found));
    if ('value' in read) objects.push(read.value);
    else broken ??= read.why;
    if (objects.length > 1) return faulty('the reply holds more than one JSON object; send a single one');
    start = text.indexOf('{', end + 1);
  }
  const [value] = objects;
  if (value === undefined) return faulty(`the reply holds no JSON object${broken === undefined ? '' : `: ${broken}`}`);
  return { value };
}

function closingBrace(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (inString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === '{') depth += 1;
    else if (sign === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return undefined;
}

function parsed(text: string): { value: object } | { why: string } {
  try {
    return { value: Object(JSON.parse(text)) };
  } catch (error) {
    return { why: error instanceof Error ? error.message : 'it is not JSON' };
  }
}

/** Removes commas before a closing bracket, outside of strings. */
function withoutTrailingCommas(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[\]}])/gsu, (found) => (found === ',' ? '' : found));
}

function faulty(fault: string): ReplyFaults {
  return { faults: bounded([fault]) };
}
