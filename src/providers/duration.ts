const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const parts = /(?<![\d.])(\d{1,9}(?:\.\d{1,9})?)\s*(ms|milli|[smhd])/gi;
/** Characters of a duration; more are none. */
const charsMax = 100;

/** Milliseconds of a duration in words, such as `1m26.4s` or `6 seconds`; undefined for anything else. */
export function durationMs(text: string): number | undefined {
  const found = [...text.slice(0, charsMax).matchAll(parts)];
  if (found.length === 0) return undefined;
  return found.reduce((sum, [, count, unit = 's']) => sum + Number(count) * msOfUnit(unit.toLowerCase()), 0);
}

function msOfUnit(unit: string): number {
  return unitMs[(unit === 'milli' ? 'ms' : unit) as keyof typeof unitMs];
}

const unit = '(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)';
const asked = new RegExp(
  `(?:try(?:ing)? again|retry(?:ing)?|wait)\\b[^.\\d]{0,40}((?:\\d+(?:\\.\\d+)?\\s*${unit}(?![a-z])\\s*)+)`,
  'i',
);

/** Milliseconds that a message asks to wait, as in `Please try again in 6.12s.`; undefined if it does not. */
export function askedMs(message: string): number | undefined {
  const [, found] = asked.exec(message) ?? [];
  return found === undefined ? undefined : durationMs(found);
}
