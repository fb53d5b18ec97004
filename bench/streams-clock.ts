/** Milliseconds of a clock that all processes of a machine share. */
export const sharedMs = () => Number(process.hrtime.bigint()) / 1e6;

/** Digits of a time stamp in 1/100 ms, enough for an uptime of four months. */
const digits = 12;

/** A token that contains the time of its creation. */
export const tokenWithStamp = (ms: number) => `${String(Math.round(ms * 100)).padStart(digits, '0')} `;

/** The time stamps of the tokens in a text. A text contains whole tokens only. */
export function* stampsIn(text: string): Generator<number> {
  for (let at = 0; at < text.length; at += digits + 1) yield Number(text.slice(at, at + digits)) / 100;
}
