const highSurrogateAtEnd = /[\ud800-\udbff]$/;

/**
 * Makes pieces of text storable: joins a character split over two pieces, replaces a lone surrogate by U+FFFD, and drops
 * NUL, which PostgreSQL refuses. The result does not depend on the cuts.
 */
export class WholeCharacters {
  #half = '';

  /** The complete characters so far; may be empty. */
  join(piece: string): string {
    if (piece === '') return '';
    const text = this.#half + (piece.includes('\0') ? piece.replaceAll('\0', '') : piece);
    this.#half = highSurrogateAtEnd.test(text) ? text.slice(-1) : '';
    return (this.#half === '' ? text : text.slice(0, -1)).toWellFormed();
  }

  /** Ends the text: U+FFFD for an incomplete character, else empty. */
  end(): string {
    const rest = this.#half.toWellFormed();
    this.#half = '';
    return rest;
  }
}
