import type { Pace } from '../pace.ts';

/** A line with its offsets, without its line break. */
export interface SourceLine {
  /** Truncated if it is long: nothing that is searched in a line is as long. */
  text: string;
  start: number;
  end: number;
}

/** Ours. */
const lineUnitsMax = 1_000;
/** Lines between two yields: a millisecond at most (ours). */
const linesAtATime = 500;

/** Visits the lines of a text in order, without an empty last one, yielding in between. */
export async function forLines(source: string, pace: Pace, look: (line: SourceLine) => void): Promise<void> {
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
