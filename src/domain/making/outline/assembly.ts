import type { CountedMessages } from '../../../providers/text-provider.ts';
import { tokenCounter } from '../../../providers/tokenizer.ts';
import type { Job } from '../../../threads/job.ts';
import type { WorkPool } from '../../../threads/pool.ts';
import { type Room, requireRoom } from '../../calls/prompt/room.ts';
import { fitContinuation, fitQuestion, fitRepair } from './fit.ts';
import type { GradeInput } from './grade-input.ts';
import { gradeMessages } from './grade-prompt.ts';
import type { JudgedParts } from './judgement.ts';
import type { OutlineInput } from './outline-input.ts';
import { outlineMessages } from './outline-prompt.ts';
import type { OutlineReply } from './outline-shape.ts';
import { rubricFor } from './rubric.ts';

/** An outline or a grade, with the parts that are done. */
export type Subject =
  | { about: 'outline'; input: OutlineInput; planned: OutlineReply | undefined }
  | { about: 'grade'; input: GradeInput; done: JudgedParts };

/** A reply to the question that did not do. */
export type Earlier = { reply: string; faults: readonly string[] } | { cut: string };

interface Assembly {
  subject: Subject;
  room: Room;
  earlier: Earlier | undefined;
}

const assembling: Job<Assembly, Promise<CountedMessages | undefined>> = {
  module: new URL(import.meta.url),
  name: 'assembleQuestion',
};

/** Assembles the messages of a question and counts their tokens. A job of the pool. */
export async function assembleQuestion({ subject, room, earlier }: Assembly): Promise<CountedMessages | undefined> {
  const countTokens = await tokenCounter();
  const messagesFor = messagesOf(subject);
  if (!earlier) return fitQuestion(messagesFor, room, countTokens);
  if ('cut' in earlier) return fitContinuation(messagesFor, room, countTokens, earlier.cut);
  return fitRepair(messagesFor, room, countTokens, earlier);
}

function messagesOf(subject: Subject) {
  if (subject.about === 'outline') return (share: number) => outlineMessages(subject.input, subject.planned, share);
  const rubric = rubricFor(subject.input.plan.beatSheetTemplate);
  return (share: number) => gradeMessages(subject.input, rubric, subject.done, share);
}

/** Assembles the questions of one run. Undefined if the model has no room to continue a reply. */
export type Assemble = (subject: Subject, earlier?: Earlier) => Promise<CountedMessages | undefined>;

/** Counted within 30 ms, characters (ours). A thread loads the tables of the tokenizer once more. */
const inlineMax = 50_000;

/** The same in the pool. Throws `invalid_state` if the model has no room for the shortest form. */
export function assembleIn(work: WorkPool, accountId: string, model: string, room: Room): Assemble {
  return async (subject, earlier) => {
    const input = { subject, room, earlier };
    const characters = JSON.stringify(input).length;
    const prompt = await work.run(assembling, { accountId, input, inlineMax, characters });
    // The shortest form may exceed PROMPT_TOKENS_MAX, but never the model.
    if (prompt && prompt.tokens > room.budgetTokens) requireRoom(model, room, prompt.tokens);
    return prompt;
  };
}
