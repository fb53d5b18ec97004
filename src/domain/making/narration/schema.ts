import DataLoader from 'dataloader';
import { notFound } from '../../../errors.ts';
import { bookId, chapterId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { Download, storedFile } from '../../../graphql/download.ts';
import { startsRun } from '../../../graphql/effect.ts';
import { fileNameOf } from '../../../graphql/file-name.ts';
import { enumOf, inputOf } from '../../../graphql/input.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import { leaseSeconds, waitSeconds, waitSecondsMax } from '../../calls/run/rules.ts';
import { Run } from '../../calls/run/run-schema.ts';
import { audioStatuses } from '../../text/chapter/rules.ts';
import { Chapter } from '../../text/chapter/schema.ts';
import { narrateChapter } from './narrate.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

const AudioStatus = enumOf('AudioStatus', audioStatuses, 'State of the narration of a chapter.', {
  none: 'Never narrated.',
  pending: 'Being narrated, or queued.',
  ready: 'The audio matches the present text and title.',
  stale: 'The text or title has changed since the narration; the old audio stays playable.',
  failed: 'The last narration of the present text failed. Older audio stays playable.',
});

/** Loads narration states, in one statement for all chapters of an operation. */
const audioOf = perOperation(
  ({ read, caller }) =>
    new DataLoader(async (ids: readonly string[]) => {
      const found = new Map((await store.audioOf(read, caller.accountId, ids)).map((one) => [one.chapterId, one]));
      return ids.map((id) => found.get(id) ?? null);
    }),
);

const pathOf = (bookId: string, chapterId: string) =>
  rules.audioPath.replace('{bookId}', bookId).replace('{chapterId}', chapterId);

const Narration = builder.objectRef<store.Narration & { isStale: boolean }>('Narration').implement({
  description: 'The narration of a chapter.',
  fields: (t) => ({
    voice: t.exposeString('voice', { description: 'Voice, as named by the speech provider.' }),
    durationSeconds: t.float({
      description: 'Duration in seconds, to the millisecond.',
      resolve: ({ durationMs }) => durationMs / 1000,
    }),
    sizeBytes: t.exposeInt('sizeBytes', { description: 'File size in bytes.' }),
    createdAt: t.expose('completedAt', { type: 'DateTime', description: 'When it was finished.' }),
    isStale: t.exposeBoolean('isStale', { description: 'Whether the text or title has changed since.' }),
  }),
});

builder.objectFields(Chapter, (t) => ({
  audioUrl: t.string({
    nullable: true,
    description: 'URL of its narration, for the same key; null without one.',
    resolve: async ({ id, bookId }, _args, context) =>
      (await audioOf(context).load(id))?.narration ? context.publicUrl() + pathOf(bookId, id) : null,
  }),
  audioStatus: t.field({
    type: AudioStatus,
    description: 'State of its narration.',
    resolve: async ({ id }, _args, context) => (await audioOf(context).load(id))?.status ?? 'none',
  }),
  narration: t.field({
    type: Narration,
    nullable: true,
    description: 'Its narration; null without one.',
    resolve: async ({ id }, _args, context) => (await audioOf(context).load(id))?.narration ?? null,
  }),
}));

builder.objectField(Run, 'audioUrl', (t) =>
  t.string({
    nullable: true,
    description: 'URL of the audio of a completed narration; null for other runs.',
    resolve: ({ kind, bookId, chapterId }, _args, { publicUrl }) =>
      kind === 'narrate' && chapterId ? publicUrl() + pathOf(bookId, chapterId) : null,
  }),
);

export const NarrationRequest = inputOf(
  'NarrationRequest',
  rules.narrationRequest,
  'Options of a narration; all are optional.',
);

builder.mutationField('narrateChapter', (t) =>
  t.field({
    ...startsRun({ provider: 'speech' }),
    type: Run,
    authScopes: { scope: 'generation:run' },
    description:
      'Narrates a complete chapter and answers the run. Unchanged paragraphs are not narrated again. The same request joins an active run; if the audio is already up to date, the answer is the run that made it.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      input: t.arg({ type: NarrationRequest, description: 'Options; all are optional.' }),
      waitSeconds: t.arg.int({
        description: `Seconds to wait for the run to end, at most ${waitSecondsMax}. Absent or 0: answer immediately.`,
        validate: { schema: waitSeconds },
      }),
    },
    resolve: async (_root, { bookId, chapterId, input, waitSeconds }, context) => {
      const { caller, timeAllowance, report, runs, signal } = context;
      // Includes the lease of a crashed node.
      timeAllowance.allow((waitSeconds ?? 0) + leaseSeconds);
      const run = await narrateChapter(context, { accountId: caller.accountId, bookId, chapterId }, input ?? {});
      if (!waitSeconds || run.state !== 'running') return run;
      return (await runs.wait({ accountId: run.accountId, runId: run.id }, waitSeconds, signal, report)) ?? run;
    },
  }),
);

builder.queryField('chapterAudio', (t) =>
  t.field({
    type: Download,
    authScopes: { scope: 'books:read' },
    description: 'The narration of a chapter as MP3, of the current or an older text. REST serves byte ranges.',
    args: { bookId: t.arg.id(bookId), chapterId: t.arg.id(chapterId) },
    resolve: async (_root, { bookId, chapterId }, context) => {
      const { accountId } = context.caller;
      const narration =
        (await store.narrationOfChapter(context.read, { accountId, bookId, chapterId })) ?? notFound('narration');
      return storedFile(context, {
        fileName: fileNameOf(narration.title, 'mp3'),
        mediaType: rules.audioMediaType,
        sizeBytes: narration.sizeBytes,
        sha256: narration.sha256,
        path: pathOf(bookId, chapterId),
        read: (first, last) => store.bytesOf(context.read, accountId, narration.id, first, last),
      });
    },
  }),
);
