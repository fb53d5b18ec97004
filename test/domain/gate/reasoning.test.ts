import { describe, expect, it } from 'vitest';
import { Gate } from '../../../src/domain/making/writing/gate/gate.ts';
import { withoutReasoning } from '../../../src/domain/text/remark/reasoning.ts';

const prose = 'The lamp went out at four. Nobody on the pier looked up.\n\nIlse lit it again.';
const thought = 'They want a short chapter. First the lamp, then the door.';
const place = { order: 3, title: 'The Pier', isLast: false, isFirst: true };

function filtered(reply: string, size = Number.POSITIVE_INFINITY, holdsBack = false) {
  const cut: string[] = [];
  const gate = new Gate(place, (at, text) => cut.push(`${at}: ${text.trim()}`), holdsBack);
  const characters = Array.from(reply);
  let text = '';
  while (characters.length > 0) text += gate.push(characters.splice(0, size).join(''));
  text += gate.end();
  return { text, cut, rejection: gate.rejection };
}

const blocks: [string, string][] = [
  ['<think>', '</think>'],
  ['<THINK>', '</Think>'],
  ['[think]', '[/think]'],
  ['[Thinking]', '[/Thinking]'],
  ['[REASONING]', '[/REASONING]'],
  ['◁think▷', '◁/think▷'],
  ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
];

describe('reasoning between marks', () => {
  it.each(blocks)('%s … %s is left out, in pieces of any size', (opening, closing) => {
    for (const size of [1, 3, 7, 1_000]) {
      const { text, cut, rejection } = filtered(`${opening}\n${thought}\n${closing}\n\n${prose}`, size);
      expect([text, cut[0], rejection]).toEqual([prose, `start: ${thought}`, undefined]);
    }
  });

  it.each(['<think>', '[THINK]', '◁think▷'])('%s without an end is the whole reply', (opening) => {
    expect(filtered(`${opening}${thought}`, 4)).toMatchObject({ text: '', rejection: 'reasoning' });
  });

  it('in brackets with a capital is a title unless it ends', () => {
    for (const text of [`[Thinking] was what he called it. ${prose}`, `${prose}\n\n[Thinking] again.`])
      expect(filtered(text, 5)).toEqual({ text, cut: [], rejection: undefined });
  });
});

describe('reasoning without a beginning', () => {
  const closings = ['</think>', '</THINKING>', '[/think]', '[/Reasoning]', '◁/think▷', '<|end_of_thought|>'];
  it.each(closings)('that ends with %s is left out if nothing has passed', (closing) => {
    expect(filtered(`${thought}\n${closing}\n\n${prose}`)).toEqual({
      text: prose,
      cut: [`start: ${thought}`],
      rejection: undefined,
    });
  });

  it('rejects a reply whose text has passed', () => {
    expect(filtered(`The lamp first.\n\nThen the door.\n</think>\n\n${prose}`, 4).rejection).toBe('unopened');
  });

  it('is held back, however long it is, if the model is known for it', () => {
    const long = `${thought}\n\n`.repeat(500);
    expect(filtered(`${long}</think>\n\n${prose}`, 9, true)).toMatchObject({ text: prose, rejection: undefined });
    expect(filtered(prose, 9, true)).toEqual({ text: prose, cut: [], rejection: undefined });
    expect(filtered(`<think>${thought}</think>${prose}`, 9, true).text).toBe(prose);
  });

  it('that is held back becomes prose when the reply is cut', () => {
    const gate = new Gate(place, () => {}, true);
    expect([gate.push(prose), gate.isHolding, gate.cut()]).toEqual(['', true, prose]);
  });
});

describe('marks of chat templates', () => {
  const marks = [
    '<|im_end|>',
    '</s>',
    '<end_of_turn>',
    '<｜end▁of▁sentence｜>',
    '<|eot_id|>',
    '<|endoftext|>',
    '<eos>',
  ];
  it.each(marks)('%s at the end is left out', (mark) => {
    for (const size of [1, 5, 1_000])
      expect(filtered(prose + mark, size)).toEqual({ text: prose, cut: [`end: ${mark}`], rejection: undefined });
  });

  it.each([
    '<s>',
    '<|im_start|>assistant\n',
    '<start_of_turn>model\n',
    '<|start_header_id|>assistant<|end_header_id|>\n\n',
    '[/INST] ',
  ])('%j at the beginning is left out', (mark) => {
    for (const size of [1, 5, 1_000]) expect(filtered(mark + prose, size)).toMatchObject({ text: prose });
  });

  it.each([
    '<|im_end|>\n<|im_start|>user\nGo on.',
    '</s>[INST] Go on. [/INST]',
    '<end_of_turn>\n<start_of_turn>user\nGo on.',
  ])('the turn of another person is left out: %j', (turn) => {
    for (const size of [1, 5, 1_000]) expect(filtered(prose + turn, size).text.trimEnd()).toBe(prose);
  });

  it.each(['He wrote <s>never</s> always.', 'if a < b and c > d', 'a <| b', '[x] and [/x]', 'Use </b> here.', '<3'])(
    'are not in prose: %s',
    (line) => {
      const text = `${prose}\n\n${line}`;
      for (const size of [1, 5, 1_000]) expect(filtered(text, size)).toEqual({ text, cut: [], rejection: undefined });
    },
  );
});

it('a structured reply loses them too', () => {
  const json = '{"title": "The Pier"}';
  const cut: string[] = [];
  expect(withoutReasoning(`${thought}</think>\n${json}<|im_end|>`, (_at, text) => cut.push(text))).toBe(json);
  expect(cut).toEqual([thought, '<|im_end|>']);
  expect(withoutReasoning(`<think>${thought}`, () => {})).toBeUndefined();
});
