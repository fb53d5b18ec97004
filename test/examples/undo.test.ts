import { describe, expect, it } from 'vitest';
import { applied, editsBetween } from '../../examples/editor/edits.ts';
import { UndoHistory } from '../../examples/editor/undo.ts';
import fc from '../support/fast-check.ts';

/** A history with its text: `now` in milliseconds, a second and more between edits. */
function begun(text: string) {
  const history = new UndoHistory(text);
  let [present, now] = [text, 0];
  const take = (edit: ReturnType<UndoHistory['undo']>) => {
    if (!edit) return false;
    expect(present.slice(edit.at, edit.at + edit.removed.length)).toBe(edit.removed);
    present = applied(present, edit);
    return true;
  };
  return {
    text: () => present,
    type(text: string, ms = 2_000) {
      now += ms;
      present = text;
      history.typed(text, now);
    },
    change(text: string) {
      present = text;
      history.changed(text);
    },
    undo: () => take(history.undo()),
    redo: () => take(history.redo()),
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

  it('forgets an edit whose words somebody has changed, and takes back the one before', () => {
    const editor = begun('A b c.');
    editor.type('A b c. New.');
    editor.type('A storm b c. New.');
    editor.change('A calm b c. New.');
    editor.undo();
    expect(editor.text()).toBe('A calm b c.');
    expect(editor.undo()).toBe(false);
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
});
