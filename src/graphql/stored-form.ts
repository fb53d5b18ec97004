import type { Answer } from '../sql/idempotency.ts';

/** JSON with dates marked, to tell them from strings. A text is stored as the id of its revision. */
export function serialized(answer: unknown): Answer {
  const revisionIds: string[] = [];
  const json = JSON.stringify(answer, function (this: Record<string, unknown>, name, value) {
    if (name === 'content' && typeof this.revisionId === 'string') {
      revisionIds.push(this.revisionId);
      return undefined;
    }
    return this[name] instanceof Date ? { $moment: value } : value;
  });
  return { json, revisionIds };
}

/** The answer of `serialized`, without its texts. */
export function read(answer: string): unknown {
  return JSON.parse(answer, (_name, value) =>
    typeof value === 'object' && value !== null && '$moment' in value ? new Date(value.$moment) : value,
  );
}
