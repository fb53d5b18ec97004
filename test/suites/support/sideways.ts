import type { Page } from 'playwright-core';

/** Parts that scroll sideways by intent; the page around them does not. */
const wideByIntent = '.scroll, .picture, pre, .monaco-editor, .graphiql-tabs, .swagger-ui';

/** What is wider than its place: the page, or a part that would show a bar for scrolling sideways. */
export const sideways = (page: Page): Promise<string[]> =>
  page.evaluate((byIntent) => {
    const root = document.documentElement;
    const bars = [...document.querySelectorAll('body, body *')].filter(
      (one) =>
        one.clientWidth > 0 &&
        one.scrollWidth > one.clientWidth &&
        /auto|scroll/.test(getComputedStyle(one).overflowX) &&
        !one.closest(byIntent),
    );
    const named = (one: Element) => `${one.localName}${one.id && `#${one.id}`} by ${one.scrollWidth - one.clientWidth}`;
    return [...(root.scrollWidth > innerWidth ? [root] : []), ...bars].map(named);
  }, wideByIntent);
