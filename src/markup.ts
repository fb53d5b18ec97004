/** Markup that is safe to send. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | false | readonly Html[];

/** Builds markup. Interpolated values that are not markup are escaped. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, at) => text + markupOf(parts[at])).join(''));
}

function markupOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return escaped(String(part));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that XML and HTML forbid even as character references, and the line breaks among them. */
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu;
const unprintableInLines = /[\u0000-\u0008\u000e-\u001f\ufffe\uffff]/gu;

/** Replaces characters that XML and HTML forbid by white space, so that they still separate words. */
export function printable(text: string): string {
  return text.replace(unprintable, (sign) => (sign === '\v' || sign === '\f' ? '\n' : ' '));
}

/** The same, except for vertical tabs and form feeds, whose lines are still to be set. */
export function printableLines(text: string): string {
  return text.replace(unprintableInLines, ' ');
}

/** Escapes text for HTML and XML, between tags and in attributes. */
export function escaped(text: string): string {
  return printable(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** Renders text with `code` in back quotes, the form of descriptions. */
export function prose(text: string): Html[] {
  return text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

/** JSON data for our own scripts. No text in it can close the element. */
export function dataFor(id: string, value: unknown): Html {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return new Html(`<script type="application/json" id="${id}">${json}</script>`);
}
