import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { allScopes } from '../domain/account/rules.ts';
import { newContext, type Services } from '../graphql/context.ts';
import type { Prepared } from '../graphql/execute.ts';
import { newId } from '../id.ts';

const record = z.looseObject({});
const sampleShape = z.object({
  book: record,
  plan: record,
  characters: z.array(z.looseObject({ key: z.string() })),
  conflicts: z.array(z.looseObject({ from: z.string(), to: z.string() })),
  moodReferences: z.array(record),
  chapters: z.array(
    z.looseObject({ povCharacter: z.string().optional(), participants: z.array(z.string()).optional() }),
  ),
});

/** Writes the sample book into an account, through the same operations that everybody uses. */
export async function addSampleBook(
  services: Services,
  operations: readonly Prepared[],
  accountId: string,
): Promise<void> {
  const sample = sampleShape.parse(JSON.parse(await readFile(new URL('./sample-book.json', import.meta.url), 'utf8')));
  const caller = { tokenId: newId('tok'), accountId, scopes: allScopes };
  const call = async (field: string, variables: Record<string, unknown>) => {
    const operation = operations.find((one) => one.field === field);
    if (!operation) throw new Error(`No operation ${field}.`);
    const answer = await operation.run(
      variables,
      newContext(services, caller, new AbortController().signal, { charged: ['plan'] }),
    );
    return z.object({ id: z.string().default('') }).parse(answer).id;
  };
  const bookId = await call('createBook', { input: sample.book });
  await call('updatePlan', { bookId, patch: sample.plan });
  const ids = new Map<string, string>();
  for (const { key, ...input } of sample.characters) ids.set(key, await call('createCharacter', { bookId, input }));
  for (const { from, to, ...rest } of sample.conflicts)
    await call('addConflict', {
      bookId,
      input: { ...rest, fromCharacterId: ids.get(from), toCharacterId: ids.get(to) },
    });
  for (const input of sample.moodReferences) await call('addMoodReference', { bookId, input });
  for (const { povCharacter, participants = [], ...rest } of sample.chapters) {
    const input = {
      ...rest,
      participantIds: participants.map((key) => ids.get(key)),
      povCharacterId: povCharacter ? ids.get(povCharacter) : null,
    };
    await call('createChapter', { bookId, input });
  }
}
