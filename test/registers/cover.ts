import { onePixel } from '../support/pictures.ts';
import type { Register, Story } from './register.ts';
import { ofBook } from './story.ts';

const ofCover = async (story: Story) => ({
  ...(await ofBook(story)),
  coverId: (await story.answer('add_cover')).id,
});

export const cover: Register = {
  feature: 'books',
  ids: { coverId: { prefix: 'cov', make: ({ make }) => make('addCover', { base64: onePixel }), isMadeEachTime: true } },
  operations: {
    generateCovers: {
      body: {},
      scope: 'generation:run',
      events: ['run.started', 'cover.created', 'run.completed'],
      tools: {
        generate_covers: {
          args: async (story) => ({ bookId: (await story.call('create_book', { premise: 'Fog on the river.' })).id }),
        },
      },
    },
    addCover: {
      ownBook: true,
      events: ['cover.created'],
      tools: { add_cover: { args: async (story) => ({ ...(await ofBook(story)), base64: onePixel }) } },
    },
    covers: { tools: { list_covers: { args: ofBook } } },
    coverPicture: { tools: { get_cover_picture: { args: ofCover } } },
    chooseCover: {
      unversioned: 'a choice only replaces the previous choice',
      events: [],
      tools: { choose_cover: { args: ofCover } },
    },
    bookCover: { tools: { get_book_cover: { args: ofBook } } },
    removeCoverChoice: {
      unversioned: 'a choice only replaces the previous choice',
      events: ['cover.chosen'],
      tools: { remove_cover_choice: { args: ofBook } },
    },
    deleteCover: {
      unversioned: 'a picture never changes',
      events: ['cover.deleted', 'cover.chosen'],
      tools: { delete_cover: { args: ofCover, last: true } },
    },
  },
};
