import type { SaveState } from './autosave.ts';
import { byId } from './dom.ts';
import { reasonOf } from './notice.ts';
import type { ChapterStatus, RunStateFragment, WriteRequest } from './operations.gen.ts';

type Wishes = Pick<WriteRequest, 'words' | 'instructions'>;

const form = byId('continue', HTMLFormElement);
const fields = byId('continue-fields', HTMLFieldSetElement);
const words = byId('continue-words', HTMLInputElement);
const instructions = byId('continue-instructions', HTMLTextAreaElement);
const trouble = byId('continue-trouble', HTMLElement);

/** The form below a text that appends to it. `begin` resolves with the ended run. */
export function listenContinue(
  begin: (wishes: Wishes) => Promise<RunStateFragment | undefined>,
  signal: AbortSignal,
): void {
  instructions.value = '';
  trouble.textContent = '';
  const submit = async (event: Event) => {
    event.preventDefault();
    trouble.textContent = '';
    try {
      const run = await begin(wishesNow());
      // After a fault they are wanted again.
      if (run?.state === 'completed') instructions.value = '';
    } catch (error) {
      trouble.textContent = reasonOf(error);
    }
  };
  form.addEventListener('submit', submit, { signal });
}

/** Limits of both are those of the service, whose message names them. */
function wishesNow(): Wishes {
  return {
    ...(words.value === '' ? {} : { words: words.valueAsNumber }),
    ...(instructions.value.trim() === '' ? {} : { instructions: instructions.value }),
  };
}

/** As by the button of the form. */
export function submitContinue(): void {
  form.requestSubmit();
}

/** Only a chapter with text can be continued, and not while something else has the text. */
export function showContinue({ name }: SaveState, status: ChapterStatus): void {
  form.hidden = status === 'empty';
  const isDisabled = name === 'busy' || name === 'conflict';
  const hadFocus = fields.contains(document.activeElement);
  fields.disabled = isDisabled;
  // A disabled control loses the focus, and with it the place of the reader.
  if (isDisabled && hadFocus) byId('content', HTMLElement).focus({ preventScroll: true });
}
