import type { Element, ElementContent } from 'hast';

export function element(tagName: string, properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children };
}

export function textElement(tagName: string, value: string): Element {
  return element(tagName, {}, [{ type: 'text', value }]);
}

export const newline: ElementContent = { type: 'text', value: '\n' };

/** Paragraphs of a text that is shown as it is. */
export function paragraphsOf(text: string): Element[] {
  return text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => textElement('p', paragraph.trim()));
}
