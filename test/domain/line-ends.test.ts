import { describe, expect, it } from 'vitest';
import { Gate } from '../../src/domain/making/writing/gate/gate.ts';
import { inputSchema } from '../../src/faces/schemas.ts';
import { operations } from '../../src/operations.ts';
import { LineEnds } from '../../src/prose/line-ends.ts';
import { planted } from '../support/planted.ts';

const everyEnd = 'Salt\r\n\r\nand\rsand';

/** An import ends the lines of the whole file itself. The lists of an acceptance have ids and numbers only. */
const others = new Set(['importBook', 'importPreview', 'acceptProposals']);

/** An input with the members that its sample has beside them, also in lists. */
function over(sample: unknown, input: unknown): unknown {
  if (Array.isArray(input)) return input.map((one, at) => over(Array.isArray(sample) ? sample[at] : undefined, one));
  if (typeof input !== 'object' || input === null) return input;
  const known = (sample ?? {}) as Record<string, unknown>;
  const members = Object.entries(input).map(([name, value]) => [name, over(known[name], value)]);
  return { ...known, ...Object.fromEntries(members) };
}

describe('text that comes in', () => {
  const written = operations.filter(({ body, answer }) => body && !others.has(answer));

  it.each(written.map((operation) => [operation.answer, operation] as const))(
    '%s takes one kind of line end',
    (_answer, operation) => {
      const [, shape] = operation.body ?? [];
      const parsed = shape?.safeParse(
        over(operation.example, planted(inputSchema(shape), operation.example, everyEnd)),
      );
      expect(parsed?.error?.issues).toBeUndefined();
      expect(JSON.stringify(parsed?.data)).not.toContain('\\r');
    },
  );

  it('is counted as it is stored', () => {
    const [, shape] = operations.find(({ answer }) => answer === 'addNote')?.body ?? [];
    const body = '\r\n'.repeat(10_000);
    expect(shape?.safeParse({ body }).success).toBe(true);
    expect(shape?.safeParse({ body: `${body}\r` }).success).toBe(false);
  });
});

describe('text that comes in pieces', () => {
  const texts = [everyEnd, '\r', '\n', '\r\n', '\r\r\n\n', 'a\r\nb', '', 'a\r', '\rb', '\n\r', '🐋\r\n🐋'];

  it.each(texts)('%j ends its lines alike, wherever it is cut', (text) => {
    const whole = text.replaceAll(/\r\n?/g, '\n');
    for (let first = 0; first <= text.length; first += 1)
      for (let second = first; second <= text.length; second += 1) {
        const ends = new LineEnds();
        const pieces = [text.slice(0, first), text.slice(first, second), text.slice(second)];
        expect(pieces.map((piece) => ends.push(piece)).join('')).toBe(whole);
      }
  });

  it('a reply passes the gate with one kind', () => {
    const gate = new Gate({ order: 1, title: 'One', isLast: false, isFirst: true }, () => {});
    const passed =
      ['The ferry came.\r', '\n\r\nNobody waited.\r'].map((piece) => gate.push(piece)).join('') + gate.end();
    expect(passed).toBe('The ferry came.\n\nNobody waited.\n');
  });
});
