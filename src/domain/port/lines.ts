import type { Pace } from './pace.ts';

/** A line and where it stands, without its end. */
export interface Line {
  /** No more than its beginning, where it is long: nothing that is looked for in a line is as long. */
  text: string;
  start: number;
  end: number;
}

/** Ours. */
const lineUnitsMax = 1_000;
/** Looked at between two breaths: a millisecond at most (ours). */
const linesAtATime = 500;

/** The lines of a text in order, an empty last one left out; others get their turn in between. */
export async function forLines(source: string, pace: Pace, look: (line: Line) => void): Promise<void> {
  let seen = 0;
  for (let start = 0; start < source.length; ) {
    const newline = source.indexOf('\n', start);
    const end = newline < 0 ? source.length : newline;
    look({ text: source.slice(start, Math.min(end, start + lineUnitsMax)), start, end });
    start = end + 1;
    seen += 1;
    if (seen % linesAtATime === 0) await pace.breathe();
  }
}
