/** Marks of models and of their chat templates, which prose does not have. */

/** Names of tags around blocks of reasoning. */
const names =
  'think|thinking|reasoning|reasoning_content|thoughts?|reflection|reflect|scratchpad|analysis|planning|inner_monologue|seed:think';
/** Square brackets stand in prose, so fewer names count. */
const bracketNames = 'think|thinking|reasoning';

interface Form {
  opening: string;
  closing: string;
}

const channel = '<\\|channel\\|>';
const message = '[^<\\n]{0,40}<\\|message\\|>';

/** Each way in which models mark a block of reasoning. */
const forms: readonly Form[] = [
  { opening: `<(?:${names})\\s?>`, closing: `</(?:${names})\\s?>` },
  { opening: `\\[(?:${bracketNames})\\]`, closing: `\\[/(?:${bracketNames})\\]` },
  { opening: '◁think▷', closing: '◁/think▷' },
  {
    opening: `${channel}(?:analysis|commentary)${message}`,
    closing: `<\\|(?:end|call)\\|>|${channel}final${message}`,
  },
  { opening: '<\\|begin_of_thought\\|>', closing: '<\\|end_of_thought\\|>' },
  { opening: '<\\|START_THINKING\\|>', closing: '<\\|END_THINKING\\|>' },
];

/** Closing marks that no template uses otherwise. */
const strayClosings = forms.filter(({ closing }) => !closing.includes(channel)).map(({ closing }) => closing);

const bars = '[|｜]';
const roles = '(?:user|system|human|assistant|model|tool)';
/** Where the turn of somebody else begins: what follows is not the reply. */
const otherTurn = `<\\|(?:im_start|start|start_header_id)\\|>\\s?(?:user|system|human)\\b|<start_of_turn>user\\b|<${bars}(?:user|human)${bars}>|\\[INST\\]`;
const tokens = [
  `${channel}${message}`,
  `<\\|start_header_id\\|>${roles}?(?:<\\|end_header_id\\|>)?`,
  `<\\|(?:start|im_start)\\|>${roles}?`,
  `<start_of_turn>${roles}?`,
  '<\\|[a-z_]{1,24}\\|>',
  '<｜[^｜<>\\n]{1,40}｜>',
  '<end_of_turn>|<(?:bos|eos|pad|eot|eom)>|\\[/INST\\]|</?s>',
].join('|');

/** The kind of a mark; of an opening one also the pattern of its end. */
type Mark = { kind: 'opening'; closing: RegExp } | { kind: 'closing' | 'stray' | 'other turn' | 'token' };
export type FoundMark = Mark & { text: string; index: number };

const marks = new RegExp(
  `${forms.map(({ opening }) => `(${opening})`).join('|')}|(?<stray>${strayClosings.join('|')})|(?<turn>${otherTurn})|(?<token>${tokens})`,
  'iu',
);
const closings = forms.map(({ closing }) => new RegExp(closing, 'iu'));

/** The first mark of a text; undefined without one. */
export function markIn(text: string): FoundMark | undefined {
  const found = marks.exec(text);
  if (!found) return undefined;
  const at = { text: found[0], index: found.index };
  const { stray, turn } = found.groups ?? {};
  if (stray !== undefined) return { ...at, kind: 'stray' };
  if (turn !== undefined) return { ...at, kind: 'other turn' };
  const form = found.slice(1, forms.length + 1).findIndex((one) => one !== undefined);
  const closing = closings[form];
  return closing ? { ...at, kind: 'opening', closing } : { ...at, kind: 'token' };
}

/** The end of a block; undefined without one. */
export function closingIn(closing: RegExp, text: string): FoundMark | undefined {
  const found = closing.exec(text);
  return found ? { kind: 'closing', text: found[0], index: found.index } : undefined;
}

/** An incomplete mark at the end of a text. */
const partial =
  /<\|(?:channel|start|im_start|start_header_id)\|>[^<\n]{0,40}(?:<\|?[a-z_]{0,24}\|?)?$|<start_of_turn>[a-z]{0,9}$|(?:<[/|]?|\[\/?|◁\/?)[a-z:|_]{0,25}$|<｜[^｜<>\n]{0,40}｜?$/iu;
/** Length of the longest incomplete mark. */
const partialMax = 100;

/** Where an incomplete mark begins at the end of a text; its length without one. */
export function partialMarkStart(text: string): number {
  const from = Math.max(0, text.length - partialMax);
  const found = partial.exec(text.slice(from));
  return found ? from + found.index : text.length;
}

/** Whether a line contains a mark or opens a fence. `<s>…</s>` and a capitalized word in brackets are prose. */
export function hasMachineMark(line: string): boolean {
  if (/^\s*`{3}/u.test(line)) return true;
  const mark = markIn(line.replace(/<s>.{0,400}?<\/s>/gu, ''));
  return mark !== undefined && !isTitle(mark.text);
}

/** A word in square brackets with a capital, such as "[Thinking]", may be a title. */
export const isTitle = (found: string) => /^\[\/?[A-Z][a-z]/u.test(found);
