import assert from 'node:assert/strict';
import type { Player } from './arena.ts';
import type { Load } from './load.ts';
import type { Scenario } from './scenarios.ts';

/** What a player is sent in a scenario. */
export function loadOf(scenario: Scenario, player: Player): Omit<Load, 'connections' | 'ms' | 'requestsMax'> {
  const { method, paths, bodies = [], status = 200, asks = 'author' } = scenario;
  const own = player.documents?.[scenario.name];
  return {
    port: player.server.port,
    method,
    paths,
    status,
    bodies: own ? bodies.map((body) => JSON.stringify({ ...JSON.parse(body), query: own })) : bodies,
    headers: {
      authorization: `Bearer ${player.keys[asks]}`,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...scenario.headers,
    },
  };
}

/** Asks each player once and compares: all answer alike, or nothing is measured. */
export async function sameAnswers(scenario: Scenario, players: readonly Player[]): Promise<void> {
  let first: unknown;
  for (const player of players) {
    const text = await answerOf(scenario, player);
    const json = jsonOf(scenario.status === 201 ? text.replaceAll(newIds, 'chr_') : text);
    const answer = player.shown ? player.shown(json) : json;
    first ??= answer;
    const message = `${scenario.name}: ${player.title} answers otherwise than ${players[0]?.title}.`;
    assert.deepEqual(answer, first, message);
  }
}

async function answerOf(scenario: Scenario, player: Player): Promise<string> {
  const { port, method, paths, bodies, headers, status } = loadOf(scenario, player);
  const body = bodies[0];
  const url = `http://127.0.0.1:${port}${paths[0]}`;
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await response.text();
  if (response.status !== status)
    throw new Error(
      `${scenario.name}: ${player.title} answers ${response.status}.\n${text.slice(0, 1000)}\n${player.server.said()}`,
    );
  return text;
}

/** The id of a record that was made just now is its own. */
const newIds = /chr_\w{26}/g;

/** A JSON body, or the one message of an event stream; without what an answer says of itself. */
function jsonOf(text: string): unknown {
  const json = text.startsWith('{') ? text : text.slice(text.indexOf('data: ') + 'data: '.length);
  const { extensions: _said, ...shown } = JSON.parse(json);
  return shown;
}
