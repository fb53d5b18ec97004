import type { Register } from './register.ts';
import { ofChapter } from './story.ts';

export const writing: Register = {
  feature: 'generation',
  operations: {
    promptPreview: { tools: { get_prompt_preview: { args: ofChapter }, get_chapter_brief: { args: ofChapter } } },
    callPreview: {
      tools: {
        preview_call: {
          args: async (story) => ({ tool: 'write_chapter', arguments: { ...(await ofChapter(story)), restart: true } }),
        },
      },
    },
    writeChapter: {
      // The sample chapter has a text.
      body: { restart: true },
      scope: 'generation:run',
      tools: {
        write_chapter: {
          args: async (story) => {
            await story.answer('update_chapter');
            return { ...(await ofChapter(story)), waitSeconds: 20 };
          },
        },
      },
    },
    rewriteChapter: {
      scope: 'generation:run',
      tools: {
        rewrite_chapter: {
          args: async (story) => {
            await story.answer('write_chapter');
            return { ...(await ofChapter(story)), directive: 'Let it rain.', waitSeconds: 20 };
          },
        },
      },
    },
  },
};
