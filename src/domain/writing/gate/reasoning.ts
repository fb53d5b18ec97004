const names = 'think|thinking|reasoning|thought|thoughts';
const opening = new RegExp(`<(?:${names})>`, 'i');
const closing = new RegExp(`</(?:${names})>`, 'i');
/** Marks of chat templates, and closing tags without an opening tag, which some servers send. */
const stray = new RegExp(`^(?:\\s*(?:<\\|[a-z_]{1,20}\\|>|</(?:${names})>))+`, 'i');
const tokens = /<\|[a-z_]{1,20}\|>/gi;
/** An incomplete tag at the end of a text. */
const partial = /<\/?[a-z|_]{0,21}$/i;

/** Removes blocks of reasoning from a reply. */
export class Reasoning {
  /** Whether the reply is inside a block. */
  isOpen = false;
  private rest = '';
  private thought = '';
  private hasText = false;
  private hasRemoved = false;
  private readonly removed: (at: 'start' | 'within', text: string) => void;

  constructor(removed: (at: 'start' | 'within', text: string) => void) {
    this.removed = removed;
  }

  push(piece: string): string {
    this.rest += piece;
    let text = '';
    while (this.rest !== '') {
      const found = (this.isOpen ? closing : opening).exec(this.rest);
      const end = found?.index ?? partial.exec(this.rest)?.index ?? this.rest.length;
      text += this.pass(this.rest.slice(0, end));
      this.rest = this.rest.slice(end + (found?.[0].length ?? 0));
      if (!found) break;
      this.toggle();
    }
    return text;
  }

  /** The rest of the reply. An unclosed block stays open. */
  end(): string {
    const { rest } = this;
    this.rest = '';
    return this.pass(rest);
  }

  private pass(text: string): string {
    if (this.isOpen) {
      this.thought += text;
      return '';
    }
    const clean = (this.hasText ? text : this.withoutStray(text)).replace(tokens, '');
    this.hasText ||= clean.trim() !== '';
    return clean;
  }

  /** Removes stray marks, and the white space after text that was removed from the beginning. */
  private withoutStray(text: string): string {
    const clean = text.replace(stray, '');
    this.hasRemoved ||= clean.length < text.length;
    return this.hasRemoved ? clean.trimStart() : clean;
  }

  private toggle(): void {
    if (this.isOpen) this.removed(this.hasText ? 'within' : 'start', this.thought);
    this.thought = '';
    this.hasRemoved ||= !this.hasText;
    this.isOpen = !this.isOpen;
  }
}
