import { invalidState, notFound, StaleVersion } from '../../../errors.ts';
import type { Context } from '../../../graphql/context.ts';
import { answerUnchanged } from '../../../graphql/versions.ts';
import { chaptersMax } from './rules.ts';
import * as store from './store.ts';

/** Converts a refusal to an error. */
export function refuse(refusal: store.Refusal): never {
  switch (refusal.refused) {
    case 'no such character':
      return notFound('character');
    case 'stale':
      throw new StaleVersion('chapter', refusal.current, refusal.expected);
    case 'running':
      return invalidState(`Run ${refusal.runId} is writing this chapter. Wait for it or cancel it, then try again.`);
    case 'full':
      return invalidState(`The book is full: it holds at most ${chaptersMax} chapters.`);
    case 'published':
      return invalidState(
        'The published version of the book includes this chapter. Archive it, publish the book again or unpublish it, then delete the chapter.',
      );
    case 'nothing to split':
      return invalidState(
        `There must be text on both sides of the cut; the chapter has ${refusal.length} characters. Choose a smaller \`at\`, or write more.`,
      );
    case 'last':
      return invalidState('The chapter is the last of its book, so there is no next chapter to merge with.');
    case 'too long':
      return invalidState(
        `The merged chapter would exceed the limits of ${refusal.fields.join(', ')}. Shorten these in one of the chapters, then merge.`,
      );
  }
}

/** Answers the chapter, or throws the refusal. */
export async function chapterOrThrow(
  outcome: store.Chapter | store.Refusal | undefined,
  key: store.ChapterKey,
  { sql }: Context,
  expected?: number | null,
): Promise<store.Chapter> {
  if (!outcome) return answerUnchanged(await store.chapterById(sql, key), 'chapter', expected);
  return 'refused' in outcome ? refuse(outcome) : outcome;
}
