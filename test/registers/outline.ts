import { newId } from '../../src/ids/id.ts';
import { premise } from './book.ts';
import type { Register, Story } from './register.ts';
import { ofBook } from './story.ts';

const ofVariant = async (story: Story) => ({
  ...(await ofBook(story)),
  variantId: (await story.answer('list_outline_variants'))[0].id,
});

const chapters = [
  { title: 'A', summary: 'Somebody comes ashore.', povCharacterId: null, beatKeys: [], participantIds: [] },
];

export const outline: Register = {
  feature: 'outline',
  ids: {
    variantId: {
      prefix: 'var',
      async make({ database: { write: sql }, ids: { bookId = '', runId = '' } }) {
        const id = newId('var');
        await sql`
          INSERT INTO outline_variant (account_id, book_id, id, run_id, chapters, model, plan_version)
          SELECT account_id, id, ${id}, ${runId}, ${sql.json(chapters)}, 'm', 1 FROM book WHERE id = ${bookId}`;
        return id;
      },
    },
  },
  operations: {
    generateOutline: {
      body: { replaceWritten: true },
      scope: 'generation:run',
      ownBook: true,
      events: [
        ...['run.started', 'outline_variant.created', 'chapter.archived', 'chapter.created', 'book.updated'],
        ...['plan.updated', 'outline_variant.adopted', 'run.completed'],
      ],
      tools: {
        generate_outline: {
          args: async (story) => ({ bookId: (await story.call('create_book', { premise })).id, chapterCount: 2 }),
        },
      },
    },
    generateOutlineVariants: {
      body: { count: 1 },
      scope: 'generation:run',
      events: ['run.started', 'outline_variant.created', 'run.completed'],
      tools: {
        generate_outline_variants: {
          args: async (story) => ({ ...(await ofBook(story)), count: 1, chapterCount: 2 }),
        },
      },
    },
    outlineVariants: {
      tools: {
        list_outline_variants: {
          args: async (story) => {
            await story.answer('generate_outline_variants');
            return ofBook(story);
          },
        },
      },
    },
    gradeOutline: {
      body: {},
      scope: 'generation:run',
      events: ['run.started', 'run.completed'],
      tools: { grade_outline: { args: ofVariant } },
    },
    adoptOutlineVariant: {
      body: { replaceWritten: true },
      reader: 'book',
      ownBook: true,
      events: ['chapter.archived', 'chapter.created', 'outline_variant.adopted'],
      tools: {
        adopt_outline_variant: {
          last: true,
          args: async (story) => ({ ...(await ofVariant(story)), replaceWritten: true }),
        },
      },
    },
    deleteOutlineVariant: {
      unversioned: 'a variant never changes',
      events: ['outline_variant.deleted'],
      tools: { delete_outline_variant: { last: true, args: ofVariant } },
    },
  },
};
