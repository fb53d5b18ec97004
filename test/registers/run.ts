import { packed } from '../../src/domain/calls/run/prompt-store.ts';
import { newId } from '../../src/ids/id.ts';
import type { Register } from './register.ts';
import { ofBook } from './story.ts';

export const run: Register = {
  feature: 'generation',
  ids: {
    runId: {
      prefix: 'run',
      async make({ database: { write: sql }, ids: { bookId = '', chapterId = '' } }) {
        const id = newId('run');
        await sql`
          INSERT INTO run (account_id, id, book_id, chapter_id, kind, state, request_hash, model, revision_id, start_offset, holder, lease_until, deadline_at, manifest)
          SELECT account_id, ${id}, id, ${chapterId}, 'write', 'completed', '', 'm', ${newId('rev')}, 0, '', now(), now(), '[]' FROM book WHERE id = ${bookId}`;
        const { messages, bytes } = await packed([{ role: 'user', content: 'Write.' }]);
        await sql`
          INSERT INTO run_prompt (account_id, run_id, messages, bytes)
          SELECT account_id, id, ${messages}, ${bytes} FROM run WHERE id = ${id}`;
        return id;
      },
    },
  },
  operations: {
    runs: { tools: { list_runs: { args: async (story) => ({ ...(await ofBook(story)), limit: 5 }) } } },
    run: {
      tools: {
        get_generation: {
          args: async (story) => ({ runId: (await story.answer('write_chapter')).id, waitSeconds: 1 }),
        },
      },
    },
    runPrompt: {
      tools: { get_run_prompt: { args: async (story) => ({ runId: (await story.answer('write_chapter')).id }) } },
    },
    cancelRun: {
      scope: 'generation:run',
      events: [],
      tools: { cancel_run: { args: async (story) => ({ runId: (await story.answer('write_chapter')).id }) } },
    },
  },
};
