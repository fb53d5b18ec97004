import type { Register, Story } from './register.ts';
import { withChapter } from './story.ts';

const written = async (story: Story) => ({ bookId: (await withChapter(story, 'Rain. The lamp went out.')).bookId });

export const reading: Register = {
  feature: 'generation',
  operations: {
    readManuscript: { body: {}, scope: 'generation:run', tools: { read_manuscript: { args: written } } },
    manuscriptReading: { tools: { get_manuscript_reading: { args: written } } },
    cancelManuscriptReading: {
      scope: 'generation:run',
      events: [],
      tools: { cancel_manuscript_reading: { args: written } },
    },
  },
};
