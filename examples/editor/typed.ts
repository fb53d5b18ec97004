import { type About, Draft } from './drafts.ts';

/**
 * Keeps in the browser what is typed into a control, until it is sent: call the answer then. What an earlier visit has left is
 * put into the control, unless that was edited since.
 */
export function keepTyped(
  control: HTMLInputElement | HTMLTextAreaElement,
  key: string,
  about: About,
  signal: AbortSignal,
): () => void {
  const draft = new Draft<{ base: string; mine: string }>(key, about, signal);
  const base = control.value;
  const keep = () => draft.keep(control.value === base ? undefined : { base, mine: control.value });
  control.addEventListener('input', keep, { signal });
  draft.inherit(({ mine }) => {
    if (control.value !== base) return false;
    control.value = mine;
    keep();
    return true;
  });
  return () => draft.keep(undefined);
}
