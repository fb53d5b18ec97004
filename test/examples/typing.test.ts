import { EditorSelection, EditorState, type StateCommand, type Transaction } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { brokenScene, quoted, toggled } from '../../examples/editor/emphasis.ts';
import { joinAbove, joinBelow, keptApart, newLine, newParagraph } from '../../examples/editor/paragraphs.ts';
import { prose } from '../../examples/editor/prose.ts';

/** A text with its selection: a caret is one `|`, selected words stand between two. */
function result(command: StateCommand, marked: string): string {
  const [before = '', selected = '', behind] = marked.split('|');
  const [doc, anchor] = [marked.replaceAll('|', ''), before.length];
  const head = behind === undefined ? anchor : anchor + selected.length;
  let state = EditorState.create({
    doc,
    selection: EditorSelection.single(anchor, head),
    extensions: [prose, keptApart],
  });
  const dispatch = (change: Transaction) => {
    state = change.state;
  };
  command({ state, dispatch });
  const { from, to } = state.selection.main;
  const text = state.doc.toString();
  return from === to
    ? `${text.slice(0, from)}|${text.slice(from)}`
    : `${text.slice(0, from)}|${text.slice(from, to)}|${text.slice(to)}`;
}

describe('Enter', () => {
  it.each([
    ['ends a paragraph', 'The bell rang.|', 'The bell rang.\n\n|'],
    ['divides one, without the blank between', 'The bell. |Nobody came.', 'The bell.\n\n|Nobody came.'],
    ['begins one above', 'A.\n\n|B.', 'A.\n\n\n\n|B.'],
    ['makes no second empty one', 'A.\n\n|', 'A.\n\n|'],
    ['makes one between two', 'A.\n|\nB.', 'A.\n\n|\n\nB.'],
    ['goes on behind a line end', 'A.\n|', 'A.\n\n|'],
    ['replaces selected words', 'A |b| c', 'A\n\n|c'],
    ['goes on with a list', '- one|', '- one\n- |'],
    ['numbers it', '9. one|', '9. one\n10. |'],
    ['ends a list in an empty item', '- one\n- |', '- one\n|'],
    ['goes on with a quote', '> one|', '> one\n>\n> |'],
    ['ends a quote in an empty line', '> one\n>\n> |', '> one\n>\n|'],
    ['ends the paragraph behind a line', 'a,\\\n|', 'a,\n\n|'],
    ['ends a scene break', '* * *|', '* * *\n\n|'],
    ['ends one from within', '* * |*', '* * *\n\n|'],
    ['divides a poem at its line', 'a,|\\\nb', 'a,\n\n|b'],
    ['divides it behind the backslash, too', 'a,\\|\nb', 'a,\n\n|b'],
    ['ends emphasis with its paragraph', 'So **she *left.|***', 'So **she *left.***\n\n|'],
    ['makes a line of code', '```\ncode|\n```', '```\ncode\n|\n```'],
    ['ends a heading', '## Night|', '## Night\n\n|'],
  ])('%s', (_what, text, expected) => {
    expect(result(newParagraph, text)).toBe(expected);
  });

  it('with Shift makes a line', () => {
    expect(result(newLine, 'Roses are red,| violets')).toBe('Roses are red,\\\n| violets');
    expect(result(newLine, 'A.\n\n|')).toBe('A.\n\n|');
    expect(result(newLine, 'a,\\\n|')).toBe('a,\\\n|');
    expect(result(newLine, 'a,\\|\nb')).toBe('a,\\\n|\\\nb');
    expect(result(newLine, '* * *|')).toBe('* * *\n\n|');
  });
});

describe('Backspace and Delete', () => {
  it.each([
    ['join paragraphs', 'A.\n\n|B.', 'A.|B.'],
    ['take back Enter', 'A.\n\n|', 'A.|'],
    ['take back Enter between two', 'A.\n\n|\n\nB.', 'A.|\n\nB.'],
    ['join lines', 'A,\\\n|b', 'A,|b'],
    ['go to the paragraph above from between two', 'A.\n|\nB.', 'A.|\n\nB.'],
    ['take a scene break away', 'A.\n\n* * *\n\n|B.', 'A.\n\n|B.'],
    ['go from a scene break to the paragraph above', 'A.\n\n|* * *', 'A.|\n\n* * *'],
    ['leave letters to the surface', 'A.|', 'A.|'],
  ])('%s', (_what, text, expected) => {
    expect(result(joinAbove, text)).toBe(expected);
  });

  it('join what is below', () => {
    expect(result(joinBelow, 'A.|\n\nB.')).toBe('A.|B.');
    expect(result(joinBelow, 'A,|\\\nb')).toBe('A,|b');
    expect(result(joinBelow, 'A.|\n\n* * *\n\nB.')).toBe('A.|\n\nB.');
    expect(result(joinBelow, 'A.\n\n* * *|\n\nB.')).toBe('A.\n\n|B.');
    expect(result(joinBelow, 'A|b')).toBe('A|b');
  });
});

describe('emphasis by key', () => {
  it.each([
    ['selected words', 'The |late| ferry', 'The *|late|* ferry'],
    ['without the blanks around', 'The| late |ferry', 'The| *late* |ferry'],
    ['the word at the caret', 'The la|te ferry', 'The *la|te* ferry'],
    ['each paragraph by itself', '|A.\n\nB.|', '*|A.*\n\n*B.|*'],
    ['what is typed next', 'The |', 'The *|*'],
  ])('is of %s, and is taken away again', (_what, text, expected) => {
    expect(result(toggled('*'), text)).toBe(expected);
  });

  it('is taken away', () => {
    expect(result(toggled('*'), 'The *|late|* ferry')).toBe('The |late| ferry');
    expect(result(toggled('*'), 'The *la|te* ferry')).toBe('The la|te ferry');
    expect(result(toggled('**'), 'The **|late|** ferry')).toBe('The |late| ferry');
    expect(result(toggled('*'), 'The |*late*| ferry')).toBe('The |late| ferry');
  });

  it('ends behind what was typed, and leaves no signs around nothing', () => {
    expect(result(toggled('*'), 'The *late|*')).toBe('The *late*|');
    expect(result(toggled('*'), 'The *|*')).toBe('The |');
    expect(result(toggled('**'), 'The **|**')).toBe('The |');
  });

  it('is bold beside italic', () => {
    expect(result(toggled('**'), 'The *|late|* ferry')).toBe('The ***|late|*** ferry');
  });
});

it('quotes paragraphs, and takes that back', () => {
  expect(result(quoted, '|A.\n\nB.|')).toBe('> |A.\n>\n> B.|');
  expect(result(quoted, '> |A.\n>\n> B.|')).toBe('|A.\n\nB.|');
});

it('breaks the scene behind a paragraph', () => {
  expect(result(brokenScene, 'A.| B')).toBe('A. B\n\n* * *\n\n|');
  expect(result(brokenScene, 'A,\\|\nB.\n\nC.')).toBe('A,\\\nB.\n\n* * *\n\n|\n\nC.');
  expect(result(brokenScene, 'A.\n\n|')).toBe('A.\n\n* * *\n\n|');
});

/** What an author puts in at the caret. */
const typed =
  (text: string, userEvent = 'input.type'): StateCommand =>
  ({ state, dispatch }) => {
    dispatch(state.update({ ...state.replaceSelection(text), userEvent }));
    return true;
  };

describe('what is put in', () => {
  it.each([
    ['between two paragraphs is one', 'A.\n|\nC.', 'x', 'A.\n\nx|\n\nC.'],
    ['in an empty paragraph stays there', 'A.\n\n|\n\nC.', 'x', 'A.\n\nx|\n\nC.'],
    ['behind the backslash of a line stands before it', 'a,\\|\nb', 'x', 'a,x|\\\nb'],
    ['behind a backslash of the text stays', 'a\\|\n\nb', '*', 'a\\*|\n\nb'],
    ['in the line behind such a break stays', 'a,\\\n|', 'x', 'a,\\\nx|'],
    ['in an empty line of code stays', '```\na\n|\nb\n```', 'x', '```\na\nx|\nb\n```'],
  ])('%s', (_where, text, keys, expected) => {
    expect(result(typed(keys), text)).toBe(expected);
    expect(result(typed(keys, 'input.paste'), text)).toBe(expected);
  });

  it('is not moved while an input method composes it', () => {
    expect(result(typed('x', 'input.type.compose'), 'A.\n|\nC.')).toBe('A.\nx|\nC.');
  });
});
