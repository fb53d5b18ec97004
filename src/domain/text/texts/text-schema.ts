import DataLoader from 'dataloader';
import { refuseAnswer } from '../../../graphql/answer-size.ts';
import type { Context } from '../../../graphql/context.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import type { ChapterRow } from '../chapter/store.ts';
import * as store from './present.ts';
import { proseWithin } from './prose.ts';

/** Cost of reading a text: a tenth of the longest one, at 1 per 1,000 characters. */
export const textCost = 40;

/** Texts are long and loaded separately, in one statement per operation. */
const textOf = perOperation(
  (context) =>
    new DataLoader(async (ids: readonly string[]) => {
      const { read, caller, config } = context;
      const texts = await store.textsWithin(read, caller.accountId, ids, config.answerBytesMax);
      const found = new Map((texts ?? refuseAnswer(context)).map((text) => [text.chapterId, text]));
      return ids.map((id): store.SavedText => found.get(id) ?? { content: '', revisionId: null });
    }),
);

/** Loads texts that stored answers name, in one statement per operation. A text that was deleted since is replaced by the present one. */
const textAt = perOperation(
  (context) =>
    new DataLoader(
      async (wanted: readonly { chapterId: string; id: string }[]) => {
        const { read, caller, config } = context;
        const texts = await proseWithin(read, caller.accountId, wanted, config.answerBytesMax);
        const found = new Map((texts ?? refuseAnswer(context)).map(({ id, body }) => [id, body]));
        return Promise.all(
          wanted.map(async ({ chapterId, id }): Promise<store.SavedText> => {
            const content = found.get(id);
            return content === undefined ? textOf(context).load(chapterId) : { content, revisionId: id };
          }),
        );
      },
      { cacheKeyFn: ({ id }) => id },
    ),
);

/**
 * A chapter in answers. One that is read alone includes its text. One that was stored under an idempotency key includes the
 * revision id only.
 */
export type Answered = ChapterRow & Partial<store.SavedText>;

/** The text of the revision that a chapter names; otherwise the saved text. */
function savedTextOf({ id, content, revisionId }: Answered, context: Context): Promise<store.SavedText> {
  const isNamed = content === undefined && revisionId;
  return isNamed ? textAt(context).load({ chapterId: id, id: revisionId }) : textOf(context).load(id);
}

export async function contentOf(chapter: Answered, context: Context): Promise<string> {
  return chapter.content ?? (await savedTextOf(chapter, context)).content;
}

export async function revisionOf(chapter: Answered, context: Context): Promise<string | null> {
  const { content, revisionId } = chapter;
  return content !== undefined && revisionId !== undefined
    ? revisionId
    : (await savedTextOf(chapter, context)).revisionId;
}

/** A chapter with its text, as it is stored under an idempotency key. */
export async function withText(chapter: Answered, context: Context): Promise<Answered> {
  return { ...chapter, content: await contentOf(chapter, context), revisionId: await revisionOf(chapter, context) };
}
