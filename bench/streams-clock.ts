/** A clock that all processes of one machine share, milliseconds. */
export const sharedMs = () => Number(process.hrtime.bigint()) / 1e6;

/** Digits of a stamp, hundredths of a millisecond: uptimes up to four months. */
const digits = 12;

/** A token that says when it was written. */
export const stamped = (ms: number) => `${String(Math.round(ms * 100)).padStart(digits, '0')} `;

/** When each token of a text was written; a text is cut between tokens, wherever its pieces were joined. */
export function* stampsIn(text: string): Generator<number> {
  for (let at = 0; at < text.length; at += digits + 1) yield Number(text.slice(at, at + digits)) / 100;
}
