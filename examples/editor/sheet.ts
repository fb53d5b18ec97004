import { type Draft, fields } from './chapter-draft.ts';
import { byId, putText } from './dom.ts';

/** Where the open chapter is read and typed. */
export const controls = {
  title: byId('title', HTMLTextAreaElement),
  summary: byId('summary', HTMLTextAreaElement),
  content: byId('content', HTMLTextAreaElement),
};

/** What is typed while nobody keeps it would be lost. */
export function lock(isLocked: boolean): void {
  for (const control of Object.values(controls)) control.readOnly = isLocked;
}

/** Shows what has been written so far; whoever sees its end goes on seeing it. */
export function putWritten(text: string): void {
  const main = controls.content.closest('main');
  const belowFold = () => controls.content.getBoundingClientRect().bottom - (main?.getBoundingClientRect().bottom ?? 0);
  const sawEnd = belowFold() <= 0;
  putText(controls.content, text);
  if (sawEnd && belowFold() > 0) main?.scrollBy(0, belowFold() + 64);
}

export function putDraft(draft: Draft): void {
  for (const field of fields) putText(controls[field], draft[field]);
}
