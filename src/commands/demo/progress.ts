import type { Terminal } from '../command.ts';

/** Shows the progress of a chapter. A terminal gets the prose itself; every output gets one summary line at the end. */
export class Progress {
  readonly #terminal: Terminal;
  readonly #heading: string;
  readonly #startedAt = performance.now();
  #text = '';

  constructor(terminal: Terminal, heading: string) {
    this.#terminal = terminal;
    this.#heading = heading;
    terminal.status(`  ${heading} …`);
  }

  add(text: string): void {
    if (this.#text === '' && text !== '') this.#terminal.prose(`\n${this.#heading}\n\n`);
    this.#text += text;
    this.#terminal.prose(text);
  }

  end(note: string): void {
    this.#terminal.prose('\n\n');
    const seconds = (performance.now() - this.#startedAt) / 1_000;
    // An estimate for display: the service counts words by its own rules.
    const words = this.#text.match(/\S+/g)?.length ?? 0;
    const perSecond = (words / Math.max(seconds, 0.1)).toFixed(0);
    this.#terminal.err(`  ${this.#heading}: ${words} words, ${perSecond} words/s, ${seconds.toFixed(1)} s${note}`);
  }
}
