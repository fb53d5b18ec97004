import { z } from 'zod';

/** What a provider says of an error. Its words are vendor text: they are searched and never passed on. */
export interface SaidError {
  /** The codes and types of the error, in lower case, separated by spaces. */
  codes: string;
  message: string;
  /** The member of the request that it is about. */
  param: string | undefined;
  /** Status that the error names itself. */
  status: number | undefined;
}

const words = z.string().nullish().catch(undefined);
const errorShape = z.object({
  code: z.union([z.string(), z.number()]).nullish().catch(undefined),
  type: words,
  error_type: words,
  status: z.union([z.string(), z.number()]).nullish().catch(undefined),
  message: words,
  detail: z.unknown().optional(),
  param: words,
});

/**
 * The error in an answer or a frame: its member `error`, which may be a text, or the answer itself if it calls itself an
 * error. Undefined without one.
 */
export function saidError(sent: unknown): SaidError | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined;
  const { error, object } = sent as { error?: unknown; object?: unknown };
  if (error) return describedError(error);
  return object === 'error' ? describedError(sent) : undefined;
}

/** Reads an error, whatever its form. */
export function describedError(error: unknown): SaidError {
  const { data } = errorShape.safeParse(typeof error === 'string' ? { message: error } : error);
  const { code, type, error_type, status, message, detail, param } = data ?? {};
  const numbers = [code, status].map(Number).filter((number) => number >= 400 && number < 600);
  return {
    codes: [code, type, error_type, status].filter(Boolean).join(' ').toLowerCase(),
    message: message ?? (detail === undefined ? '' : JSON.stringify(detail)),
    param: param ?? undefined,
    status: numbers[0],
  };
}
