import { notFound } from '../../errors.ts';
import { newId } from '../../id.ts';
import { bookById } from '../book/store.ts';
import { lengthOf } from '../chapter/rules.ts';
import type { ChapterKey } from '../chapter/store.ts';
import { assemblePrompt } from '../prompt/prompt.ts';
import { summarizeChapter } from '../recap/summarize.ts';
import type { Opening } from './begin.ts';
import { briefFor } from './brief.ts';
import { writingWork } from './consume.ts';
import { beginRun, type Desk, joinRun } from './desk.ts';
import * as store from './store.ts';

/** A text to be written for a chapter, and what it goes on from. */
export interface Prose {
  kind: 'write' | 'rewrite';
  hash: string;
  /** The caller's wishes for this one call. */
  wishes: string | undefined;
  /** The text that is rewritten; null where none is. */
  presentText: string | null;
  /** What is there of the new text; empty to begin. */
  savedText: string;
  /** Of the new text; undefined for a text that is not there yet. */
  revisionId: string | undefined;
  resumeOf: string | null;
}

/** The run on a chapter that asks for the same, or the one that `start` begins; it answers undefined when somebody else was quicker. */
export async function joinOrStart(
  desk: Desk,
  key: ChapterKey,
  hash: string,
  start: (standing: store.Standing) => Promise<store.Run | undefined>,
): Promise<store.Run> {
  for (;;) {
    const standing = (await store.standingOf(desk.sql, key)) ?? notFound('chapter');
    const running = await store.runningRun(desk.sql, key.accountId, key.chapterId);
    const run = running ? await joinRun(desk, running, hash, 'this chapter') : await start(standing);
    if (run) return run;
  }
}

/** Begins a run on a chapter's text, and with its end what follows from it; undefined when the chapter has moved meanwhile. */
export async function startProse(
  desk: Desk,
  key: ChapterKey,
  prose: Prose,
  openingOf: (runId: string) => Opening,
): Promise<store.Run | undefined> {
  const { sql, config, runs } = desk;
  const { kind, hash, savedText, resumeOf } = prose;
  const brief = (await briefFor(sql, key, savedText, prose.wishes, prose.presentText)) ?? notFound('chapter');
  const book = (await bookById(sql, key)) ?? notFound('book');
  const prompt = assemblePrompt(brief.input);
  const id = newId('run');
  const messagesFor = (ownText: string) => assemblePrompt({ ...brief.input, ownText }).messages;
  const follow = () => summarizeChapter({ sql, config, runs }, key);
  return beginRun(
    desk,
    key,
    {
      id,
      kind,
      chapterId: key.chapterId,
      requestHash: hash,
      model: config.models[book.modelTier],
      revisionId: prose.revisionId ?? newId('rev'),
      subjectId: null,
      startOffset: lengthOf(savedText),
      resumeOf,
      manifest: prompt.manifest,
      promptTokens: prompt.tokens,
      builtFrom: brief.builtFrom,
    },
    openingOf(id),
    writingWork({ savedText, messagesFor }, follow),
  );
}
