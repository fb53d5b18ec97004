import assert from 'node:assert/strict';
import type { Participant } from './environment.ts';
import type { Load } from './load.ts';
import type { Scenario } from './scenarios.ts';

/** The requests of a scenario for one participant. */
export function loadOf(scenario: Scenario, participant: Participant): Omit<Load, 'connections' | 'ms' | 'requestsMax'> {
  const { method, paths, bodies = [], status = 200, account = 'author' } = asSentTo(participant, scenario);
  const query = participant.documents?.[scenario.name];
  return {
    port: participant.server.port,
    method,
    paths,
    status,
    bodies: query ? bodies.map((body) => JSON.stringify({ ...JSON.parse(body), query })) : bodies,
    headers: {
      authorization: `Bearer ${participant.keys[account]}`,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...scenario.headers,
    },
  };
}

/** The scenario as a GraphQL peer takes it: the writes of REST are mutations, one for each path and body. */
function asSentTo({ role }: Participant, scenario: Scenario): Scenario {
  const { mutation, paths, bodies = [] } = scenario;
  if (role !== 'graphql' || !mutation) return scenario;
  const requests = Array.from({ length: paths.length * bodies.length }, (_, turn) => {
    const [bookId, characterId] = (paths[turn % paths.length] ?? '').match(/(?:bk|chr)_\w+/g) ?? [];
    const input = JSON.parse(bodies[turn % bodies.length] ?? '');
    return JSON.stringify({ query: mutation, variables: { bookId, characterId, input } });
  });
  return { ...scenario, method: 'POST', paths: ['/graphql'], bodies: requests, status: 200 };
}

/** Sends one request to each participant. Throws if their answers differ. */
export async function assertSameAnswers(scenario: Scenario, participants: readonly Participant[]): Promise<void> {
  let first: unknown;
  for (const participant of participants) {
    const text = await answerOf(scenario, participant);
    const json = jsonOf(scenario.status === 201 ? text.replaceAll(newIds, 'chr_') : text);
    const normal = participant.normalize ? participant.normalize(json) : json;
    const answer = participant.role === 'graphql' && scenario.mutation ? recordIn(normal) : normal;
    first ??= answer;
    const message = `${scenario.name}: the answer of ${participant.title} differs from that of ${participants[0]?.title}.`;
    assert.deepEqual(answer, first, message);
  }
}

async function answerOf(scenario: Scenario, participant: Participant): Promise<string> {
  const { port, method, paths, bodies, headers, status } = loadOf(scenario, participant);
  const body = bodies[0];
  const url = `http://127.0.0.1:${port}${paths[0]}`;
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await response.text();
  if (response.status !== status)
    throw new Error(
      `${scenario.name}: ${participant.title} answers ${response.status}.\n${text.slice(0, 1000)}\n${participant.server.stderr()}`,
    );
  return text;
}

/** The record of a mutation as REST answers it. */
function recordIn(answer: unknown): unknown {
  const { data, ...rest } = answer as { data: { character: unknown } };
  return { ...rest, data: data.character };
}

/** Ids of new records differ. */
const newIds = /chr_\w{26}/g;

/** Parses a JSON body or the only message of an event stream, without `extensions`. */
function jsonOf(text: string): unknown {
  const json = text.startsWith('{') ? text : text.slice(text.indexOf('data: ') + 'data: '.length);
  const { extensions: _extensions, ...answer } = JSON.parse(json);
  // Fabula's first line names the source of the prose. Only the prose is compared.
  const [block] = answer.result?.content ?? [];
  if (block?.text?.startsWith('From book ')) block.text = block.text.slice(block.text.indexOf('\n\n') + 2);
  return answer;
}
