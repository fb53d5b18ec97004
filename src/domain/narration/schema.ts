import DataLoader from 'dataloader';
import { notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { perOperation } from '../../graphql/context.ts';
import { Download, storedFile } from '../../graphql/download.ts';
import { enumOf, inputOf } from '../../graphql/input.ts';
import { audioStatuses } from '../chapter/rules.ts';
import { Chapter } from '../chapter/schema.ts';
import { leaseSeconds, waitSeconds, waitSecondsMax } from '../generation/rules.ts';
import { Run } from '../generation/run-schema.ts';
import { fileNameOf } from '../port/export.ts';
import { narrateChapter } from './narrate.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

const AudioStatus = enumOf('AudioStatus', audioStatuses, 'Where the narration of a chapter stands.', {
  none: 'Never narrated.',
  pending: 'Being narrated, or queued for it.',
  ready: 'The audio is of the present text and title.',
  stale: 'Text or title have changed since; the old audio stays playable.',
  failed:
    'There is no audio of the present text, and the last try to make it did not succeed. Older audio stays playable.',
});

/** How the narrations stand, in one statement for all the chapters of an operation. */
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
  description: 'What a chapter sounds like.',
  fields: (t) => ({
    voice: t.exposeString('voice', { description: 'The voice that speaks, as the speech provider calls it.' }),
    durationSeconds: t.float({
      description: 'How long it is, to the millisecond.',
      resolve: ({ durationMs }) => durationMs / 1000,
    }),
    sizeBytes: t.exposeInt('sizeBytes', { description: 'Bytes of the file.' }),
    createdAt: t.expose('completedAt', { type: 'DateTime', description: 'When it was finished.' }),
    isStale: t.exposeBoolean('isStale', { description: 'Whether text or title have changed since.' }),
  }),
});

builder.objectFields(Chapter, (t) => ({
  audioUrl: t.string({
    nullable: true,
    description: 'Where its narration can be heard, with the same key; null while there is none.',
    resolve: async ({ id, bookId }, _args, context) =>
      (await audioOf(context).load(id))?.narration ? context.publicUrl() + pathOf(bookId, id) : null,
  }),
  audioStatus: t.field({
    type: AudioStatus,
    description: 'Whether there is narration, and of the present text.',
    resolve: async ({ id }, _args, context) => (await audioOf(context).load(id))?.status ?? 'none',
  }),
  narration: t.field({
    type: Narration,
    nullable: true,
    description: 'What can be heard of it; null while there is nothing.',
    resolve: async ({ id }, _args, context) => (await audioOf(context).load(id))?.narration ?? null,
  }),
}));

builder.objectField(Run, 'audioUrl', (t) =>
  t.string({
    nullable: true,
    description: 'For a narration, where its chapter is heard once it has completed; null for other work.',
    resolve: ({ kind, bookId, chapterId }, _args, { publicUrl }) =>
      kind === 'narrate' && chapterId ? publicUrl() + pathOf(bookId, chapterId) : null,
  }),
);

const bookId = { required: true, description: 'The book.' } as const;
const chapterId = { required: true, description: 'The chapter.' } as const;
export const NarrationRequest = inputOf('NarrationRequest', rules.narrationRequest, 'How to narrate.');

builder.mutationField('narrateChapter', (t) =>
  t.field({
    type: Run,
    authScopes: { scope: 'generation:run' },
    description:
      'Has a complete chapter spoken and answers the run. Paragraphs that were spoken before are not spoken again. The same request while a run is active joins that run; where the audio is just what is asked for, the run that made it is the answer.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      input: t.arg({ type: NarrationRequest, description: 'Wishes; nothing is required.' }),
      waitSeconds: t.arg.int({
        description: `Wait for the run to end, up to so many seconds, at most ${waitSecondsMax}. Absent or 0: answer at once.`,
        validate: { schema: waitSeconds },
      }),
    },
    resolve: async (_root, { bookId, chapterId, input, waitSeconds }, context) => {
      const { caller, patience, report, runs, signal } = context;
      // Where a node has died, its lease is waited for.
      patience.allow((waitSeconds ?? 0) + leaseSeconds);
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
    description: 'The narration of a chapter as an MP3, of the present text or an older one; REST serves ranges of it.',
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
