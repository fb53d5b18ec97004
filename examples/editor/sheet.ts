import type { Draft } from './chapter-draft.ts';
import { byId, putText } from './dom.ts';
import { withoutEscapes } from './escapes.ts';
import { mayPropose, mayWrite } from './rights.ts';

/** The controls of the open chapter. */
export const controls = {
  title: byId('title', HTMLTextAreaElement),
  summary: byId('summary', HTMLTextAreaElement),
  content: byId('content', HTMLTextAreaElement),
};

/** Selects words of the text and scrolls to them. */
export function selectText(start: number, end: number): void {
  // It may be hidden behind the text as it reads.
  controls.content.dispatchEvent(new Event('wanted'));
  controls.content.focus();
  controls.content.setSelectionRange(start, end);
}

/** Selects words of a title, a summary or the text; notes are in the sheet of the chapter. */
export function selectHit({ field, start, end }: { field: string; start: number; end: number }): void {
  if (field === 'content') selectText(start, end);
  if (field === 'notes') {
    byId('chapter-sheet', HTMLDetailsElement).open = true;
    byId('chapter-fields', HTMLElement).querySelector('textarea')?.focus();
  }
  const control = { title: controls.title, summary: controls.summary }[field];
  control?.focus();
  control?.setSelectionRange(start, end);
}

/** Read-only while nothing would save the input. A key that may only propose changes the text only. */
export function lock(isLocked: boolean): void {
  for (const control of Object.values(controls)) control.readOnly = isLocked || !mayWrite();
  controls.content.readOnly = isLocked || !mayPropose();
}

/** Shows new text; a view at the end stays at the end. */
export function putWritten(text: string): void {
  const main = controls.content.closest('main');
  const belowFold = () => controls.content.getBoundingClientRect().bottom - (main?.getBoundingClientRect().bottom ?? 0);
  const sawEnd = belowFold() <= 0;
  putContent(text);
  if (sawEnd && belowFold() > 0) main?.scrollBy(0, belowFold() + 64);
}

export function putDraft({ title, summary, content }: Draft): void {
  putText(controls.title, title);
  putText(controls.summary, summary);
  putContent(content);
}

/** What lies behind the text follows it: an input does not tell of text that was put into it. */
function putContent(content: string): void {
  putText(controls.content, withoutEscapes(content));
  controls.content.dispatchEvent(new Event('shown'));
}
