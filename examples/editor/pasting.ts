import { EditorView } from '@codemirror/view';
import { markdownOf } from './pasted.ts';

/** What is pasted keeps its paragraphs, headings, breaks and emphasis, and nothing else. */
export const pasting = EditorView.domEventHandlers({
  paste({ clipboardData }, view) {
    const html = clipboardData?.getData('text/html') ?? '';
    const text = html === '' ? apart(clipboardData?.getData('text/plain') ?? '') : markdownOf(html);
    if (text === '' || view.state.readOnly) return false;
    view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input.paste' });
    return true;
  },
});

/** Programs that give no form end a paragraph with one line break. */
function apart(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
  const isMarked = lines.some(
    (line, index) => /\\$|^\s*(?:>|(?:[-*+]|\d+[.)])\s)/.test(line) || (line.trim() === '' && index < lines.length - 1),
  );
  return isMarked ? lines.join('\n') : lines.join('\n\n').replace(/\n+$/, '');
}
