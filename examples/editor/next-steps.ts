import type { Book } from './book.ts';
import { byId, h } from './dom.ts';
import { choosePane, chooseTab } from './panes.ts';

/** The book whose steps are shown, and the step whose mark changes. */
let shown: { id: string; people: HTMLElement } | undefined;

/** What to do in a book without chapters. When the book changes, the buttons stay, and with them the focus. */
export function showNextSteps({ id, data }: Book): void {
  if (shown?.id !== id) shown = { id, people: makeSteps(id) };
  shown.people.textContent = `${data.characters.length > 0 ? '✓' : '○'} Say who the people are, and what they want.`;
}

function makeSteps(bookId: string): HTMLElement {
  const open = (panel: string) => () => {
    choosePane('panel');
    chooseTab(panel)?.focus();
  };
  const button = (label: string, onclick: () => void) =>
    h('button', { type: 'button', 'data-needs': 'books:write', onclick }, label);
  const add = () => byId('add-chapter', HTMLElement).click();
  const outline = h('a', { href: `desk#${bookId}/outline`, class: 'button' }, 'Make an outline');
  const people = h('span');
  const step = (text: string, control: HTMLElement) => h('li', {}, h('span', {}, text), control);
  byId('no-page', HTMLElement).replaceChildren(
    h('h2', {}, 'This book has no chapters yet'),
    h(
      'ol',
      {},
      step('✓ The premise is there. The decisions of the plan can follow.', button('Plan', open('plan'))),
      h('li', {}, people, button('Cast', open('cast'))),
      step('○ Have outlines made, compare them, and adopt one.', outline),
      step('○ Or begin with a chapter of your own.', button('Begin with a chapter', add)),
    ),
  );
  return people;
}
