import { builder } from '../../../graphql/builder.ts';
import type { enumOf } from '../../../graphql/input.ts';
import { idBeside } from '../../../ids/id.ts';
import type { BookProgress, ChapterProgress } from './progress.ts';
import { RunError } from './run-schema.ts';

/** Work on all chapters of a book, in the background. */
interface BookWork<State extends string> {
  /** Type of the whole, and of one chapter in it. */
  types: readonly [whole: string, chapter: string];
  /** In descriptions, and for the id. */
  noun: 'narration' | 'reading';
  State: ReturnType<typeof enumOf<readonly [State, ...State[]]>>;
}

/** The types that report the progress of such work; answers that of the whole. */
export function progressType<State extends string>({ types: [whole, chapter], noun, State }: BookWork<State>) {
  const Chapter = builder.objectRef<ChapterProgress<State>>(chapter).implement({
    description: `State of one chapter in the ${noun} of its book.`,
    fields: (t) => ({
      chapterId: t.exposeID('chapterId', { description: 'The chapter that this state describes.' }),
      order: t.exposeInt('order', { description: 'Position in the book, from 1.' }),
      title: t.exposeString('title', { description: 'Its current title.' }),
      state: t.field({
        type: State,
        description: `State of its ${noun}; \`queued\` and \`running\` are not final.`,
        resolve: ({ state }) => state as never,
      }),
      runId: t.exposeID('runId', { nullable: true, description: 'The current or last run for it; null without one.' }),
      error: t.expose('error', { type: RunError, nullable: true, description: 'Why it failed; null unless it did.' }),
      waitsUntil: t.expose('waitsUntil', {
        type: 'DateTime',
        nullable: true,
        description: 'Time of the next try if it waits for a limit, the daily quota or a retry; else null.',
      }),
    }),
  });
  const count = (state: string) => (progress: BookProgress<State>) =>
    progress.chapters.filter((one) => one.state === state).length;
  return builder.objectRef<BookProgress<State>>(whole).implement({
    description: `Progress of the ${noun} of a book. It continues in the background until nothing is queued or running.`,
    fields: (t) => ({
      id: t.id({
        description: `Derived from the book: every ${noun} object of a book has the same id.`,
        resolve: ({ bookId }) => idBeside(noun, bookId),
      }),
      bookId: t.exposeID('bookId', { description: 'The book whose chapters these are.' }),
      total: t.int({
        description: 'Number of chapters, including unfinished ones.',
        resolve: ({ chapters }) => chapters.length,
      }),
      ready: t.int({ description: 'Chapters that are ready.', resolve: count('ready') }),
      queued: t.int({ description: 'Chapters that are queued.', resolve: count('queued') }),
      running: t.int({ description: 'Chapters that a run works on.', resolve: count('running') }),
      failed: t.int({ description: 'Chapters for which all tries failed.', resolve: count('failed') }),
      chapters: t.expose('chapters', { type: [Chapter], description: 'All chapters, in order.' }),
    }),
  });
}
