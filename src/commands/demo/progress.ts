import type { Terminal } from '../command.ts';

const showEveryMs = 200;

/** Shows a chapter growing: a live line on a terminal, one plain line at the end everywhere. */
export class Progress {
  readonly #terminal: Terminal;
  readonly #heading: string;
  readonly #began = performance.now();
  #shownAt = 0;
  #text = '';

  constructor(terminal: Terminal, heading: string) {
    this.#terminal = terminal;
    this.#heading = heading;
    terminal.status(`  ${heading} …`);
  }

  add(text: string): void {
    this.#text += text;
    if (performance.now() - this.#shownAt < showEveryMs) return;
    this.#shownAt = performance.now();
    this.#terminal.status(`  ${this.#heading}: ${this.#measure()}`);
  }

  end(note: string): void {
    const seconds = ((performance.now() - this.#began) / 1_000).toFixed(1);
    this.#terminal.err(`  ${this.#heading}: ${this.#measure()}, ${seconds} s${note}`);
  }

  /** Words by their gaps: the service counts them properly, this is to be watched. */
  #measure(): string {
    const words = this.#text.match(/\S+/g)?.length ?? 0;
    const seconds = (performance.now() - this.#began) / 1_000;
    return `${words} words, ${(words / Math.max(seconds, 0.1)).toFixed(0)} words/s`;
  }
}
