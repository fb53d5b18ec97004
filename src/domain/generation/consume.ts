import { ProviderFailure, type TextMessage, type TextProvider, type TextUsage } from '../../providers/text.ts';
import { contentMax, lengthOf } from '../chapter/rules.ts';
import { trimOverlap } from '../prompt/seam.ts';
import type { LiveRun } from './live.ts';
import type { Work } from './work.ts';

/** What a run writes: the text that it goes on from, and the prompt for going on from any longer text. */
export interface Assignment {
  savedText: string;
  messagesFor: (ownText: string) => readonly TextMessage[];
}

/** The work of a run that writes a text, and what follows once it is written. */
export function writingWork(assignment: Assignment, follow: NonNullable<Work['follow']>): Work {
  return { perform: ({ text }, live, idleMsMax) => consume(text, live, assignment, idleMsMax), follow };
}

/**
 * Reads the provider until it says that the chapter is done, asking again where it stopped for length. What a seam still
 * holds back at a fault is not taken: nobody saw it, it may be a repeat, and whoever goes on writes it again (ours).
 */
async function consume(
  provider: TextProvider,
  live: LiveRun,
  { savedText, messagesFor }: Assignment,
  idleMsMax: number,
): Promise<void> {
  for (let isDone = false; !isDone; ) {
    const firstPiece = live.pieces.length;
    let usage: TextUsage | undefined;
    try {
      isDone = await answer(provider, live, { savedText, messagesFor }, idleMsMax, (counted) => {
        usage = counted;
      });
    } finally {
      live.count(usage, firstPiece);
    }
  }
}

/** Asks once and takes what comes; whether the chapter is done with it. */
async function answer(
  provider: TextProvider,
  live: LiveRun,
  { savedText, messagesFor }: Assignment,
  idleMsMax: number,
  counted: (usage: TextUsage | undefined) => void,
): Promise<boolean> {
  const { signal } = live.stop;
  const ownText = savedText + live.pieces.join('');
  const charsBefore = live.chars;
  const seam = trimOverlap(ownText);
  const stream = provider.stream({ model: live.run.model, messages: messagesFor(ownText), signal, idleMsMax });
  let next = await stream.next();
  for (; !next.done; next = await stream.next()) take(live, seam.push(next.value));
  counted(next.value.usage);
  signal.throwIfAborted();
  take(live, seam.end());
  const isEmpty = live.chars === charsBefore;
  if (next.value.reason === 'stop' && !(isEmpty && ownText === '')) return true;
  if (isEmpty) throw new ProviderFailure('broken');
  return false;
}

/** A chapter takes so much and no more; at its limit the run stops. */
function take(live: LiveRun, text: string): void {
  const room = contentMax - live.run.startOffset - live.chars;
  const isOver = lengthOf(text) >= room;
  const fitting = isOver ? [...text].slice(0, room).join('') : text;
  if (fitting) live.add(fitting);
  if (isOver) live.stopFor('full');
}
