import { Html, html } from '../markup.ts';

/** `auto` follows the viewer's system. */
export type Theme = 'auto' | 'light' | 'dark';

interface Colours {
  paper: string;
  ink: string;
  /** Secondary text; still legible (WCAG AA on paper). */
  muted: string;
  accent: string;
  strong: string;
  /** Background of marks. */
  soft: string;
  quiet: string;
  /** Guide lines. */
  rule: string;
}

const light: Colours = {
  paper: '#fbfaf7',
  ink: '#1f2328',
  muted: '#57606a',
  accent: '#1d5a96',
  strong: '#8a1c3a',
  soft: '#d9e6f5',
  quiet: '#efece5',
  rule: '#d5d2ca',
};

const dark: Colours = {
  paper: '#16181c',
  ink: '#e8e6e1',
  muted: '#a8aeb7',
  accent: '#8fc1f5',
  strong: '#f09ab0',
  soft: '#23405f',
  quiet: '#23262c',
  rule: '#3b4048',
};

/**
 * Styles of a drawing: `ink` and the other names fill, `pen-ink` and so on stroke. Written out, because not every SVG
 * viewer supports variables.
 */
export function styleOf(theme: Theme): Html {
  const own = rulesOf(theme === 'dark' ? dark : light);
  const other = theme === 'auto' ? `@media (prefers-color-scheme:dark){${rulesOf(dark)}}` : '';
  return html`<style>${new Html(own + other)}</style>`;
}

function rulesOf(colours: Colours): string {
  const looks = Object.entries(colours).map(
    ([name, colour]) => `.${name}{fill:${colour}}.pen-${name}{stroke:${colour}}`,
  );
  // Background of the window if the picture is opened on its own.
  return `.picture{background:${colours.paper}}${looks.join('')}`;
}
