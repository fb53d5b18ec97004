import { invalidState, notFound } from '../../../errors.ts';
import { newId } from '../../../ids/id.ts';
import { ProviderFailure } from '../../../providers/text.ts';
import type { CountedMessages, TextMessage } from '../../../providers/text-provider.ts';
import { unitsPerTokenMax } from '../../calls/prompt/block.ts';
import { expectedJson } from '../../calls/prompt/estimate.ts';
import { clip } from '../../calls/prompt/fence.ts';
import { requireRoom, roomOf } from '../../calls/prompt/room.ts';
import { measured, type PaidCall } from '../../calls/run/paid-call.ts';
import { repairMessages } from '../../calls/run/repair-prompt.ts';
import { requestHash } from '../../calls/run/rules.ts';
import { beginRun, joinRun, type RunContext, requireProvider } from '../../calls/run/start.ts';
import { type Run, runningOnOutline } from '../../calls/run/store.ts';
import type { Work } from '../../calls/run/work.ts';
import { type BookKey, bookById } from '../../story/book/store.ts';
import { chaptersOfBook } from '../../text/chapter/store.ts';
import { replyTo } from '../recap/reply-to.ts';
import { recapsOfBook } from '../recap/store.ts';
import { type ProfileInput, profileMessages } from './prompt.ts';
import { profileIn, profileShape } from './reply.ts';
import type { Proposed } from './rules.ts';
import { openingsOf, putProfile } from './store.ts';

/** Tokens kept free for a reply with its reasoning. Ours. */
const replyTokens = 2_000;
/** Tokens of a profile without people, of each person, and how many people it usually has. Ours. */
const profileTokens = { least: 100, usual: 250, person: 80 };
const expectedPeople = (chapters: number) => Math.min(12, 2 + Math.floor(chapters / 2));
/** Characters of a reply that are read. Ours. */
const replyUnitsMax = 40_000;
/** Characters of a faulty reply that the model sees again. Ours. */
const replyShown = 8_000;
/** Characters of each chapter that are told, from all on, and the least that says something. Ours. */
const [charactersOfEach, charactersLeast] = [[1_200, 600, 300, 150], 80];

type CallContext = Pick<RunContext, 'sql' | 'config' | 'work'>;

/** What a run asks. */
interface Question {
  call: PaidCall;
  /** What the model reads of the book: nobody else is in it. */
  material: string;
  chapters: number;
  hash: string;
}

/** Starts a run that proposes what a book is, or joins the one that does. */
export async function generateProfile(context: RunContext, key: BookKey): Promise<Run> {
  if (!(await bookById(context.sql, key))) notFound('book');
  requireProvider(context.runs);
  for (;;) {
    const question = await questionFor(context, key);
    const running = await runningOnOutline(context.sql, key, 'summarize', key.bookId);
    const run = running
      ? await joinRun(context, running, question.hash, 'the profile of this book')
      : await start(context, key, question);
    if (run) return run;
  }
}

/** The call of such a run. */
export async function profileCall(context: CallContext, key: BookKey): Promise<PaidCall> {
  return (await questionFor(context, key)).call;
}

/** Undefined if another request was faster. */
function start(context: RunContext, key: BookKey, question: Question): Promise<Run | undefined> {
  const id = newId('run');
  const { call, hash } = question;
  return beginRun(
    context,
    key,
    {
      id,
      kind: 'summarize',
      chapterId: null,
      requestHash: hash,
      model: call.model,
      revisionId: null,
      subjectId: key.bookId,
      startOffset: 0,
      resumeOf: null,
      prompt: call,
      builtFrom: {},
    },
    { mayBegin: async (tx) => (await runningOnOutline(tx, key, 'summarize', key.bookId)) && { not: 'busy' } },
    profiling(context, key, question, id),
  );
}

/** Asks for the profile, once more with its faults, and stores it. */
function profiling({ work }: CallContext, key: BookKey, { call, material, chapters }: Question, runId: string): Work {
  let proposed: Proposed | undefined;
  return {
    async perform({ text }, live, idleMsMax) {
      const bounds = { idleMsMax, unitsMax: replyUnitsMax };
      const ask = (prompt: CountedMessages) => replyTo(text, live, { ...prompt, shape: profileShape }, bounds);
      const reply = await ask(call);
      let read = profileIn(reply, material);
      if ('faults' in read) {
        const again = repairMessages(call.messages, clip(reply, replyShown), read.faults);
        read = profileIn(await ask(await measured(work, key.accountId, again)), material);
      }
      if ('faults' in read) throw new ProviderFailure('unusable');
      proposed = read.profile;
      live.add(proposed.premise);
    },
    async finish(tx, run, { state }) {
      if (proposed && state === 'completed') await putProfile(tx, key, { proposed, chapters, model: run.model, runId });
      return undefined;
    },
  };
}

/** Throws `not_found`, or `invalid_state` for a book without recaps. */
async function questionFor({ sql, config, work }: CallContext, key: BookKey): Promise<Question> {
  const [book, all, recaps] = await Promise.all([bookById(sql, key), chaptersOfBook(sql, key), recapsOfBook(sql, key)]);
  if (!book || !all) return notFound('book');
  const chapters = all.flatMap(({ id, order, title }) => {
    const recap = recaps.get(id);
    return recap ? [{ id, order, title, recap }] : [];
  });
  if (chapters.length === 0) invalidState(noRecaps);
  const beginnings = new Set([0, 0.5, 0.99].map((share) => chapters[Math.floor(chapters.length * share)]?.id ?? ''));
  const { title, language } = book;
  const input = { title, language, chapters, openings: await openingsOf(sql, key, [...beginnings]) };
  const model = config.models[book.modelTier];
  const room = roomOf(config, model, replyTokens);
  const prompt = await fitted(input, room.budgetTokens, (messages) => measured(work, key.accountId, messages));
  // The shortest form may exceed PROMPT_TOKENS_MAX, but never the model.
  if (prompt.tokens > room.budgetTokens) requireRoom(model, room, prompt.tokens);
  const { least, usual, person } = profileTokens;
  const expected = expectedJson(least, usual + person * expectedPeople(chapters.length));
  const call: PaidCall = { ...prompt, ...expected, model, room, times: 1 };
  const versions = chapters.map(({ id, recap }) => `${id} ${recap.version}`);
  return {
    call,
    material: prompt.messages.at(-1)?.content ?? '',
    chapters: chapters.length,
    hash: requestHash('summarize', 'profile', ...versions),
  };
}

const noRecaps =
  'No chapter has a recap, and the profile is made from recaps. Have the manuscript read first (POST /v1/books/{bookId}/read, read_manuscript), or set recaps (set_recap).';

/** The messages with as much of each chapter as the budget has room for, or with the least that says something. */
async function fitted<Measured extends { tokens: number }>(
  input: ProfileInput,
  budgetTokens: number,
  measure: (messages: TextMessage[]) => Promise<Measured>,
): Promise<Measured> {
  for (const characters of charactersOfEach) {
    const messages = profileMessages(input, characters);
    const length = messages.reduce((sum, { content }) => sum + content.length, 0);
    // What is surely too long is not counted.
    if (length / unitsPerTokenMax > budgetTokens) continue;
    const prompt = await measure(messages);
    if (prompt.tokens <= budgetTokens) return prompt;
  }
  return measure(profileMessages(input, charactersLeast));
}
