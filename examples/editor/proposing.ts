import type { Autosave } from './autosave.ts';
import { ask } from './client.ts';
import { notify } from './notice.ts';
import { ProposeEditsDocument } from './operations.gen.ts';
import { chooseTab } from './panes.ts';
import { passagesOf } from './passages.ts';

/** Proposes what a key that may not save has changed in a text, one proposal for each changed passage. */
export async function proposeChanges(bookId: string, chapterId: string, autosave: Autosave): Promise<void> {
  const { base, mine } = autosave;
  const passages = passagesOf(base.content, mine.content);
  if (passages.length === 0) throw new Error('The text is not changed. A title and a summary cannot be proposed.');
  const edits = passages.map((passage) => ({ chapterId, version: base.version, ...passage }));
  await ask(ProposeEditsDocument, { bookId, input: { edits }, idempotencyKey: crypto.randomUUID() });
  autosave.proposed();
  chooseTab('review');
  notify('Your changes are proposed. The author decides on them.');
}
