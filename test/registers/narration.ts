import { newId } from '../../src/ids/id.ts';
import type { Database } from '../../src/sql/connect.ts';
import { insertRun } from '../support/runs.ts';
import type { Register, Story } from './register.ts';
import { ofChapter, withChapter } from './story.ts';

/** Inserts a narration of the chapter's present text, as a run would. */
export async function insertNarration({ write: sql }: Database, chapterId: string): Promise<void> {
  const [id, runId] = [newId('nar'), await insertRun({ write: sql }, chapterId, 'narrate')];
  await sql`
    INSERT INTO narration (account_id, id, chapter_id, revision_id, title, voice, model, run_id, duration_ms, size_bytes, sha256, completed_at)
    SELECT c.account_id, ${id}, c.id, t.revision_id, c.title, 'v', 'm', ${runId}, 24, 192, repeat('0', 64), now()
    FROM chapter c JOIN chapter_text t ON t.account_id = c.account_id AND t.chapter_id = c.id WHERE c.id = ${chapterId}`;
  await sql`INSERT INTO narration_piece SELECT account_id, id, 0, decode(repeat('00', 192), 'hex') FROM narration WHERE id = ${id}`;
}

/** A new chapter that has been narrated. */
async function narratedIn(story: Story) {
  const key = await withChapter(story, 'Rain. The lamp went out.');
  await story.call('narrate_chapter', { ...key, waitSeconds: 20 });
  return key;
}
const narratedBook = async (story: Story) => ({ bookId: (await narratedIn(story)).bookId });

export const narration: Register = {
  feature: 'generation',
  operations: {
    narrateChapter: {
      body: {},
      scope: 'generation:run',
      events: ['run.started', 'chapter.narrated', 'run.completed'],
      tools: {
        narrate_chapter: {
          args: async (story) => {
            await story.answer('rewrite_chapter');
            return { ...(await ofChapter(story)), voice: 'fable', waitSeconds: 20 };
          },
        },
      },
    },
    chapterAudio: { tools: { get_chapter_audio: { args: narratedIn } } },
    narrateBook: { body: {}, scope: 'generation:run', tools: { narrate_book: { args: narratedBook } } },
    bookNarration: { tools: { get_book_narration: { args: narratedBook } } },
    cancelBookNarration: {
      scope: 'generation:run',
      events: [],
      tools: { cancel_book_narration: { args: narratedBook } },
    },
  },
};
