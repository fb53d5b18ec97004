import type { ReplyShape } from '../../../providers/reply-shape.ts';
import { ProviderFailure, withoutText } from '../../../providers/text.ts';
import type { CountedMessages, TextEnd, TextProvider } from '../../../providers/text-provider.ts';
import { asTold } from '../../calls/run/as-told.ts';
import type { LiveRun } from '../../calls/run/live.ts';
import { patiently } from '../../calls/run/patience.ts';
import { withoutReasoning } from '../../text/remark/reasoning.ts';
import { withoutRemarks } from '../../text/remark/told.ts';
import type { Assemble, Earlier, Subject } from './assembly.ts';
import { joinedCut } from './continue-prompt.ts';

/** What a reply, or the complete parts of one that was cut for length, come to. */
export type Read<Answer> = { answer: Answer } | { faults: readonly string[] };

/** A question to a model with the parser of its reply. */
export interface Question<Answer> {
  subject: Subject;
  /** Shape of the reply; the messages describe it too. */
  shape: ReplyShape;
  read: (reply: string) => Read<Answer>;
  /**
   * Takes the complete parts of a reply that was cut for length, and the question for the others. Undefined if no part is
   * complete.
   */
  continued: (cut: string) => Read<Answer> | { next: Question<Answer> } | undefined;
  /** The answer with its free texts changed. */
  withTexts: (answer: Answer, change: (text: string) => string) => Answer;
}

/** A question with its first messages. */
export interface Asked<Answer> {
  question: Question<Answer>;
  prompt: CountedMessages;
  assemble: Assemble;
}

// Far above any outline; an endless reply is cut here. UTF-16 code units, ours.
const replyUnitsMax = 2_000_000;

/** The first messages of a question. Throws `invalid_state` if the model has no room for them. */
export async function prepared<Answer>(assemble: Assemble, question: Question<Answer>): Promise<Asked<Answer>> {
  return { question, prompt: (await assemble(question.subject)) ?? noPrompt(), assemble };
}

function noPrompt(): never {
  throw new Error('Only a continuation may have no room.');
}

/**
 * Asks for one JSON answer. A reply that is cut for length is continued; if that fails, or there is no room for it, its complete
 * parts are kept and the others are asked for. Each question is asked once more with the faults of its first reply. The
 * replies are kept as the run's text; the answer has no remarks of a chat. Throws ProviderFailure if a second reply is invalid too, or if a reply is cut for length
 * before it adds a part.
 */
export async function ask<Answer>(
  provider: TextProvider,
  live: LiveRun,
  first: Asked<Answer>,
  idleMsMax: number,
): Promise<Answer> {
  const { assemble } = first;
  const promptFor = (subject: Subject, earlier?: Earlier) =>
    patiently(live.stop.signal, () => assemble(subject, earlier));
  let { question, prompt } = first;
  let cut = '';
  for (let isRepair = false; ; ) {
    // The rest of an object is none, so a provider must not make it one.
    const shape = cut === '' ? question.shape : undefined;
    const asked = replyTo(provider, live, { ...prompt, ...(shape && { shape }) }, idleMsMax);
    const { reply, reason, hasReasoned } = await (cut === '' ? asked : asked.catch(noRest));
    const isCut = reason === 'length';
    const { text, grows } = cut === '' ? { text: reply, grows: reply.includes('{') } : joinedCut(cut, reply, !isCut);
    const rest = isCut && grows ? await promptFor(question.subject, { cut: text }) : undefined;
    if (rest) {
      [cut, prompt] = [text, rest];
      continue;
    }
    const isEmptyRest = cut !== '' && text === cut;
    const found = isCut || isEmptyRest ? question.continued(text) : readJoined(question, text, cut !== '');
    cut = '';
    if (found === undefined && text.trim() === '') throw withoutText(live.run.model, { reason, hasReasoned });
    if (found === undefined) throw new ProviderFailure('too_long');
    if ('answer' in found)
      return question.withTexts(found.answer, (text) =>
        withoutRemarks(text, (at, removed) => live.cut.add(at, removed)),
      );
    if ('next' in found) {
      question = found.next;
      prompt = (await promptFor(question.subject)) ?? noPrompt();
      isRepair = false;
      continue;
    }
    if (isRepair) throw new ProviderFailure(text.trim() === '' ? 'textless' : 'unusable');
    // Providers refuse empty messages, so an empty reply is not repeated to the model.
    const earlier = text.trim() === '' ? undefined : { reply: text, faults: found.faults };
    prompt = (await promptFor(question.subject, earlier)) ?? noPrompt();
    isRepair = true;
  }
}

/** A reply without reasoning, and how it ended. */
type Reply = Pick<TextEnd, 'reason' | 'hasReasoned'> & { reply: string };

/** The rest of a reply is not worth the run: a model that cannot read its whole answer is asked in parts. */
function noRest(fault: unknown): Reply {
  if (fault instanceof ProviderFailure && ['too_large', 'over_rate', 'spent', 'refused'].includes(fault.kind))
    return { reply: '', reason: 'stop', hasReasoned: false };
  throw fault;
}

/** A reply that does not fit its continuation still has its complete parts. */
function readJoined<Answer>(question: Question<Answer>, text: string, isJoined: boolean) {
  const read = question.read(text);
  if (!isJoined || 'answer' in read) return read;
  return question.continued(text) ?? read;
}

async function replyTo(
  provider: TextProvider,
  live: LiveRun,
  { messages, tokens: promptTokens, ...form }: CountedMessages & { shape?: ReplyShape },
  idleMsMax: number,
): Promise<Reply> {
  const { signal } = live.stop;
  await live.calls.next(signal);
  const request = { model: live.run.model, messages, promptTokens, signal, idleMsMax, ...form };
  const { reply, end } = await asTold(live, () =>
    live.counting(async (report) => {
      const said = await readWhole(live, provider.stream(request));
      report(said.end.usage);
      return said;
    }),
  );
  signal.throwIfAborted();
  const text = withoutReasoning(reply, (at, removed) => live.cut.add(at, removed));
  return { reply: text ?? '', reason: end.reason, hasReasoned: end.hasReasoned || text !== reply };
}

async function readWhole(live: LiveRun, stream: ReturnType<TextProvider['stream']>) {
  let reply = '';
  let next = await stream.next();
  for (; !next.done; next = await stream.next()) {
    reply += next.value;
    live.add(next.value);
    if (reply.length > replyUnitsMax) throw new ProviderFailure('broken');
  }
  return { reply, end: next.value };
}
