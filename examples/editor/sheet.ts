import { type Draft, fields } from './chapter-draft.ts';
import { byId, putText } from './dom.ts';
import { withoutEscapes } from './escapes.ts';
import { mayPropose, mayWrite } from './rights.ts';

/** The controls of the open chapter. */
export const controls = {
  title: byId('title', HTMLTextAreaElement),
  summary: byId('summary', HTMLTextAreaElement),
  content: byId('content', HTMLTextAreaElement),
};

let composing: PromiseWithResolvers<void> | undefined;

/** Resolves when no input method composes words in the chapter: nothing may be put into a control meanwhile. */
export async function composed(): Promise<void> {
  while (composing) await composing.promise;
}

for (const control of Object.values(controls)) {
  control.addEventListener('compositionstart', () => {
    composing ??= Promise.withResolvers();
  });
  // Some browsers tell of the last input after the end.
  control.addEventListener('compositionend', () =>
    setTimeout(() => {
      composing?.resolve();
      composing = undefined;
    }),
  );
}

/** A copy of the text behind the text: a text control can neither mark its words nor tell where they are. */
export const copy = byId('marks', HTMLElement).appendChild(document.createTextNode(''));

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

/** `isOwn`: undo takes the change of the text back, as one of the author's own. */
export function putDraft({ title, summary, content }: Draft, isOwn = false): void {
  putText(controls.title, title);
  putText(controls.summary, summary);
  putContent(content, isOwn);
}

/** Puts the texts of another chapter into the controls, with the caret at a place of the text that is shown. */
export function putChapter({ title, summary, content }: Draft, caretIn: (text: string) => number): void {
  const texts = { title, summary, content: withoutEscapes(content) };
  for (const field of fields) {
    controls[field].value = texts[field];
    controls[field].setSelectionRange(0, 0);
  }
  const caret = caretIn(texts.content);
  controls.content.setSelectionRange(caret, caret);
  controls.content.dispatchEvent(new Event('shown'));
}

/** What lies behind the text follows it: an input does not tell of text that was put into it. */
function putContent(content: string, isOwn = false): void {
  putText(controls.content, withoutEscapes(content));
  controls.content.dispatchEvent(new CustomEvent('shown', { detail: { isOwn } }));
}
