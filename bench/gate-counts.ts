import { Gate, type ReplyContext } from '../src/domain/making/writing/gate/gate.ts';
import { Seam } from '../src/domain/making/writing/seam/seam.ts';

const context: ReplyContext = { order: 3, title: 'The Ferry', isLast: false, isFirst: true };

/** What stands between the provider and the reader: the gate, and the release of whole words. */
export function newFilter(): (piece: string) => string {
  const [gate, seam] = [new Gate(context, () => {}), new Seam('')];
  return (piece) => seam.push(gate.push(piece));
}

/** How far a reader is behind the provider, counted after each piece. */
export interface Lag {
  pieces: number;
  /** Share of the pieces after which the gate held nothing back. */
  promptShare: number;
  /** Most characters that the gate held back, in the first line and after it. */
  openingMax: number;
  laterMax: number;
  /** Most characters that the reader was behind, with the incomplete word. */
  readerMax: number;
  /** Characters that are released only by the end of the reply. */
  atEnd: number;
}

export function piecesOf(text: string, size: number): string[] {
  const count = Math.ceil(text.length / size);
  return Array.from({ length: count }, (_, at) => text.slice(at * size, (at + 1) * size));
}

export function lagOf(text: string, size: number): Lag {
  const [gate, seam] = [new Gate(context, () => {}), new Seam('')];
  const pieces = piecesOf(text, size);
  const lag: Lag = { pieces: pieces.length, promptShare: 0, openingMax: 0, laterMax: 0, readerMax: 0, atEnd: 0 };
  let [sent, passed, read, prompt, isLater] = [0, 0, 0, 0, false];
  for (const piece of pieces) {
    sent += piece.length;
    const text = gate.push(piece);
    passed += text.length;
    read += seam.push(text).length;
    // White space before a line belongs to that line.
    const held = sent - passed;
    if (held === 0 || piece.trim() === '') prompt += 1;
    if (isLater) lag.laterMax = Math.max(lag.laterMax, held);
    else lag.openingMax = Math.max(lag.openingMax, held);
    isLater ||= passed > 0;
    lag.readerMax = Math.max(lag.readerMax, sent - read);
    lag.atEnd = held;
  }
  return { ...lag, promptShare: prompt / pieces.length };
}

/** Characters of the next paragraph that the gate reads before it releases a paragraph that it held; undefined if never. */
export function releaseAfter(before: string, held: string, next: string): number | undefined {
  const gate = new Gate(context, () => {});
  const opening = gate.push(`${before}\n\n${held}`);
  if (opening.includes(held)) return 0;
  let passed = opening + gate.push('\n\n');
  for (let at = 0; at < next.length; at += 1) {
    passed += gate.push(next.charAt(at));
    if (passed.includes(held)) return at + 1;
  }
  return undefined;
}
