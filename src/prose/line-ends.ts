/** Text with `\n` at the end of each line, as everything that is stored. Other systems write `\r\n` or `\r`. */
export function withLineEnds(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text;
}

/** The same for text that comes in pieces, which may cut `\r\n`. */
export class LineEnds {
  #endedInCr = false;

  push(piece: string): string {
    if (piece === '') return piece;
    const rest = this.#endedInCr && piece.startsWith('\n') ? piece.slice(1) : piece;
    this.#endedInCr = piece.endsWith('\r');
    return withLineEnds(rest);
  }
}
