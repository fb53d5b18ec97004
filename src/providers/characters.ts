const highSurrogateAtEnd = /[\ud800-\udbff]$/;

/**
 * Makes pieces of text storable: a character cut over two pieces is joined, half a character that stays alone becomes
 * U+FFFD, NUL (which PostgreSQL refuses) is dropped. However a text is cut, what comes out is the same.
 */
export class WholeCharacters {
  #half = '';

  /** What can be told so far; possibly nothing. */
  join(piece: string): string {
    if (piece === '') return '';
    const text = this.#half + (piece.includes('\0') ? piece.replaceAll('\0', '') : piece);
    this.#half = highSurrogateAtEnd.test(text) ? text.slice(-1) : '';
    return (this.#half === '' ? text : text.slice(0, -1)).toWellFormed();
  }

  /** What is left when no more is to come: U+FFFD for half a character, else nothing. */
  end(): string {
    const rest = this.#half.toWellFormed();
    this.#half = '';
    return rest;
  }
}
