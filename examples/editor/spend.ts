import { ask } from './client.ts';
import { h } from './dom.ts';
import { type Question, questionOf } from './notice.ts';
import { CallPreviewDocument, type CallPreviewQuery, type PaidCall } from './operations.gen.ts';
import { promptParts } from './prompt.ts';
import { inCurrency } from './rights.ts';

type Preview = CallPreviewQuery['callPreview'];

interface Offer {
  bookId: string;
  /** The mutation that will be sent, with its arguments. */
  call: PaidCall;
  /** How many calls like it follow; default 1. */
  count?: number;
  question: string;
  /** What happens to what is there now. */
  note?: string | undefined;
  yes: string;
  /** Aborted when the question has become pointless. */
  signal?: AbortSignal;
}

let isAsking = false;

/**
 * Shows what a paid call sends and costs, and asks whether to make it; of two at a time, only the first is asked. Throws what
 * the call would throw.
 */
export async function agreed({ bookId, call, count = 1, question, note, yes, signal }: Offer): Promise<boolean> {
  if (isAsking) return false;
  isAsking = true;
  const price = h('p', { role: 'status' }, 'Asking what it costs …');
  const asked = questionOf(question, yes, h('h2', {}, question), ...(note ? [h('p', {}, note)] : []), price);
  const close = () => asked.dialog.close('no');
  signal?.addEventListener('abort', close);
  try {
    await showPrice(asked, price, { bookId, call }, count);
    return await asked.answer;
  } catch (error) {
    if (!(await withdrawn(asked))) throw error;
    return false;
  } finally {
    signal?.removeEventListener('abort', close);
    isAsking = false;
  }
}

/** Whether the question had been answered when its price could not be shown. */
async function withdrawn({ dialog, answer }: Question): Promise<boolean> {
  if (!dialog.open) return true;
  dialog.close('no');
  await answer;
  return false;
}

async function showPrice(
  { dialog, yes }: Question,
  price: HTMLElement,
  variables: Pick<Offer, 'bookId' | 'call'>,
  count: number,
): Promise<void> {
  yes.disabled = true;
  dialog.classList.add('wide');
  // The keys that began the call agree to it too, when they are pressed once more.
  dialog.addEventListener('keydown', ({ key, ctrlKey, metaKey, repeat }) => {
    if (key === 'Enter' && (ctrlKey || metaKey) && !repeat && !yes.disabled) yes.click();
  });
  const { callPreview } = await ask(CallPreviewDocument, variables);
  price.replaceChildren(sizeOf(callPreview), ' ', h('strong', {}, priceOf(callPreview, count)));
  const label = callPreview.times > 1 || count > 1 ? 'What the first call reads' : 'What the model reads';
  dialog.append(promptParts(label, callPreview));
  yes.disabled = false;
}

/** Counts of the service; the model may count differently. */
function sizeOf({ model, times, estimate: { inputTokens, expectedOutputTokens } }: Preview): string {
  const calls = times === 1 ? `${model} reads` : `${times} calls of ${model} read`;
  const writes = times === 1 ? 'writes' : 'write';
  const written = expectedOutputTokens === null ? '' : ` and ${writes} about ${rounded(expectedOutputTokens)}`;
  return `${calls} about ${rounded(inputTokens)} tokens${written}.`;
}

function priceOf({ estimate: { costMicros, low, high } }: Preview, count: number): string {
  if (costMicros === null) return 'Its price is not known here.';
  const price = (micros: number | null | undefined) => inCurrency((count * (micros ?? 0)) / 1_000_000);
  const what = count === 1 ? 'Expected price' : `Expected price of ${count} such chapters`;
  return `${what}: ${price(costMicros)}, between ${price(low?.costMicros)} and ${price(high?.costMicros)}.`;
}

const rounded = (tokens: number) => tokens.toLocaleString(undefined, { maximumSignificantDigits: 2 });
