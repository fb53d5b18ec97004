import { ask } from './client.ts';
import { h } from './dom.ts';
import { CallPreviewDocument, type CallPreviewQuery, type PaidCall } from './operations.gen.ts';
import { promptParts } from './prompt.ts';

type Preview = CallPreviewQuery['callPreview'];

interface Offer {
  bookId: string;
  /** The mutation that will be sent, with its arguments. */
  call: PaidCall;
  question: string;
  /** What happens to what is there now. */
  note?: string | undefined;
  yes: string;
}

let isAsking = false;

/**
 * Shows what a paid call sends and costs, and asks whether to make it; of two at a time, only the first is asked. Throws what
 * the call would throw.
 */
export async function agreed(offer: Offer): Promise<boolean> {
  if (isAsking) return false;
  isAsking = true;
  try {
    return await asked(offer);
  } finally {
    isAsking = false;
  }
}

async function asked({ bookId, call, question, note, yes }: Offer): Promise<boolean> {
  const { callPreview } = await ask(CallPreviewDocument, { bookId, call });
  const dialog = h(
    'dialog',
    { class: 'wide', 'aria-label': question },
    h('h2', {}, question),
    ...(note ? [h('p', {}, note)] : []),
    h('p', {}, sizeOf(callPreview), ' ', h('strong', {}, priceOf(callPreview))),
    h(
      'form',
      { method: 'dialog', class: 'actions' },
      h('button', { value: 'no' }, 'Cancel'),
      h('button', { value: 'yes', class: 'primary', autofocus: true }, yes),
    ),
    promptParts(callPreview),
  );
  const { promise, resolve } = Promise.withResolvers<boolean>();
  dialog.addEventListener('close', () => {
    dialog.remove();
    resolve(dialog.returnValue === 'yes');
  });
  document.body.append(dialog);
  dialog.showModal();
  return promise;
}

/** Counts of the service; the model may count differently. */
function sizeOf({ model, times, estimate: { inputTokens, expectedOutputTokens } }: Preview): string {
  const calls = times === 1 ? `${model} reads` : `${times} calls of ${model} read`;
  const written =
    expectedOutputTokens === null
      ? ''
      : ` and ${times === 1 ? 'writes' : 'write'} about ${rounded(expectedOutputTokens)}`;
  return `${calls} about ${rounded(inputTokens)} tokens${written}.`;
}

function priceOf({ estimate: { costMicros } }: Preview): string {
  if (costMicros === null) return 'Its price is not known here.';
  const price = (costMicros / 1_000_000).toLocaleString(undefined, { maximumSignificantDigits: 2 });
  return `Expected price: ${price}.`;
}

const rounded = (tokens: number) => tokens.toLocaleString(undefined, { maximumSignificantDigits: 2 });
