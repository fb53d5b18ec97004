import { reasoningTags as names } from '../../remark/thought.ts';

/** Each way in which models mark a block of reasoning. Square brackets stand in prose, so few names and one case count. */
const forms: readonly { opening: string; closing: RegExp }[] = [
  { opening: `<(?:${names})\\s?>`, closing: new RegExp(`</(?:${names})\\s?>`, 'i') },
  { opening: '\\[(?:think|thinking|reasoning|THINK)\\]', closing: /\[\/(?:think|thinking|reasoning)\]/i },
  { opening: '◁think▷', closing: /◁\/think▷/i },
  {
    opening: '<\\|channel\\|>(?:analysis|commentary)[^<]{0,40}<\\|message\\|>',
    closing: /<\|(?:end|call)\|>|<\|channel\|>final[^<]{0,40}<\|message\|>/i,
  },
  { opening: '<\\|begin_of_thought\\|>', closing: /<\|end_of_thought\|>/i },
];
const opening = new RegExp(forms.map((form) => `(${form.opening})`).join('|'), 'iu');
/** Lower or upper case only: a title such as "[Thinking]" is prose. */
const isTitle = (found: string) => /^\[[A-Z][a-z]/u.test(found);

/** Marks of chat templates with their role or channel. */
const token =
  '<\\|channel\\|>[^<\\n]{0,40}<\\|message\\|>|<\\|(?:start|im_start)\\|>(?:assistant)?|<\\|[a-z_]{1,20}\\|>';
const tokens = new RegExp(token, 'gi');
/** These marks at the beginning, and closing tags without an opening tag, which some servers send. */
const stray = new RegExp(`^(?:\\s*(?:${token}|</(?:${names})\\s?>|\\[/think\\]|◁/think▷))+`, 'i');
/** An incomplete mark at the end of a text. */
const partial =
  /<\|(?:channel|start|im_start)\|>[^<\n]{0,40}(?:<\|?[a-z_]{0,20}\|?)?$|(?:<\/?|\[\/?|◁\/?)[a-z:|_]{0,21}$/i;
/** Length of the longest incomplete mark. */
const partialMax = 100;

/** Removes blocks of reasoning from a reply. */
export class Reasoning {
  private closing: RegExp | undefined;
  private rest = '';
  private thought: string[] = [];
  private hasText = false;
  private hasRemoved = false;
  private readonly removed: (at: 'start' | 'within', text: string) => void;

  constructor(removed: (at: 'start' | 'within', text: string) => void) {
    this.removed = removed;
  }

  /** Whether the reply is inside a block. */
  get isOpen(): boolean {
    return this.closing !== undefined;
  }

  push(piece: string): string {
    this.rest += piece;
    let text = '';
    while (this.rest !== '') {
      const found = (this.closing ?? opening).exec(this.rest);
      const end = found?.index ?? this.partialStart();
      text += this.pass(this.rest.slice(0, end));
      this.rest = this.rest.slice(end + (found?.[0].length ?? 0));
      if (!found) break;
      if (isTitle(found[0])) text += this.pass(found[0]);
      else this.toggle(found);
    }
    return text;
  }

  private partialStart(): number {
    const from = Math.max(0, this.rest.length - partialMax);
    const found = partial.exec(this.rest.slice(from));
    return found ? from + found.index : this.rest.length;
  }

  /** The rest of the reply. An unclosed block stays open. */
  end(): string {
    const { rest } = this;
    this.rest = '';
    return this.pass(rest);
  }

  private pass(text: string): string {
    if (this.isOpen) {
      this.thought.push(text);
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

  private toggle(found: RegExpExecArray): void {
    if (this.isOpen) this.removed(this.hasText ? 'within' : 'start', this.thought.join(''));
    this.thought = [];
    this.hasRemoved ||= !this.hasText;
    this.closing = this.isOpen ? undefined : forms[found.slice(1).findIndex((mark) => mark !== undefined)]?.closing;
  }
}
