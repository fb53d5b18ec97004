import { Joint } from './joint.ts';
import { WholeWords } from './release.ts';

/**
 * Turns the pieces of a provider into text that can be streamed and stored immediately, because it is never taken back: whole
 * words that join the saved text without a repeat. Holds back at most one word, and at the joint a possible repeat.
 */
export class Seam {
  private readonly joint: Joint;
  private readonly words = new WholeWords();

  /** `lostWord` is the incomplete word that `cut` of an earlier seam of the same text returned. */
  constructor(saved: string, lostWord = '') {
    this.joint = new Joint(saved, lostWord);
  }

  push(piece: string): string {
    return this.words.push(this.joint.push(piece));
  }

  /** The rest of a complete text. Call it once. */
  end(): string {
    return this.words.push(this.joint.end()) + this.words.end();
  }

  /** The text that was held back when the text was cut. It is not part of the text and will be written again. Call it once. */
  cut(): string {
    return this.words.cut() + this.joint.cut();
  }
}
