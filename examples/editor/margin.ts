import { byId } from './dom.ts';
import type { Mark } from './mark-field.ts';
import { placeOnScreen } from './surface.ts';

const text = byId('sheet', HTMLElement);
const [main, aside] = [text.closest('main'), document.querySelector('aside')];
/** As in editor.css: below, one panel is visible at a time. */
const isWide = matchMedia('(min-width: 60.01rem)');

/** A list in the panel whose items stand at the height of their words. */
export class Margin {
  readonly #list: HTMLElement;
  readonly #wordsOf: (item: HTMLElement) => Mark | undefined;
  /** How far the panel is scrolled beyond the text. */
  #lead = 0;
  /** Where the text has taken the panel. An event that tells of it comes late, and must not take the text back. */
  #followed = -1;

  constructor(list: HTMLElement, wordsOf: (item: HTMLElement) => Mark | undefined) {
    this.#list = list;
    this.#wordsOf = wordsOf;
    main?.addEventListener('scroll', () => this.#scrollPanel());
    aside?.addEventListener('scroll', () => {
      if (!this.#isShown || aside.scrollTop === this.#followed) return;
      this.#scrollWith(main, aside.scrollTop - this.#lead);
      this.#lead = aside.scrollTop - (main?.scrollTop ?? 0);
    });
    const observer = new ResizeObserver(() => this.lay());
    observer.observe(text);
    observer.observe(list);
    isWide.addEventListener('change', () => this.lay());
  }

  /** Puts each item beside its words, or below the one before. */
  lay(): void {
    if (!this.#isShown) this.#lead = 0;
    if (!main || !aside || !this.#isShown) return;
    const first = this.#list.getBoundingClientRect().top + aside.scrollTop;
    const between = Number.parseFloat(getComputedStyle(this.#list).rowGap) || 0;
    const items = [...this.#list.children].filter((item) => item instanceof HTMLElement);
    // All is measured before anything is moved: else each item would be laid out anew.
    const measured = items.map((item) => ({ item, height: item.offsetHeight, top: this.#topOf(item) }));
    const whole = main.scrollHeight - (first - main.getBoundingClientRect().top);
    let end = 0;
    for (const { item, height, top } of measured) {
      const gap = top === undefined ? 0 : Math.max(0, Math.round(top + main.scrollTop - first - end));
      item.style.marginTop = `${gap}px`;
      end += gap + height + between;
    }
    // The panel can be scrolled as far as the text.
    this.#list.style.minHeight = isWide.matches ? `${whole}px` : '';
    this.#scrollPanel();
  }

  #topOf(item: HTMLElement): number | undefined {
    return isWide.matches ? this.#placeOf(item)?.top : undefined;
  }

  /** Brings the words of an item into view, and the item to their height, though others are in the way. */
  align(item: HTMLElement): void {
    const place = this.#placeOf(item);
    if (!main || !aside || !place || !isWide.matches || !this.#isShown) return;
    const view = main.getBoundingClientRect();
    const isSeen = place.top > view.top + 60 && place.bottom < view.bottom;
    const before = main.scrollTop;
    if (!isSeen) main.scrollTop += place.top - view.top - view.height / 3;
    const top = place.top - (main.scrollTop - before);
    this.#lead = aside.scrollTop - main.scrollTop + item.getBoundingClientRect().top - top;
    this.#scrollPanel();
  }

  #placeOf(item: HTMLElement) {
    const words = this.#wordsOf(item);
    return words && placeOnScreen(words.start, words.end);
  }

  get #isShown(): boolean {
    return this.#list.offsetParent !== null;
  }

  #scrollPanel(): void {
    if (!main || !aside) return;
    this.#scrollWith(aside, main.scrollTop + this.#lead);
    this.#followed = aside.scrollTop;
  }

  #scrollWith(element: Element | null | undefined, top: number): void {
    if (element && isWide.matches && this.#isShown) element.scrollTop = top;
  }
}
