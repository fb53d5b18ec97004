import type { NameBearer } from '../../story/names/cast-names.ts';

/** What a recap is made from. */
export interface RecapSource {
  /** BCP 47 tag of the book. */
  language: string;
  /** The text that is summed up. */
  text: string;
  /** What else the recap may know: its heading, the state before. */
  beside: string;
  cast: readonly NameBearer[];
}
