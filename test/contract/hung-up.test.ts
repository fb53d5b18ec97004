import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { newContext } from '../../src/context.ts';
import { DocumentRunner } from '../../src/faces/graphql/answer.ts';
import { CostBudget } from '../../src/faces/graphql/cost-budget.ts';
import { newLog } from '../../src/log.ts';
import { ownService } from '../support/faces.ts';

const own = ownService();

/** Runs a document whose caller disconnects before or during it. Returns the data and the log. */
async function runDisconnected(text: string, variables: Record<string, unknown>, when: 'before' | 'meanwhile') {
  const { service } = own.running();
  const logged: string[] = [];
  const log = newLog('error', { write: (line: string) => void logged.push(line) });
  const budget = new CostBudget(service.services.config.limits.graphqlCostPerMinute);
  const answering = new DocumentRunner(service.schema, service.operations, log, budget);
  const gone = new AbortController();
  const context = newContext(service.services, await service.door.callerOfToken(own.key()), gone.signal);
  if (when === 'before') gone.abort();
  const answer = answering.answer({ document: parse(text), variables, context });
  gone.abort();
  return { data: (await answer).data, logged };
}

const rename = `mutation ($id: ID!, $title: String!, $late: String!) {
  updateBook(bookId: $id, patch: { title: $title }) { title }
  second: updateBook(bookId: $id, patch: { title: $late }) { title characters { name } }
}`;

/** A condition that the compiled executor covers, and one that only graphql-js executes. */
const conditions = { compiled: '$all: Boolean!', 'by graphql-js': '$all: Boolean = true' };

describe.each(Object.entries(conditions))('a document %s whose caller disconnects', (_how, condition) => {
  const read = `query (${condition}) { books(first: 1) { nodes { id characters @include(if: $all) { name } } } }`;

  it.each(['before', 'meanwhile'] as const)('logs no defect if the caller left %s', async (when) => {
    expect(await runDisconnected(read, { all: true }, when)).toEqual({ data: undefined, logged: [] });
  });

  it('finishes the mutation under way and starts no other', async () => {
    const bookId = await own.newBook();
    const change = rename
      .replace('($id', `(${condition}, $id`)
      .replace('characters {', 'characters @include(if: $all) {');
    const variables = { all: true, id: bookId, title: 'Landfall', late: 'Too late' };
    expect(await runDisconnected(change, variables, 'meanwhile')).toEqual({ data: undefined, logged: [] });
    await expect.poll(async () => (await own.http('GET', `/v1/books/${bookId}`)).json.data.title).toBe('Landfall');
  });
});
