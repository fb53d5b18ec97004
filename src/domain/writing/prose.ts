import { notFound } from '../../errors.ts';
import { newId } from '../../id.ts';
import { bookById } from '../book/store.ts';
import type { ChapterKey } from '../chapter/store.ts';
import { type TextState, textStateOf } from '../chapter/text.ts';
import { assemblePrompt, type PromptInput } from '../prompt/prompt.ts';
import { chapterWords } from '../prompt/system-rules.ts';
import { summarizeChapter } from '../recap/summarize.ts';
import type { Opening } from '../run/insert.ts';
import { beginRun, joinRun, type RunContext } from '../run/start.ts';
import * as store from '../run/store.ts';
import { lengthOf } from '../shapes.ts';
import { briefFor } from './brief.ts';
import { type Assignment, writingWork } from './consume.ts';

/** Request for the text of a chapter. */
export interface Prose {
  kind: 'write' | 'rewrite';
  hash: string;
  /** The caller's wishes for this one call. */
  wishes: string | undefined;
  /** The text to rewrite; null for a write. */
  presentText: string | null;
  /** The saved part of the new text; empty to start from the beginning. */
  savedText: string;
  /** Revision of the saved part; undefined without one. */
  revisionId: string | undefined;
  /** Run that wrote the saved part. */
  resumeOf: string | null;
  /** Requested length of the whole text, words. Default: an even share of the book's target, unless the caller has wishes. */
  orderedWords?: number | undefined;
}

/**
 * Joins the running run of a chapter if its request is the same; otherwise starts one. `start` answers undefined if another
 * request was faster, and is then retried. Throws `not_found`, or `invalid_state` if another request is running.
 */
export async function joinOrStart(
  context: RunContext,
  key: ChapterKey,
  hash: string,
  start: (current: TextState) => Promise<store.Run | undefined>,
): Promise<store.Run> {
  for (;;) {
    const current = (await textStateOf(context.sql, key)) ?? notFound('chapter');
    const running = await store.runningRun(context.sql, key.accountId, key.chapterId);
    const run = running ? await joinRun(context, running, hash, 'this chapter') : await start(current);
    if (run) return run;
  }
}

/**
 * Starts a run on a chapter's text; its completion starts a summary. Undefined if the chapter has changed or another run has
 * started since the prompt was built.
 */
export async function startProse(
  context: RunContext,
  key: ChapterKey,
  prose: Prose,
  openingOf: (runId: string) => Opening,
): Promise<store.Run | undefined> {
  const { sql, config, runs } = context;
  const { kind, hash, savedText, resumeOf } = prose;
  const brief = (await briefFor(sql, key, savedText, prose.wishes, prose.presentText)) ?? notFound('chapter');
  const book = (await bookById(sql, key)) ?? notFound('book');
  const { chapters } = brief.input;
  const orderedWords =
    prose.orderedWords ?? (prose.wishes ? undefined : chapterWords(book.targetWords, chapters.length));
  const input = { ...brief.input, orderedWords };
  const prompt = assemblePrompt(input);
  const id = newId('run');
  const lostWord = await lostWordOf(context, key, resumeOf);
  const messagesFor = (ownText: string) => assemblePrompt({ ...input, ownText }).messages;
  const follow = () => summarizeChapter({ sql, config, runs }, key);
  return beginRun(
    context,
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
    writingWork(
      { savedText, lostWord, language: book.language, messagesFor, orderedWords, chapter: chapterOf(input) },
      follow,
    ),
  );
}

/** The incomplete word at the end of the run that is continued; empty if unknown. */
async function lostWordOf({ sql }: RunContext, { accountId }: ChapterKey, runId: string | null): Promise<string> {
  const former = runId === null ? undefined : await store.runById(sql, { accountId, runId });
  return former?.cut.findLast(({ at }) => at === 'end')?.text ?? '';
}

function chapterOf({ chapters, chapterId }: PromptInput): Assignment['chapter'] {
  const { order, title } = chapters.find(({ id }) => id === chapterId) ?? { order: 0, title: '' };
  return { order, title, isLast: order === chapters.length };
}
