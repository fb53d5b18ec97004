import { ask } from './client.ts';
import { ProposeEditsDocument } from './operations.gen.ts';
import { passagesOf } from './passages.ts';

/** Proposes what an author has changed in a text, one proposal for each changed passage. */
export async function proposeChanges(
  bookId: string,
  chapter: { id: string; version: number },
  base: string,
  mine: string,
): Promise<void> {
  const passages = passagesOf(base, mine);
  if (passages.length === 0) throw new Error('The text is not changed. A title and a summary cannot be proposed.');
  const edits = passages.map((passage) => ({ chapterId: chapter.id, version: chapter.version, ...passage }));
  await ask(ProposeEditsDocument, { bookId, input: { edits }, idempotencyKey: crypto.randomUUID() });
}
