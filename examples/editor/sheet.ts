import type { Draft } from './chapter-draft.ts';
import { byId, putText } from './dom.ts';
import { mayPropose, mayWrite } from './rights.ts';
import { lockText, openText, putIn, surface } from './surface.ts';

/** The controls of the open chapter besides its text. */
export const controls = {
  title: byId('title', HTMLTextAreaElement),
  summary: byId('summary', HTMLTextAreaElement),
};

let composing: PromiseWithResolvers<void> | undefined;

/** Resolves when no input method composes words in the chapter: nothing may be put into a control meanwhile. */
export async function composed(): Promise<void> {
  while (composing) await composing.promise;
}

for (const control of [...Object.values(controls), surface.contentDOM]) {
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

/** Read-only while nothing would save the input. A key that may only propose changes the text only. */
export function lock(isLocked: boolean): void {
  for (const control of Object.values(controls)) control.readOnly = isLocked || !mayWrite();
  lockText(isLocked || !mayPropose());
}

/** Shows new text; a view at the end stays at the end. */
export function putWritten(text: string): void {
  const main = surface.dom.closest('main');
  const belowFold = () => surface.dom.getBoundingClientRect().bottom - (main?.getBoundingClientRect().bottom ?? 0);
  const sawEnd = belowFold() <= 0;
  putIn(text);
  if (sawEnd && belowFold() > 0) main?.scrollBy(0, belowFold() + 64);
}

/** `isOwn`: undo takes the change of the text back, as one of the author's own. */
export function putDraft({ title, summary, content }: Draft, isOwn = false): void {
  putText(controls.title, title);
  putText(controls.summary, summary);
  putIn(content, isOwn);
}

/** Shows the texts of another chapter, with the caret at a place of its text. */
export function putChapter({ title, summary, content }: Draft, caret: number): void {
  for (const [control, text] of [
    [controls.title, title],
    [controls.summary, summary],
  ] as const) {
    control.value = text;
    control.setSelectionRange(0, 0);
  }
  openText(content, caret);
}
