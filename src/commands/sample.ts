import { readFile } from 'node:fs/promises';
import { allScopes } from '../domain/account/rules.ts';
import { newContext, type Services } from '../graphql/context.ts';
import type { Prepared } from '../graphql/execute.ts';
import { newId } from '../id.ts';

/** Imports the sample book into an account, by the same operation that everybody uses. */
export async function addSampleBook(
  services: Services,
  operations: readonly Prepared[],
  accountId: string,
): Promise<void> {
  const content = await readFile(new URL('./sample-book.json', import.meta.url), 'utf8');
  const caller = { tokenId: newId('tok'), accountId, scopes: allScopes };
  const operation = operations.find(({ field }) => field === 'importBook');
  if (!operation) throw new Error('No operation imports a book.');
  await operation.run(
    { input: { format: 'json', content } },
    newContext(services, caller, new AbortController().signal),
  );
}
