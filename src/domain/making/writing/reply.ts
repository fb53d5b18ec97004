import { countWords } from '../../../prose/words.ts';
import { ProviderFailure, type TextUsage, withoutText } from '../../../providers/text.ts';
import type { CountedMessages, TextEnd, TextProvider } from '../../../providers/text-provider.ts';
import { RunStopped } from '../../calls/run/calls.ts';
import type { LiveRun } from '../../calls/run/live.ts';
import type { CutPlace } from '../../calls/run/rules.ts';
import { contentMax, lengthOf } from '../../shapes.ts';
import { Gate, type ReplyContext, type ReportRemoved } from './gate/gate.ts';
import { HeldDraft } from './held-draft.ts';
import { callWordsMin } from './rules.ts';
import { Seam } from './seam/seam.ts';

/** Input of one call. */
export interface CallAssignment {
  /** The text before it; empty at the start of a chapter. */
  ownText: string;
  /** The incomplete word at which that text was cut; empty if unknown. */
  lostWord: string;
  /** Language of the book, BCP 47; words are counted by its rules. */
  language: string;
  prompt: CountedMessages;
  chapter: Omit<ReplyContext, 'isFirst'>;
  /** Saves text that is held back from readers. */
  saveDraft: (text: string) => Promise<void>;
}

/** How long a first sentence is held back, milliseconds. Ours. */
const patienceMs = 500;

const unclearEnd = 'The provider did not say whether its answer is complete.';

/** One call of the provider. Its text passes the gate and the seam and is added to the run. */
export class Reply {
  usage: TextUsage | undefined;
  /** The incomplete word at which the reply was cut. */
  lostWord = '';
  private readonly live: LiveRun;
  private readonly ownText: string;
  private readonly language: string;
  private readonly gate: Gate;
  private readonly held: HeldDraft;
  private readonly reasonsUnopened: Set<string>;
  private readonly seam: Seam;
  private readonly stream: ReturnType<TextProvider['stream']>;
  private readonly firstPiece: number;
  private readonly isExtra: boolean;
  private whole = '';
  private isBroken = false;
  private patience: NodeJS.Timeout | undefined;
  /** A defect that the timer met. */
  private fault: unknown;

  constructor(provider: TextProvider, live: LiveRun, assignment: CallAssignment, idleMsMax: number, isExtra: boolean) {
    const { ownText, language, prompt, lostWord, chapter } = assignment;
    this.live = live;
    this.ownText = ownText;
    this.language = language;
    this.isExtra = isExtra;
    this.firstPiece = live.pieces.length;
    const isFirst = this.ownText === '';
    const removed: ReportRemoved = (at, text) => live.cut.add(this.cutPlaceOf(at), text);
    this.gate = new Gate({ ...chapter, isFirst }, removed, provider.reasonsUnopened.has(live.run.model));
    this.held = new HeldDraft(assignment.saveDraft);
    this.reasonsUnopened = provider.reasonsUnopened;
    this.seam = new Seam(this.ownText, lostWord);
    const { messages, tokens: promptTokens } = prompt;
    const { model } = live.run;
    this.stream = provider.stream({ model, messages, promptTokens, signal: live.stop.signal, idleMsMax });
  }

  /** The text that this reply has added to the run. */
  get added(): string {
    return this.live.pieces.slice(this.firstPiece).join('');
  }

  /** Whether the chapter is complete with this reply. If the reply is cut, text that is still held back is dropped. */
  async read(): Promise<boolean> {
    try {
      const end = await this.pass();
      const { reason } = end;
      this.usage = end.usage;
      this.live.stop.signal.throwIfAborted();
      if (this.isExtra && reason === 'stop' && this.whole.trim() === '') return true;
      if (this.whole.trim() === '') throw withoutText(this.live.run.model, end);
      if (reason === 'stop') {
        this.finish();
        return true;
      }
      this.breakOff();
      if (reason === 'unclear') throw new RunStopped(unclearEnd);
      const hasReasoned = end.hasReasoned || this.gate.hasReasoned;
      if (this.added === '' && hasReasoned) throw withoutText(this.live.run.model, { reason, hasReasoned });
      if (countWords(this.added, this.language) < callWordsMin)
        throw new RunStopped(`The provider cut its answer for length before it added ${callWordsMin} words.`);
    } catch (error) {
      this.breakOff();
      this.live.cut.add('end', this.lostWord);
      if (error instanceof ProviderFailure && error.kind === 'filtered' && this.added === '')
        this.live.cut.keepDraft(this.whole + error.reply);
      throw error;
    } finally {
      clearTimeout(this.patience);
      this.held.end();
    }
    this.live.cut.add('within', this.lostWord);
    return false;
  }

  private async pass(): Promise<TextEnd> {
    let next = await this.stream.next();
    for (; !next.done; next = await this.stream.next()) {
      this.whole += next.value;
      this.patience ??= setTimeout(() => this.hurry(), patienceMs);
      if (this.fault) throw this.fault;
      const text = this.gate.push(next.value);
      if (this.gate.hasUnopened) this.reasonsUnopened.add(this.live.run.model);
      if (this.gate.rejection === 'unopened') await this.stopUnopened();
      if (this.gate.isHolding) this.held.hold(this.whole);
      else this.held.end();
      append(this.live, this.seam.push(text));
    }
    return next.value;
  }

  /** Releases a first sentence that does not end. */
  private hurry(): void {
    try {
      append(this.live, this.seam.push(this.gate.hurry()));
    } catch (fault) {
      this.fault = fault;
    }
  }

  /** Reasoning has gone to readers: nothing of the run is text. */
  private async stopUnopened(): Promise<never> {
    this.isBroken = true;
    this.live.cut.keepDraft(this.whole);
    await this.stream.return({ reason: 'unclear', usage: undefined, hasReasoned: true });
    throw new ProviderFailure('unopened');
  }

  /** Adds the rest of a complete reply. A round that extends a short text may add nothing. */
  private finish(): void {
    const rest = this.gate.end();
    this.reject();
    append(this.live, this.seam.push(rest) + this.seam.end());
    if (!this.isExtra) requireEnd(this.ownText, this.added);
  }

  /** Adds the usable rest of a reply that was cut. */
  private breakOff(): void {
    if (this.isBroken) return;
    this.isBroken = true;
    const rest = this.gate.cut();
    if (this.gate.rejection === undefined && this.live.stop.signal.reason !== 'full')
      append(this.live, this.seam.push(rest));
    this.lostWord = this.seam.cut();
  }

  /** Throws for a reply without prose and keeps it as the draft of the run. */
  private reject(): void {
    const { rejection } = this.gate;
    if (rejection === undefined || (this.isExtra && rejection === 'refusal')) return;
    if (this.added === '') this.live.cut.keepDraft(this.whole);
    throw new ProviderFailure(rejection === 'refusal' ? 'filtered' : 'reasoning');
  }

  /** The start of a continuation is within the text of the run. */
  private cutPlaceOf(at: CutPlace): CutPlace {
    return at === 'start' && this.firstPiece > 0 ? 'within' : at;
  }
}

const sentenceEnd = /[.!?…。！？．؟۔।]["'”’“‘»«›‹」』）)\]*_]*\s*$/u;

/** A reply that only repeats the end of the text reports that nothing is missing. Throws unless a sentence ends there. */
function requireEnd(ownText: string, added: string): void {
  if (added.trim() === '' && !sentenceEnd.test(ownText)) throw new ProviderFailure('textless');
}

/** Adds text to the run, up to the maximum length of a chapter. Stops the run there. */
function append(live: LiveRun, text: string): void {
  const room = contentMax - live.run.startOffset - live.chars;
  const isOver = lengthOf(text) >= room;
  const fitting = isOver ? [...text].slice(0, room).join('') : text;
  if (fitting) live.add(fitting);
  if (isOver) live.stopFor('full');
}
