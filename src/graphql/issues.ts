import { z } from 'zod';
import { type Issue, invalidRequest, type ServiceError } from '../errors.ts';
import { nearest } from '../nearest.ts';

export const unknownField = 'is not a field that can be set here. Leave it out or check its spelling.';

type ZodIssue = z.core.$ZodIssue;

/** A validation failure as `invalid_request`: one issue a fault, with the path in the caller's own names, the limit, what was found and the remedy. */
export function invalidInput(
  error: z.ZodError,
  input: unknown,
  root: readonly PropertyKey[] = [],
  known: readonly string[] = [],
): ServiceError {
  return invalidRequest(error.issues.flatMap((issue) => describe(issue, valueAt(input, issue.path), root, known)));
}

/** Parses a value or throws `invalid_request` with all faults. `path` locates the value within the request. */
export function parse<Shape extends z.ZodType>(
  shape: Shape,
  value: unknown,
  whole: unknown = value,
  path: readonly PropertyKey[] = [],
): z.output<Shape> {
  const parsed = withoutOddLengths(() => shape.safeParse(value), value, path);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
  const known = shape instanceof z.ZodObject ? Object.keys(shape.shape) : [];
  throw invalidInput(new z.ZodError(issues), whole, [], known);
}

/**
 * zod compares the `length` of any value, even if it is an object without a primitive value: `{"title": {"length":
 * {"toString": 0}}}`.
 */
function withoutOddLengths<T>(work: () => T, value: unknown, path: readonly PropertyKey[]): T {
  try {
    return work();
  } catch (error) {
    const odd = oddLengthIn(value);
    if (!(error instanceof TypeError) || odd === undefined) throw error;
    throw invalidRequest([{ path: pathText([...path, ...odd]), message: 'is an object where none belongs.' }]);
  }
}

/** Path of the first object whose `length` is an object; undefined if there is none. */
function oddLengthIn(value: unknown): PropertyKey[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('length' in value && typeof value.length === 'object' && value.length !== null) return [];
  for (const [key, member] of Object.entries(value)) {
    const inner = oddLengthIn(member);
    if (inner) return [Array.isArray(value) ? Number(key) : key, ...inner];
  }
  return undefined;
}

/** Formats a path: names joined by dots, indexes in brackets, as in `aliases[3]` or `patch.want`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key)),
    '',
  );
}

function describe(issue: ZodIssue, value: unknown, root: readonly PropertyKey[], known: readonly string[]): Issue[] {
  const path = issue.path.slice(sharesRoot(issue.path, root) ? root.length : 0);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: pathText([...path, key]),
      message: path.length === 0 ? unknownFieldNear(key, known) : unknownField,
    }));
  }
  return [{ path: pathText(path), message: messageOf(issue, value) }];
}

function unknownFieldNear(key: string, known: readonly string[]): string {
  const near = nearest(key, known);
  return near === undefined ? unknownField : `is not a field that can be set here. Did you mean ${near}?`;
}

function sharesRoot(path: readonly PropertyKey[], root: readonly PropertyKey[]): boolean {
  return root.every((key, index) => path[index] === key);
}

function messageOf(issue: ZodIssue, value: unknown): string {
  switch (issue.code) {
    case 'too_big':
      return typeof value === 'number'
        ? `is ${value}; at most ${issue.maximum} is allowed.`
        : tooLong(sizeOf(value), issue.maximum);
    case 'too_small':
      return value === '' || (typeof value === 'string' && !value.trim())
        ? `must not be empty; at least ${issue.minimum} ${issue.minimum === 1 ? 'character is' : 'characters are'} needed.`
        : `is ${sizeOf(value)}; at least ${issue.minimum} is needed.`;
    case 'invalid_type':
      if (value === undefined) return 'is required.';
      return value === null
        ? `must not be null; it is ${article(issue.expected)}.`
        : `must be ${article(issue.expected)}, not ${article(nameOf(value))}.`;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}.`;
    default:
      return issue.message;
  }
}

/** One wording for all checks. */
export function tooLong(size: string, max: number | bigint): string {
  return `is ${size}; the limit is ${max}. Shorten it.`;
}

export function sizeOf(value: unknown): string {
  if (typeof value === 'string') return `${[...value].length} characters`;
  if (Array.isArray(value)) return `${value.length} entries`;
  return typeof value === 'number' ? String(value) : article(nameOf(value));
}

function article(name: string): string {
  return /^[aeio]/.test(name) ? `an ${name}` : `a ${name}`;
}

function nameOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}
