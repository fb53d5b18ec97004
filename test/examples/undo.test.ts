import { redo, undo } from '@codemirror/commands';
import { EditorState, Transaction } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { type Edit, editsBetween } from '../../examples/editor/edits.ts';
import { givenText, placesBetween, steps } from '../../examples/editor/given.ts';
import fc from '../support/fast-check.ts';

const applied = (text: string, { at, removed, added }: Edit) =>
  text.slice(0, at) + added + text.slice(at + removed.length);

/** The text of the desk, without a page: `ms` lie between one edit and the next, by default more than a second. */
function begun(text: string) {
  let [state, now] = [EditorState.create({ doc: text, extensions: [steps] }), 0];
  const dispatch = (change: Transaction) => {
    state = change.state;
  };
  return {
    text: () => state.doc.toString(),
    type(text: string, ms = 2_000) {
      now += ms;
      const changes = editsBetween(state.doc.toString(), text).map(({ at, removed, added }) => ({
        from: at,
        to: at + removed.length,
        insert: added,
      }));
      dispatch(state.update({ changes, userEvent: 'input.type', annotations: Transaction.time.of(now) }));
    },
    change(text: string) {
      const spec = givenText(state, text, false);
      if (spec) dispatch(state.update(spec));
    },
    own(text: string) {
      const spec = givenText(state, text, true);
      if (spec) dispatch(state.update(spec));
    },
    undo: () => undo({ state, dispatch }),
    redo: () => redo({ state, dispatch }),
  };
}

describe('undo', () => {
  it('takes back typing up to a pause, and gives it again', () => {
    const editor = begun('The sea.');
    editor.type('The seas.');
    editor.type('The seast.', 100);
    editor.type('The seast');
    editor.undo();
    expect(editor.text()).toBe('The seast.');
    editor.undo();
    expect(editor.text()).toBe('The sea.');
    expect(editor.undo()).toBe(false);
    while (editor.redo());
    expect(editor.text()).toBe('The seast');
  });

  it('leaves words of others, before and after one’s own', () => {
    const editor = begun('One.\n\nTwo.\n\nThree.');
    editor.type('One.\n\nTwo and a half.\n\nThree.');
    editor.change('Zero.\n\nOne.\n\nTwo and a half.\n\nThree!');
    editor.undo();
    expect(editor.text()).toBe('Zero.\n\nOne.\n\nTwo.\n\nThree!');
    editor.change('Zero.\n\nOne.\n\nTwo.\n\nThree! Four.');
    editor.redo();
    expect(editor.text()).toBe('Zero.\n\nOne.\n\nTwo and a half.\n\nThree! Four.');
  });

  it('leaves words of others in the same paragraph', () => {
    const editor = begun('The sea was calm.');
    editor.type('The deep sea was calm.');
    editor.change('The deep sea was not calm.');
    editor.undo();
    expect(editor.text()).toBe('The sea was not calm.');
  });

  it('takes back one’s own letters only, of words that somebody has changed', () => {
    const editor = begun('A b c.');
    editor.type('A b c. New.');
    editor.type('A storm b c. New.');
    editor.change('A storm and snow b c. New.');
    editor.undo();
    expect(editor.text()).toBe('A and snow b c. New.');
    editor.undo();
    expect(editor.text()).toBe('A and snow b c.');
  });

  it('takes back an accepted proposal by itself', () => {
    const editor = begun('The ferry came late.');
    editor.type('The ferry came very late.');
    editor.own('The boat came very late.');
    editor.type('The boat came very late!', 10);
    editor.undo();
    expect(editor.text()).toBe('The boat came very late.');
    editor.undo();
    expect(editor.text()).toBe('The ferry came very late.');
    editor.undo();
    expect(editor.text()).toBe('The ferry came late.');
  });

  it('takes back exactly one’s own edits, whatever others do', () => {
    const pieceOf = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 6 });
    const stepOf = (who: 'mine' | 'theirs', letters: string) =>
      fc.record({ who: fc.constant(who), at: fc.nat(), length: fc.nat({ max: 6 }), words: pieceOf(letters) });
    const steps = fc.array(fc.oneof(stepOf('mine', 'abc\n'), stepOf('theirs', 'XYZ\n')), { maxLength: 14 });
    const foreign = (text: string) => text.replace(/[^XYZ]/g, '').length;
    fc.assert(
      fc.property(pieceOf('mno\n'), steps, (base, all) => {
        const editor = begun(base);
        for (const { who, at, length, words } of all) {
          const start = at % (editor.text().length + 1);
          const text = editor.text().slice(0, start) + words + editor.text().slice(start + length);
          if (who === 'mine') editor.type(text);
          else editor.change(text);
        }
        const present = editor.text();
        while (editor.undo());
        expect(foreign(editor.text())).toBeGreaterThanOrEqual(foreign(present));
        if (all.every(({ who }) => who === 'mine')) expect(editor.text()).toBe(base);
        while (editor.redo());
        expect(editor.text()).toBe(present);
      }),
      { numRuns: 300 },
    );
  });

  it('finds edits that make one text of another, from the end', () => {
    const text = fc.array(fc.constantFrom('', 'sea', 'wind', 'snow\n'), { maxLength: 8 }).map((all) => all.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(editsBetween(before, after).reduce(applied, before)).toBe(after);
      }),
      { numRuns: 300 },
    );
  });

  it('knows where words of a former text are', () => {
    const placeOf = placesBetween('The ferry came late.', 'Then: The ferry came late.');
    expect([placeOf(4, 1), placeOf(9, -1)]).toEqual([10, 15]);
  });
});
