import { describe, expect, it } from 'vitest';
import { Gate } from '../../../src/domain/making/writing/gate/gate.ts';
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

describe('a reply of prose that begins like a refusal', () => {
  const long = 'I counted the boats until the light went, and then I counted them again from memory. ';
  it.each([
    'I’m sorry, but I can’t help with that request.',
    'As a language model I cannot comply with grief. My guidelines say nothing of it.',
    'I cannot write this chapter, I told my editor, and the guidelines were no help.',
  ])('is kept: %s', (opening) => {
    for (const prose of [`${opening}\n\n${long.repeat(6)}`, `${opening}\n\n${long.repeat(1_300)}\n\n${long}`])
      for (const size of [7, 1_000_000])
        expect(filtered(prose.trim(), size)).toMatchObject({ text: prose.trim(), cut: [] });
  });
});

it('a first sentence that does not end passes when the gate waits no longer', () => {
  const gate = new Gate(place, () => {});
  expect([gate.push('Nobody stood at '), gate.hurry(), gate.push('the rail'), gate.end()]).toEqual([
    '',
    'Nobody stood at ',
    'the rail',
    '',
  ]);
});

describe('headings of scenes', () => {
  it('are left out at the beginning, and become scene breaks between scenes', () => {
    const reply = `## Scene 1\n\n${middle}\n\n## Scene 2\n\n${middle}\n\n---\n\n**Scene 3: The Door**\n\n${middle}`;
    const { text, cut } = filtered(reply);
    expect(text).toBe([middle, '* * *', middle, '---', middle].join('\n\n'));
    expect(cut.map((one) => one.text.trim())).toEqual(['## Scene 1', '## Scene 2', '**Scene 3: The Door**']);
  });
});

it('prose in a JSON object that is cut passes as far as it came', () => {
  const gate = new Gate(place, () => {});
  const begun = JSON.stringify({ title: 'The Ferry', text: `${middle}\n\n${middle}` }).slice(0, -30);
  expect(gate.push(begun) + gate.cut()).toBe(`${middle}\n\n${middle}`.slice(0, -28));
});
