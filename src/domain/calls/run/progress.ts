/** State of one chapter in the work on a whole book. */
export interface ChapterProgress<State extends string> {
  chapterId: string;
  order: number;
  title: string;
  state: State;
  /** The current or last run for it. */
  runId: string | null;
  error: { code: string; message: string } | null;
  /** Time of the next try. */
  waitsUntil: Date | null;
}

/** Progress of the work on a whole book. */
export interface BookProgress<State extends string> {
  bookId: string;
  chapters: ChapterProgress<State>[];
}
