import DataLoader from 'dataloader';
import { charged } from '../../../graphql/answer-size.ts';
import { builder } from '../../../graphql/builder.ts';
import type { Context } from '../../../graphql/context.ts';
import { enumOf } from '../../../graphql/input.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import { type AnchorState, type AnchorWords, anchorStates } from './rules.ts';
import { type Anchored, anchoredWords, type PlaceInText, placesOf } from './store.ts';

const State = enumOf('AnchorState', anchorStates, 'Whether the words of an anchor are still in the text.', {
  ok: 'They are at its place.',
  stale: 'They were edited; what stands there now is between `start` and `end`.',
  orphaned: 'They were deleted at `start`.',
});

const placesIn = perOperation(
  ({ read, caller }: Context) =>
    new DataLoader(async (chapterIds: readonly string[]) => {
      const places = await placesOf(read, caller.accountId, chapterIds);
      return chapterIds.map(() => places);
    }),
);

/** An anchor in answers. One that was stored under an idempotency key is without its words. */
export type AnsweredAnchor = Omit<Anchored, keyof AnchorWords> & Partial<AnchorWords>;

/** A record as it is stored under an idempotency key: with the place that its anchor has now, and without its words. */
export async function keptAnchor<Of extends AnsweredAnchor>(record: Of, context: Context): Promise<Of> {
  const { exact: _exact, prefix: _prefix, suffix: _suffix, ...rest } = record;
  // The words are optional members of `Of`.
  return { ...rest, settled: await placeOf(record, context) } as Of;
}

/** Loads words of anchors that stored answers name, in one statement per operation. */
const wordsIn = perOperation(
  ({ read, caller }: Context) =>
    new DataLoader(async (ids: readonly string[]) => {
      const found = new Map((await anchoredWords(read, caller.accountId, ids)).map((words) => [words.id, words]));
      return ids.map((id): AnchorWords => found.get(id) ?? { exact: '', prefix: '', suffix: '' });
    }),
);

/** The words of an anchor; empty ones if it was deleted since its answer was stored. */
export async function anchorWords(
  { id, exact, prefix = '', suffix = '' }: AnsweredAnchor,
  context: Context,
): Promise<AnchorWords> {
  return exact === undefined ? wordsIn(context).load(id) : { exact, prefix, suffix };
}

async function placeOf({ id, chapterId, settled }: AnsweredAnchor, context: Context): Promise<Omit<PlaceInText, 'id'>> {
  if (settled) return settled;
  const place = (await placesIn(context).load(chapterId)).get(id);
  return place ?? { start: 0, end: 0, state: 'orphaned' as AnchorState, revisionId: null };
}

export const Anchor = builder.objectRef<AnsweredAnchor>('Anchor').implement({
  description:
    'Words of a chapter. An anchor moves with its words through every change of the text. It is never lost: when deleted words return, it is `ok` again.',
  fields: (t) => ({
    exact: t.string({
      description: 'The words on which it was set. Empty 30 days after a proposal was decided.',
      resolve: async (anchor, _args, context) => charged(context, (await anchorWords(anchor, context)).exact),
    }),
    prefix: t.string({
      description: 'Up to 64 characters before them, when it was set.',
      resolve: async (anchor, _args, context) => (await anchorWords(anchor, context)).prefix,
    }),
    suffix: t.string({
      description: 'Up to 64 characters behind them, when it was set.',
      resolve: async (anchor, _args, context) => (await anchorWords(anchor, context)).suffix,
    }),
    state: t.field({
      type: State,
      description: 'Whether the words are still there.',
      resolve: async (anchor, _args, context) => (await placeOf(anchor, context)).state,
    }),
    revisionId: t.field({
      type: 'ID',
      nullable: true,
      description: 'The text of `start` and `end`: the current one, or that of the decision. Null if it is empty.',
      resolve: async (anchor, _args, context) => (await placeOf(anchor, context)).revisionId,
    }),
    start: t.field({
      type: 'Int',
      description: 'The first character, code points from 0.',
      resolve: async (anchor, _args, context) => (await placeOf(anchor, context)).start,
    }),
    end: t.field({
      type: 'Int',
      description: 'The place behind the last character.',
      resolve: async (anchor, _args, context) => (await placeOf(anchor, context)).end,
    }),
  }),
});
