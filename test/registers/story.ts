import type { Args, Story } from './register.ts';

/** The id of the story's book. */
export const ofBook = async (story: Story): Promise<Args> => ({ bookId: (await story.answer('create_book')).id });

export const ofChapter = async (story: Story): Promise<Args> => ({
  ...(await ofBook(story)),
  chapterId: (await story.answer('create_chapter')).id,
});

export const ofCharacter = async (story: Story): Promise<Args> => ({
  ...(await ofBook(story)),
  characterId: (await story.answer('create_character')).id,
});

/** A new book with chapters that have these texts. */
export async function withChapters(
  story: Story,
  ...contents: string[]
): Promise<{ bookId: string; chapterIds: string[] }> {
  const { id: bookId } = await story.call('create_book', { premise: 'A lighthouse keeper and a storm.' });
  const chapterIds: string[] = [];
  for (const content of contents) chapterIds.push((await story.call('create_chapter', { bookId, content })).id);
  return { bookId, chapterIds };
}

/** The only chapter of a new book. */
export async function withChapter(story: Story, content: string): Promise<Args> {
  const { bookId, chapterIds } = await withChapters(story, content);
  return { bookId, chapterId: chapterIds[0] };
}

/** The previous revision of the chapter, after all tools that write it. */
export const ofRevision = async (story: Story): Promise<Args> => ({
  ...(await ofChapter(story)),
  revisionId: (await story.answer('list_revisions'))[1].id,
});
