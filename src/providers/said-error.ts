import { z } from 'zod';
import { durationMs } from './duration.ts';

/** What a provider says of an error. Its words are vendor text: they are searched and never passed on. */
export interface SaidError {
  /** The codes and types of the error, in lower case, separated by spaces. */
  codes: string;
  message: string;
  /** The member of the request that it is about. */
  param: string | undefined;
  /** Status that the error names itself. */
  status: number | undefined;
  /** Milliseconds to wait, if a member says so. */
  waitMs: number | undefined;
}

const lenient = <Shape extends z.ZodType>(shape: Shape) => shape.nullish().catch(undefined);
const words = lenient(z.string());
const code = lenient(z.union([z.string(), z.number()]));
const errorShape = z.object({
  code,
  type: words,
  error_type: words,
  status: code,
  // FastAPI and Mistral send objects.
  message: z.unknown().optional(),
  detail: z.unknown().optional(),
  param: words,
  retry_after: code,
  // Gemini: the reason, and the wait.
  details: lenient(z.array(lenient(z.object({ reason: words, retryDelay: words })))),
  // OpenRouter: what the server behind it said.
  metadata: lenient(z.object({ raw: z.unknown().optional() })),
});

/** The error in a frame, or in an answer with a good status; undefined without one. */
export function saidError(sent: unknown): SaidError | undefined {
  const { error, object } = objectIn(sent) ?? {};
  return error || object === 'error' ? describedError(errorIn(sent)) : undefined;
}

/** The error in the body of a failure, whatever its form: its member `error`, or the body itself, which may be a text. */
export function errorIn(sent: unknown): unknown {
  const body = objectIn(sent);
  if (!body) return { message: String(sent) };
  const { error } = body;
  if (typeof error === 'object' && error !== null) return error;
  return typeof error === 'string' ? { ...body, message: [error, body.message].filter(Boolean).join(' ') } : body;
}

/** Gemini sends its errors in a list. */
function objectIn(sent: unknown): Record<string, unknown> | undefined {
  const one = Array.isArray(sent) ? sent[0] : sent;
  return typeof one === 'object' && one !== null ? one : undefined;
}

/** Reads an error, whatever its members. */
export function describedError(error: unknown): SaidError {
  const { data = {} } = errorShape.safeParse(typeof error === 'string' ? { message: error } : error);
  const { code, type, error_type, status, message, detail, param, details, metadata } = data;
  const numbers = [code, status].map(Number).filter((number) => number >= 400 && number < 600);
  const reasons = details?.map((one) => one?.reason) ?? [];
  return {
    codes: [code, type, error_type, status, ...reasons].filter(Boolean).join(' ').toLowerCase(),
    message: [message, detail, metadata?.raw].map(textOf).filter(Boolean).join(' '),
    param: param ?? undefined,
    status: numbers[0],
    waitMs: waitIn(data),
  };
}

function textOf(told: unknown): string {
  if (told === undefined || told === null) return '';
  return typeof told === 'string' ? told : JSON.stringify(told);
}

function waitIn({ retry_after, details }: z.infer<typeof errorShape>): number | undefined {
  const seconds = Number(retry_after || Number.NaN);
  if (!Number.isNaN(seconds)) return seconds * 1000;
  return durationMs(details?.find((one) => one?.retryDelay)?.retryDelay ?? '');
}
