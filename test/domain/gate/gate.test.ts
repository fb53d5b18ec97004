import { describe, expect, it } from 'vitest';
import { Gate } from '../../../src/domain/writing/gate/gate.ts';
import { heldOutEndings, heldOutJunk, heldOutOpenings } from './held-out.ts';
import { type Junk, junk } from './junk.ts';
import { endings, openings } from './prose.ts';

const place = { order: 3, title: 'The Ferry', isLast: false, isFirst: true };

function filtered(reply: string, size = 5) {
  const cut: { at: string; text: string }[] = [];
  const gate = new Gate(place, (at, text) => cut.push({ at, text }));
  const characters = Array.from(reply);
  let text = '';
  for (let at = 0; at < characters.length; at += size) text += gate.push(characters.slice(at, at + size).join(''));
  text += gate.end();
  return { text, cut, rejection: gate.rejection };
}

const name = ({ language, kind, reply }: Junk) =>
  [language, kind, reply.slice(0, 60).replaceAll('\n', ' ')].join(' · ');

describe('remarks in a reply', () => {
  it.each([...junk, ...heldOutJunk].map((one) => [name(one), one] as const))(
    'are removed: %s',
    (_name, { reply, prose }) => {
      for (const size of [1, 7, 1_000_000]) {
        const { text, cut, rejection } = filtered(reply, size);
        if (prose === null) expect([text, rejection !== undefined || cut.length > 0]).toEqual(['', true]);
        else {
          expect(text).toBe(prose);
          expect(rejection).toBeUndefined();
        }
      }
    },
  );
});

it.each(['The End', 'THE END.', '*Fin*', 'Ende'])('the last chapter keeps “%s”, an earlier one does not', (end) => {
  const prose = 'The ferry came in an hour late, with its lamps out. Nobody stood at the rail, and nobody waited.';
  for (const isLast of [true, false]) {
    const gate = new Gate({ ...place, isLast }, () => {});
    expect(gate.push(`${prose}\n\n${end}`) + gate.end()).toBe(isLast ? `${prose}\n\n${end}` : prose);
  }
});

const middle = 'The ferry came in an hour late, with its lamps out. Nobody stood at the rail, and nobody waited.';

describe('prose that resembles a remark', () => {
  it.each([...openings, ...heldOutOpenings])('is kept at the beginning: %s', (opening) => {
    for (const between of ['\n\n', ' ']) {
      const prose = `${opening}${between}${middle}\n\n${middle}`;
      expect(filtered(prose)).toEqual({ text: prose, cut: [], rejection: undefined });
    }
  });

  it.each([...endings, ...heldOutEndings])('is kept at the end: %s', (ending) => {
    const prose = `${middle}\n\n${middle}\n\n${ending}`;
    expect(filtered(prose)).toEqual({ text: prose, cut: [], rejection: undefined });
  });
});
