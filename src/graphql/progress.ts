/** Progress of long work. */
export interface Progress {
  /** Name of the current stage, in one word. */
  stage: string;
  /** Units done in this stage, out of `total`. */
  done: number;
  total: number;
  /** 0–100 over all stages. Never decreases. */
  percent: number;
}
