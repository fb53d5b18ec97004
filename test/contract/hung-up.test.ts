import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { Answering } from '../../src/adapters/graphql-answer.ts';
import { newContext } from '../../src/graphql/context.ts';
import { newLog } from '../../src/log.ts';
import { ownService } from '../support/faces.ts';

const own = ownService();

/** Answers a document whose caller hangs up right then, and says what was logged of it. */
async function hungUp(text: string, variables: Record<string, unknown>, when: 'before' | 'meanwhile') {
  const { service } = own.running();
  const logged: string[] = [];
  const log = newLog('error', { write: (line: string) => void logged.push(line) });
  const answering = new Answering(service.schema, service.operations, log);
  const gone = new AbortController();
  const context = newContext(service.services, await service.callerOfToken(own.key()), gone.signal);
  if (when === 'before') gone.abort();
  const answer = answering.answer({ document: parse(text), variables, context });
  gone.abort();
  return { data: (await answer).data, logged };
}

const rename = `mutation ($id: ID!, $title: String!, $late: String!) {
  updateBook(bookId: $id, patch: { title: $title }) { title }
  second: updateBook(bookId: $id, patch: { title: $late }) { title characters { name } }
}`;

/** One that a plan covers, and one that graphql-js executes. */
const conditions = { compiled: '$all: Boolean!', 'by graphql-js': '$all: Boolean = true' };

describe.each(Object.entries(conditions))('a caller that hangs up: a document %s', (_how, condition) => {
  const read = `query (${condition}) { books(first: 1) { nodes { id characters @include(if: $all) { name } } } }`;

  it.each(['before', 'meanwhile'] as const)('is no defect: %s', async (when) => {
    expect(await hungUp(read, { all: true }, when)).toEqual({ data: undefined, logged: [] });
  });

  it('leaves a change under way to its end, and begins no other', async () => {
    const bookId = await own.newBook();
    const change = rename
      .replace('($id', `(${condition}, $id`)
      .replace('characters {', 'characters @include(if: $all) {');
    const variables = { all: true, id: bookId, title: 'Landfall', late: 'Too late' };
    expect(await hungUp(change, variables, 'meanwhile')).toEqual({ data: undefined, logged: [] });
    await expect.poll(async () => (await own.http('GET', `/v1/books/${bookId}`)).json.data.title).toBe('Landfall');
  });
});
