/** Markup that is safe to send. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Part = Html | string | number | undefined | false | readonly Html[];

/** Makes markup; whatever is put into it and is no markup itself is escaped. */
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

/** What XML and HTML cannot hold, not even as a character reference. */
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu;

/** A text without what XML and HTML cannot hold. */
export function printable(text: string): string {
  return text.replace(unprintable, '');
}

/** A text as it may stand in HTML and XML, between tags and in attributes. */
export function escaped(text: string): string {
  return printable(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** Text with `code` in back quotes, as descriptions are written. */
export function prose(text: string): Html[] {
  return text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

/** Data for a script of ours. No text in it can end the element. */
export function dataFor(id: string, value: unknown): Html {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return new Html(`<script type="application/json" id="${id}">${json}</script>`);
}
