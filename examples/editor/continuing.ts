import { byId } from './dom.ts';
import { reasonOf } from './notice.ts';
import type { ChapterStatus, RunStateFragment, WriteRequest } from './operations.gen.ts';
import type { SaveState } from './save-outcome.ts';
import { surface } from './surface.ts';
import { keepTyped } from './typed.ts';

type Wishes = Pick<WriteRequest, 'words' | 'instructions'>;

const words = byId('continue-words', HTMLInputElement);
const instructions = byId('continue-instructions', HTMLTextAreaElement);
const directive = byId('directive', HTMLTextAreaElement);

/** A form below the text, and what it empties once the run that it began has completed. */
function formOf(id: string, label: string, emptied: HTMLTextAreaElement) {
  return {
    label,
    form: byId(id, HTMLFormElement),
    fields: byId(`${id}-fields`, HTMLFieldSetElement),
    trouble: byId(`${id}-trouble`, HTMLElement),
    emptied,
  };
}

const continuing = formOf('continue', 'Instructions', instructions);
const rewriting = formOf('rewrite', 'Directive', directive);

/** Where the forms are shown, and until when. */
interface Around {
  bookId: string;
  chapter: { id: string; title: string };
  signal: AbortSignal;
}

type Begun = Promise<RunStateFragment | undefined>;

/** The form that appends to a text. `begin` calls `started` with the run, and resolves when it has ended. */
export function listenContinue(begin: (wishes: Wishes, started: () => void) => Begun, around: Around): void {
  listen(continuing, (started) => begin(wishesNow(), started), around);
}

/** The form that has a text rewritten. */
export function listenRewrite(begin: (directive: string, started: () => void) => Begun, around: Around): void {
  listen(rewriting, (started) => begin(directive.value, started), around);
}

function listen(
  { label, form, emptied, trouble }: ReturnType<typeof formOf>,
  begin: (started: () => void) => Begun,
  { bookId, chapter: { id, title }, signal }: Around,
): void {
  emptied.value = '';
  trouble.textContent = '';
  const sent = keepTyped(emptied, `${id}/${form.id}`, { bookId, label: `${label} · ${title}` }, signal);
  const submit = async (event: Event) => {
    event.preventDefault();
    trouble.textContent = '';
    try {
      const wanted = emptied.value;
      const run = await begin(sent);
      if (!run || signal.aborted || emptied.value !== wanted) return;
      // After a fault they are wanted again.
      if (run.state === 'completed') emptied.value = '';
      emptied.dispatchEvent(new Event('input'));
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
  continuing.form.requestSubmit();
}

/** Only a chapter with text can be continued, only a complete one rewritten, and not while something else has the text. */
export function showContinue({ name }: SaveState, status: ChapterStatus): void {
  continuing.form.hidden = status === 'empty';
  rewriting.form.hidden = status !== 'complete';
  const isDisabled = name === 'busy' || name === 'conflict';
  for (const { fields, trouble } of [continuing, rewriting]) {
    if (name === 'busy') trouble.textContent = '';
    const hadFocus = fields.contains(document.activeElement);
    fields.disabled = isDisabled;
    // A disabled control loses the focus, and with it the place of the reader.
    if (isDisabled && hadFocus) surface.focus();
  }
}
