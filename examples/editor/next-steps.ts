import type { Book } from './book.ts';
import { byId, h } from './dom.ts';
import { choosePane, chooseTab } from './panes.ts';

/** What to do in a book without chapters. */
export function showNextSteps({ id, data }: Book): void {
  const open = (panel: string) => () => {
    choosePane('panel');
    chooseTab(panel)?.focus();
  };
  const button = (label: string, onclick: () => void) =>
    h('button', { type: 'button', 'data-needs': 'books:write', onclick }, label);
  const add = () => byId('add-chapter', HTMLElement).click();
  const outline = h('a', { href: `desk#${id}/outline`, class: 'button' }, 'Make an outline');
  const steps: [done: boolean, text: string, HTMLElement][] = [
    [true, 'The premise is there. The decisions of the plan can follow.', button('Plan', open('plan'))],
    [data.characters.length > 0, 'Say who the people are, and what they want.', button('Cast', open('cast'))],
    [false, 'Have outlines made, compare them, and adopt one.', outline],
    [false, 'Or begin with a chapter of your own.', button('Begin with a chapter', add)],
  ];
  byId('no-page', HTMLElement).replaceChildren(
    h('h2', {}, 'This book has no chapters yet'),
    h(
      'ol',
      {},
      ...steps.map(([done, text, control]) => h('li', {}, h('span', {}, `${done ? '✓' : '○'} ${text}`), control)),
    ),
  );
}
