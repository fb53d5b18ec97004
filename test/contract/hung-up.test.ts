import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { DocumentRunner } from '../../src/faces/graphql/answer.ts';
import { newContext } from '../../src/graphql/context.ts';
import { CostBudget } from '../../src/limits/cost-budget.ts';
import { newLog } from '../../src/log/log.ts';
import type { PoolSql } from '../../src/sql/pool/open.ts';
import { ownService } from '../support/faces.ts';

const own = ownService();

/** Starts a document. `answer` has the data and the log, and `gone` disconnects its caller. */
async function prepared(text: string, variables: Record<string, unknown>, read = own.running().service.services.read) {
  const { service } = own.running();
  const logged: string[] = [];
  const log = newLog('error', { write: (line: string) => void logged.push(line) });
  const budget = new CostBudget(service.services.config.limits.graphqlCostPerMinute);
  const answering = new DocumentRunner(service.schema, service.operations, log, budget);
  const gone = new AbortController();
  const caller = await service.door.callerOfToken(own.key());
  const context = newContext({ ...service.services, read }, caller, gone.signal);
  const answer = async () => ({
    data: (await answering.answer({ document: parse(text), variables, context })).data,
    logged,
  });
  return { answer, gone };
}

/** Runs a document whose caller disconnects before or during it. Returns the data and the log. */
async function runDisconnected(text: string, variables: Record<string, unknown>, when: 'before' | 'meanwhile') {
  const { answer, gone } = await prepared(text, variables);
  if (when === 'before') gone.abort();
  const answering = answer();
  gone.abort();
  return answering;
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

/** Shorter than the time limit of a statement. */
const soon = { timeout: 6_000 };

describe('a query whose caller disconnects', () => {
  it('has its running statement cancelled', soon, async () => {
    const { read } = own.running().service.services;
    // Runs in place of each read of the document.
    const endless = new Proxy(read, {
      apply: () => read.unsafe('SELECT count(*) FROM generate_series(1, 1000000000000)'),
    });
    const document = '{ books(first: 1) { nodes { id } } }';
    const { answer, gone } = await prepared(document, {}, endless);
    const answering = answer();
    await expect.poll(() => (read as PoolSql).connections.some((one) => one.isAwaitingReply)).toBe(true);
    gone.abort();
    expect(await answering).toEqual({ data: undefined, logged: [] });
    // On the embedded engine they would wait for the endless statement.
    const others = await Promise.all(Array.from({ length: 8 }, (_, n) => read`SELECT ${n}::int AS n`));
    expect(others.map(([row]) => row?.n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});
