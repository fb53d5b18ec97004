/** Bytes of long texts and of lists that an answer may still hold. */
export interface AnswerRoom {
  bytes: number;
  /** The last turn of the event loop that its lists wait for (lists.ts). */
  begun?: { turn: number; start: Promise<void> };
}
