import { readFile } from 'node:fs/promises';
import { keylessCaller } from '../caller.ts';
import { allScopes } from '../domain/story/account/rules.ts';
import { newContext } from '../graphql/context.ts';
import type { PreparedOperation } from '../graphql/execute.ts';
import type { Services } from '../graphql/services.ts';
import { newId } from '../ids/id.ts';

/** Imports the sample book into an account, with the public operation. */
export async function addSampleBook(
  services: Services,
  operations: readonly PreparedOperation[],
  accountId: string,
): Promise<void> {
  const content = await readFile(new URL('./sample-book.json', import.meta.url), 'utf8');
  const caller = keylessCaller(accountId, allScopes, newId('tok'));
  const operation = operations.find(({ field }) => field === 'importBook');
  if (!operation) throw new Error('No operation imports a book.');
  await operation.run(
    { input: { format: 'json', content } },
    newContext(services, caller, new AbortController().signal),
  );
}
