import { type Draft, fields } from './chapter-draft.ts';
import { byId, putText } from './dom.ts';
import { withoutEscapes } from './escapes.ts';

/** The controls of the open chapter. */
export const controls = {
  title: byId('title', HTMLTextAreaElement),
  summary: byId('summary', HTMLTextAreaElement),
  content: byId('content', HTMLTextAreaElement),
};

/** Read-only while nothing would save the input. */
export function lock(isLocked: boolean): void {
  for (const control of Object.values(controls)) control.readOnly = isLocked;
}

/** Shows new text; a view at the end stays at the end. */
export function putWritten(text: string): void {
  const main = controls.content.closest('main');
  const belowFold = () => controls.content.getBoundingClientRect().bottom - (main?.getBoundingClientRect().bottom ?? 0);
  const sawEnd = belowFold() <= 0;
  putText(controls.content, withoutEscapes(text));
  if (sawEnd && belowFold() > 0) main?.scrollBy(0, belowFold() + 64);
}

export function putDraft(draft: Draft): void {
  for (const field of fields)
    putText(controls[field], field === 'content' ? withoutEscapes(draft.content) : draft[field]);
}
