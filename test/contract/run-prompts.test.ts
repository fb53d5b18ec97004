import { expect, it } from 'vitest';
import { sweepRunPrompts } from '../../src/domain/calls/run/prompt-store.ts';
import { newId } from '../../src/ids/id.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import { graphql, http, type Json, refusal } from '../support/faces.ts';
import { chapter as prose, reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { statementsOf } from '../support/statements.ts';

const { own, fakes } = serviceWith(
  { text: true, speech: true },
  { CHAPTER_RECAPS: 'off', ANSWER_BYTES_MAX: '1048576' },
);

/** A chapter that a run has written. */
async function written() {
  fakes.text.script(reply.text([prose]));
  const client = await ChapterClient.create(own.url(), await own.running().newKey(), { summary: 'Emma rows out.' });
  await client.write().ended;
  const run = await client.waitForRun();
  return { client, run, prompt: () => http(client.url, client.key, 'GET', `/v1/runs/${run.id}/prompt`) };
}

const age = (runId: string, days: number) => own.running().database.write`
  UPDATE run_prompt SET sent_at = now() - make_interval(days => ${days}) WHERE run_id = ${runId}`;

it('a prompt stays as it was sent when its book changes', async () => {
  const { client, prompt } = await written();
  const before = (await prompt()).json.data;
  await client.ask('PATCH', client.path, { summary: 'Emma stays at home.' });
  expect((await prompt()).json.data).toEqual(before);
  expect(JSON.stringify(before.messages)).toContain('Emma rows out.');
  expect(Date.parse(before.keptUntil)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
});

it('a prompt is kept for 30 days, also if the sweep is late', async () => {
  const { client, run, prompt } = await written();
  const young = await written();
  await age(young.run.id, 29);
  await age(run.id, 31);
  const answer = await prompt();
  expect(answer.status).toBe(404);
  expect(answer.json.error.message).toContain('30 days');
  const { write: sql } = own.running().database;
  expect((await sweepRunPrompts(sql)).count).toBe(1);
  expect((await sweepRunPrompts(sql)).count).toBe(0);
  expect((await prompt()).status).toBe(404);
  expect((await young.prompt()).status).toBe(200);
  const { run: left } = await graphql(
    client.url,
    client.key,
    `{ run(runId: "${run.id}") { prompt { tokens } manifest { block } } }`,
  );
  expect(left.prompt).toBeNull();
  expect(left.manifest).toContainEqual({ block: 'rules' });
});

it('a prompt goes with a chapter that is deleted for good, and stays with one that is archived', async () => {
  const { client, run, prompt } = await written();
  await client.ask('DELETE', client.path);
  expect((await prompt()).status).toBe(200);
  await client.ask('DELETE', `${client.path}?forever=true`);
  expect((await prompt()).status).toBe(404);
  expect(await own.running().database.read`SELECT 1 FROM run_prompt WHERE run_id = ${run.id}`).toEqual([]);
});

it('foreign, deleted and missing runs answer alike', async () => {
  const { client, run, prompt } = await written();
  const stranger = await own.running().newKey();
  const messageOf = async (key: string, runId: string) =>
    (await http(client.url, key, 'GET', `/v1/runs/${runId}/prompt`)).json.error.message;
  const missing = await messageOf(stranger, newId('run'));
  expect(await messageOf(stranger, run.id)).toBe(missing);
  await client.ask('DELETE', client.book);
  expect((await prompt()).json.error.message).toBe(missing);
});

it('the prompts of a page of runs take two statements, and no more than an answer holds', async () => {
  const { client } = await written();
  await client.write({ restart: true }).ended;
  const query = `query ($bookId: ID!) { runs(bookId: $bookId, first: 5) { nodes { prompt { messages { content } } } } }`;
  let nodes: Json[] = [];
  const sent = await statementsOf(own.running(), async () => {
    nodes = (await graphql(client.url, client.key, query, { bookId: client.bookId })).runs.nodes;
  });
  // Without the statement that reads the runs.
  expect(sent).toEqual([expect.stringContaining('kept_until'), expect.stringContaining('sum(bytes)')]);
  expect(nodes.map(({ prompt }) => prompt.messages.length)).toEqual([2, 2]);
  await own.running().database.write`UPDATE run_prompt SET bytes = 1048576 WHERE account_id = (
    SELECT account_id FROM book WHERE id = ${client.bookId})`;
  const { body } = await refusal(graphql(client.url, client.key, query, { bookId: client.bookId }));
  expect(JSON.stringify(body.issues)).toContain('prompts');
  const sizes = `query ($bookId: ID!) { runs(bookId: $bookId, first: 5) { nodes { prompt { tokens } } } }`;
  expect((await graphql(client.url, client.key, sizes, { bookId: client.bookId })).runs.nodes).toHaveLength(2);
});

it('a narration has no prompt', async () => {
  const { client } = await written();
  const { json } = await http(client.url, client.key, 'POST', `${client.path}/narrate`, {});
  const asked = await http(client.url, client.key, 'GET', `/v1/runs/${json.data.id}/prompt`);
  expect([asked.status, asked.json.error.code]).toEqual([404, 'not_found']);
  expect(asked.json.error.message).toContain('Narrations');
});
