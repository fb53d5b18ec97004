import type { Args, Register, Story } from './register.ts';
import { withChapter } from './story.ts';

const content = 'The ferry came late. Nobody was on the quay.';

/** A note on words of a chapter. */
async function noted(story: Story): Promise<Args> {
  const { bookId, chapterId } = await withChapter(story, content);
  const { id } = await story.call('add_note', { bookId, chapterId, quote: 'came late', body: 'Why?' });
  return { bookId, noteId: id };
}

export const note: Register = {
  feature: 'chapters',
  ids: {
    noteId: {
      prefix: 'note',
      // A text with anchors takes more statements to change, so it is not the text of most samples.
      make: async ({ call, make, ids: { bookId, nextChapterId: chapterId } }) => {
        await call('updateChapter', { bookId, chapterId, patch: { content } });
        return make('addNote', { chapterId, paragraph: 1, body: 'Why?' });
      },
    },
  },
  operations: {
    notes: { tools: { list_notes: { args: async (story) => ({ bookId: (await noted(story)).bookId }) } } },
    note: { tools: { get_note: { args: noted } } },
    addNote: {
      events: ['note.created'],
      scope: 'proposals:write',
      tools: {
        add_note: {
          args: async (story) => ({ ...(await withChapter(story, content)), quote: 'came late', body: 'Why?' }),
        },
      },
    },
    updateNote: {
      events: ['note.updated'],
      reader: 'note',
      scope: 'proposals:write',
      tools: { update_note: { args: async (story) => ({ ...(await noted(story)), resolved: true }) } },
    },
    deleteNote: {
      events: ['note.deleted'],
      reader: 'note',
      scope: 'proposals:write',
      tools: { delete_note: { args: noted, last: true } },
    },
  },
};
