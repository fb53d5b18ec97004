import type { Json } from '../support/faces.ts';

type Args = Record<string, unknown>;

/** What the tools before answered, by name, and a way to call one more. */
export interface Story {
  seen: Record<string, Json>;
  call(name: string, args: Args): Promise<Json>;
}

const book = ({ seen }: Story): Args => ({ bookId: seen.create_book.id });
const chapter = (story: Story): Args => ({ ...book(story), chapterId: story.seen.create_chapter.id });
const character = (story: Story): Args => ({ ...book(story), characterId: story.seen.create_character.id });
const mood = (story: Story): Args => ({ ...book(story), moodId: story.seen.add_mood_reference.id });
/** The text that gave way last. */
const revision = (story: Story): Args => ({ ...chapter(story), revisionId: story.seen.list_revisions[1].id });

/** Sensible arguments for every tool, in an order in which a book is made, written and thrown away. */
export const examples: Record<string, (story: Story) => Args | Promise<Args>> = {
  create_book: () => ({ premise: 'A lighthouse keeper and a storm.', title: 'The Light' }),
  list_books: () => ({ limit: 10 }),
  update_book: (story) => ({ ...book(story), genre: 'gothic', expectedVersion: 1 }),
  list_beat_sheets: book,
  set_plan: (story) => ({ ...book(story), themeStatement: 'Light is owed.', beatSheetTemplate: 'three-act' }),
  get_plan: book,
  create_character: (story) => ({ ...book(story), name: 'Emma', want: 'to keep the lamp lit', isPov: true }),
  update_character: (story) => ({ ...character(story), fear: 'the sea', want: null }),
  list_characters: (story) => ({ ...book(story), detail: 'concise' }),
  add_character_conflict: async (story) => {
    const other = await story.call('create_character', { ...book(story), name: 'Jonas' });
    return {
      ...book(story),
      fromCharacterId: story.seen.create_character.id,
      toCharacterId: other.id,
      kind: 'goal',
      description: 'Both want the light.',
    };
  },
  list_character_conflicts: book,
  remove_character_conflict: (story) => ({ ...book(story), conflictId: story.seen.add_character_conflict.id }),
  create_chapter: (story) => ({ ...book(story), title: 'The Lamp', summary: 'Emma lights the lamp.' }),
  list_chapters: book,
  update_chapter: (story) => ({ ...chapter(story), notes: 'Keep it short.', expectedVersion: 1 }),
  get_chapter_brief: chapter,
  write_chapter: (story) => ({ ...chapter(story), waitSeconds: 20 }),
  get_generation: ({ seen }) => ({ runId: seen.write_chapter.id, waitSeconds: 1 }),
  cancel_generation: ({ seen }) => ({ runId: seen.write_chapter.id }),
  rewrite_chapter: (story) => ({ ...chapter(story), directive: 'Let it rain.', waitSeconds: 20 }),
  narrate_chapter: (story) => ({ ...chapter(story), voice: 'fable', waitSeconds: 20 }),
  read_chapter: (story) => ({ ...chapter(story), limit: 1000 }),
  save_chapter: (story) => ({ ...chapter(story), content: 'Rain. The lamp went out.' }),
  lint_chapter: chapter,
  search_book: (story) => ({ ...book(story), q: 'lamp', in: ['prose', 'summary'] }),
  list_revisions: chapter,
  read_revision: revision,
  get_revision_diff: revision,
  restore_revision: revision,
  get_staleness: book,
  get_book_statistics: book,
  get_analytics: (story) => ({ ...book(story), from: '2026-01-01', to: '2026-01-31' }),
  add_mood_reference: (story) => ({ ...book(story), kind: 'music', title: 'Rain on tin', note: 'How patient it is.' }),
  list_mood_references: book,
  update_mood_reference: (story) => ({ ...mood(story), note: 'How loud it is.' }),
  remove_mood_reference: mood,
  list_runs: (story) => ({ ...book(story), limit: 5 }),
  generate_outline: async (story) => {
    const empty = await story.call('create_book', { premise: 'A lighthouse keeper and a storm.' });
    return { bookId: empty.id, chapterCount: 2 };
  },
  generate_outline_variants: (story) => ({ ...book(story), count: 1, chapterCount: 2 }),
  list_outline_variants: book,
  grade_outline: (story) => ({ ...book(story), variantId: story.seen.list_outline_variants[0].id }),
  adopt_outline_variant: (story) => ({
    ...book(story),
    variantId: story.seen.list_outline_variants[0].id,
    replaceWritten: true,
  }),
  get_usage: () => ({ from: '2026-01-01' }),
  publish_book: (story) => ({ ...book(story), publish: false }),
  export_book: (story) => ({ ...book(story), format: 'text' }),
  get_book_picture: (story) => ({ ...book(story), picture: 'relationships' }),
  import_book: () => ({ format: 'text', content: 'Chapter 1\n\nRain.\n' }),
  get_book: book,
  delete_character: character,
  delete_book: book,
};
