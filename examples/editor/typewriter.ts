import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Whether nothing but the text is shown. */
export const isFocused = () => document.body.hasAttribute('data-focus');

/** While nothing but the text is shown, the line at the caret stays at one height; a pointer moves nothing. */
export const typewriter = EditorState.transactionExtender.of((change) => {
  const isOwn = change.isUserEvent('input') || change.isUserEvent('delete') || change.isUserEvent('select');
  if (!isFocused() || !isOwn || change.isUserEvent('select.pointer')) return null;
  return { effects: EditorView.scrollIntoView(change.newSelection.main.head, { y: 'center' }) };
});
