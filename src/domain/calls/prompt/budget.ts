import { type Block, type Form, type Piece, textOf, unitsPerTokenMax } from './block.ts';
import type { PromptArc, PromptInput } from './prompt-input.ts';
import { fillingRanks, type Rank, ranks } from './rank.ts';
import { sentencesOf } from './sentences.ts';

type CountTokens = PromptInput['countTokens'];

/** Marks the end of a text that is shortened. */
const shortened = ' […]';
/** Over the budget, the parts of one chapter count as a multiple of this share, so that the shared parts move seldom. Ours. */
const stepShare = 1 / 16;

export interface Fitted {
  readonly piece: Piece;
  /** Null if omitted. */
  form: Form | null;
  tokens: number;
}

export interface FittedBlock {
  readonly block: Block;
  readonly frameTokens: number;
  readonly pieces: readonly Fitted[];
}

interface Fit {
  readonly blocks: readonly FittedBlock[];
  /** Ranks of which something has not its full form. */
  readonly short: ReadonlySet<string>;
}

type Limits = Pick<PromptInput, 'book' | 'budgetTokens' | 'countTokens'>;

/**
 * Gives each piece its longest form that fits, by priority. One without room is shortened or omitted, and what is less important
 * may use the room that is left. Exceeds the budget only if the highest rank does.
 *
 * Arcs stand for the oldest recaps: the fewest of those that somebody wrote with which all recaps fit, and computed ones only
 * where not even every state fits.
 */
export function fitBlocks(
  blocksWith: (arcs: readonly PromptArc[]) => readonly Block[],
  arcs: readonly PromptArc[],
  limits: Limits,
): readonly FittedBlock[] {
  const whole = fitWhole(blocksWith([]), limits);
  if (whole) return whole;
  const step = Math.max(1, Math.floor(limits.budgetTokens * stepShare));
  const fit = (some: readonly PromptArc[]) => fill(blocksWith(some), limits, step);
  const written = arcs.filter(({ isComputed }) => !isComputed);
  const byWritten = fewestArcs(fit, written, ['arcs', 'older-states', 'older-events']);
  const isEnough = written.length === arcs.length || !byWritten.short.has('older-states');
  return (isEnough ? byWritten : fewestArcs(fit, arcs, ['arcs', 'older-states'])).blocks;
}

/** With the smallest number of the oldest arcs for which these ranks fit in full, or with all. */
function fewestArcs(
  filled: (arcs: readonly PromptArc[]) => Fit,
  arcs: readonly PromptArc[],
  told: readonly Rank[],
): Fit {
  const fits = new Map<number, Fit>();
  const fitWith = (count: number): Fit => {
    const found = fits.get(count) ?? filled(arcs.slice(0, count));
    fits.set(count, found);
    return found;
  };
  const isTold = ({ short }: Fit) => !told.some((rank) => short.has(rank));
  return fitWith(arcs.length - largest(arcs.length, (fewer) => isTold(fitWith(arcs.length - fewer))));
}

/** All blocks in full, but for what only fills room; undefined if they exceed the budget. */
export function fitWhole(blocks: readonly Block[], limits: Limits): readonly FittedBlock[] | undefined {
  const { blocks: fitted, short } = fill(blocks, limits, 1);
  return [...short].every((rank) => fillingRanks.has(rank)) ? fitted : undefined;
}

function fill(blocks: readonly Block[], limits: Limits, stepTokens: number): Fit {
  const fitting = new Fitting(blocks, limits, stepTokens);
  const short = fitting.fill();
  return { blocks: fitting.blocks, short };
}

/** Tokens of everything that is sent, including frames. */
export function tokensOf(fitted: readonly FittedBlock[]): number {
  return fitted.reduce(
    (sum, block) =>
      block.pieces.reduce((rest, { tokens }) => rest + tokens, sum + (isShown(block) ? block.frameTokens : 0)),
    0,
  );
}

/** A block without pieces is omitted with its frame. */
export function isShown({ pieces }: FittedBlock): boolean {
  return pieces.some(({ form }) => form !== null);
}

/** A form that a piece may take, and the block that it is in. */
interface Step {
  readonly fitted: Fitted;
  readonly block: FittedBlock;
  readonly form: Form;
}

class Fitting {
  readonly blocks: readonly FittedBlock[];
  private readonly budgetTokens: number;
  private readonly countTokens: CountTokens;
  private readonly language: string;
  /** The tokens of one chapter's own parts count as a multiple of this. */
  private readonly stepTokens: number;
  private sharedTokens = 0;
  private ownTokens = 0;

  constructor(blocks: readonly Block[], { book, budgetTokens, countTokens }: Limits, stepTokens: number) {
    this.budgetTokens = budgetTokens;
    this.countTokens = countTokens;
    this.language = book.language;
    this.stepTokens = stepTokens;
    this.blocks = blocks.map((block) => ({
      block,
      frameTokens: countTokens(`${block.open}\n${block.close}\n\n`),
      pieces: block.pieces.map((piece) => ({ piece, form: null, tokens: 0 })),
    }));
  }

  /** The ranks of which something does not fit in full. */
  fill(): Set<string> {
    const steps = stepsByRank(this.blocks);
    const ended = new Set<string>();
    for (const { name, from, ...rank } of ranks) {
      const groups = groupsOf(steps.get(name) ?? []);
      if ('behind' in rank && ended.has(rank.behind)) {
        if (groups.length > 0) ended.add(name);
        continue;
      }
      for (const group of from === 'last' ? groups.toReversed() : groups) {
        if (this.take(group.filter(isLonger))) continue;
        ended.add(name);
        this.takeSentences(group);
        // Older ones that happen to be shorter would leave a gap.
        if (from === 'last') break;
      }
    }
    return ended;
  }

  /** Gives the pieces these forms if there is room for all of them. The highest rank always has room. */
  private take(group: readonly Step[]): boolean {
    const [first] = group;
    if (!first) return true;
    const isSure = first.form.rank === 'always';
    if (!isSure && fewestTokens(group) > this.roomFor(first)) return false;
    const sized = group.map((step) => ({ ...step, tokens: this.tokensOfForm(step.form) }));
    const more = sized.reduce((sum, { fitted, tokens }) => sum + tokens - fitted.tokens, frameOf(first));
    if (!isSure && more > this.roomFor(first)) return false;
    for (const { fitted, form, tokens } of sized) Object.assign(fitted, { form, tokens });
    if (first.block.block.isShared) this.sharedTokens += more;
    else this.ownTokens += more;
    return true;
  }

  private roomFor({ block }: Step): number {
    const { ownTokens, stepTokens } = this;
    const own = block.block.isShared ? Math.ceil(ownTokens / stepTokens) * stepTokens : ownTokens;
    return this.budgetTokens - this.sharedTokens - own;
  }

  /** Gives a single piece the longest run of whole sentences that fits, if that is longer than its present form. */
  private takeSentences(group: readonly Step[]): void {
    const [step] = group;
    if (!step || group.length > 1 || !step.fitted.piece.isProse) return;
    const { fitted, form } = step;
    const room = this.roomFor(step) - frameOf(step) + fitted.tokens;
    const sentences = sentencesOf(form.body, this.language);
    const cut = (count: number) => ({ ...form, body: sentences.slice(0, count).join('').trimEnd() + shortened });
    const count = largest(sentences.length - 1, (some) => this.tokensOfForm(cut(some)) <= room);
    if (count > 0 && cut(count).body.length > (fitted.form?.body.length ?? 0))
      this.take([{ ...step, form: cut(count) }]);
  }

  /**
   * Tokens of a form with its line break. Our encodings start a new token after a line break unless whitespace or a slash
   * follows, and no piece starts with those, so the counts of parts add up.
   */
  private tokensOfForm(form: Form): number {
    return this.countTokens(`${textOf(form)}\n`);
  }
}

/** Whether a step makes its piece longer. A piece may have had room for its full form before the turn of a shorter one. */
function isLonger({ fitted, form }: Step): boolean {
  return fitted.form === null || textOf(fitted.form).length < textOf(form).length;
}

/** Tokens that some steps need at least, without counting them. */
function fewestTokens(group: readonly Step[]): number {
  const more = ({ fitted, form }: Step) => textOf(form).length / unitsPerTokenMax - fitted.tokens;
  return group.reduce((sum, step) => sum + more(step), 0);
}

/** Tokens that the frame adds if the piece is the first one of its block. */
function frameOf({ block }: Step): number {
  return isShown(block) ? 0 : block.frameTokens;
}

function stepsByRank(blocks: readonly FittedBlock[]): Map<Rank, Step[]> {
  const steps = blocks.flatMap((block) =>
    block.pieces.flatMap((fitted) => fitted.piece.forms.map((form) => ({ fitted, block, form }))),
  );
  return Map.groupBy(steps, ({ form }) => form.rank);
}

/** Steps of neighbouring pieces with the same group together, any other step alone. */
function groupsOf(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = [];
  for (const step of steps) {
    const { group } = step.fitted.piece;
    const last = groups.at(-1);
    if (group !== undefined && last?.[0]?.fitted.piece.group === group) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

/** The largest number up to a maximum for which the condition holds; it holds for all smaller ones. 0 if for none. */
function largest(max: number, holds: (count: number) => boolean): number {
  let low = 0;
  let high = max;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
