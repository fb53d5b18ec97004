import { contentMax } from '../../shapes.ts';
import type { Cut, CutPlace } from './rules.ts';

/** Code points of one text that was left out (ours). */
const cutCharsMax = 4_000;
/** Texts left out that a run keeps (ours). */
const cutsMax = 40;

/** Collects the text that a run leaves out. It is kept within limits, because a model may think for long. */
export class CutTexts {
  readonly all: Cut[] = [];
  /** The whole reply where nothing of it became text. */
  draft: string | undefined;

  add(at: CutPlace, text: string): void {
    const trimmed = text.trim();
    if (trimmed !== '' && this.all.length < cutsMax) this.all.push({ at, text: clipped(trimmed, cutCharsMax) });
  }

  keepDraft(reply: string): void {
    if (reply.trim() !== '') this.draft = clipped(reply.trim(), contentMax);
  }
}

function clipped(text: string, charsMax: number): string {
  const characters = Array.from(text.slice(0, charsMax * 2 + 2));
  return characters.length > charsMax ? `${characters.slice(0, charsMax - 1).join('')}…` : text;
}
