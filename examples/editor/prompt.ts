import { h } from './dom.ts';
import type { PromptFragment } from './operations.gen.ts';

interface Block {
  tokens: number;
  /** Why parts of it were shortened or left out, each reason once. */
  reasons: Set<string>;
}

/** The parts of a prompt, closed at first: each block with its size, and the messages as they are sent. */
export function promptParts(label: string, { messages, manifest }: PromptFragment): HTMLDetailsElement {
  const blocks = new Map<string, Block>();
  for (const { block, tokens, reason } of manifest) {
    const one = blocks.get(block) ?? { tokens: 0, reasons: new Set() };
    one.tokens += tokens;
    if (reason) one.reasons.add(reason);
    blocks.set(block, one);
  }
  return h(
    'details',
    { class: 'prompt' },
    h('summary', {}, label),
    h('table', {}, heads(), h('tbody', {}, ...[...blocks].map(row))),
    ...messages.map(({ role, content }) => message(role === 'system' ? 'Rules' : 'Material', content)),
  );
}

function heads(): HTMLElement {
  const [part, tokens, reason] = ['Part', 'Tokens', 'Shortened or left out'].map((name) =>
    h('th', { scope: 'col' }, name),
  );
  return h('thead', {}, h('tr', {}, part ?? '', tokens ?? '', reason ?? ''));
}

function row([name, { tokens, reasons }]: [string, Block]): HTMLElement {
  const label = h('th', { scope: 'row' }, name.replaceAll('-', ' '));
  return h('tr', {}, label, h('td', {}, tokens.toLocaleString()), h('td', {}, [...reasons].join('; ')));
}

/** Text of the book is data: only ever a text node. */
function message(label: string, content: string): HTMLElement {
  return h('pre', { class: 'prose', tabindex: 0, role: 'group', 'aria-label': label }, content);
}
