import { backendsMicros, databaseMicros } from './database.ts';
import type { Participant } from './environment.ts';
import { cpuMicros } from './process.ts';
import { median } from './ratios.ts';

/** Milliseconds per request. */
export interface Cost {
  service: number;
  database: number;
  elapsed: number;
}

export type SendRequest = (turn: number) => Promise<unknown>;

/** CPU of the service and of the database for requests that are sent one after the other. */
export async function costOf(
  { server, database }: Participant,
  requests: number,
  sendRequest: SendRequest,
): Promise<Cost> {
  const count = Math.max(1, Math.round(requests));
  const backends = await backendsMicros(database);
  const [cpu, began] = [cpuMicros(server.pid), performance.now()];
  for (let turn = 0; turn < count; turn += 1) await sendRequest(turn);
  const each = (micros: number) => micros / 1000 / count;
  const elapsed = (performance.now() - began) / count;
  const service = each(cpuMicros(server.pid) - cpu);
  return { service, database: each((await databaseMicros(database, backends)) ?? 0), elapsed };
}

export async function send(participant: Participant, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${participant.server.port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${participant.keys.author}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok)
    throw new Error(`${participant.title}: ${method} ${path} answers ${answer.status}. ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

export const both = ({ service, database }: Cost) => service + database;

export function medianCost(costs: readonly Cost[]): Cost {
  const middle = (pick: (cost: Cost) => number) => median(costs.map(pick));
  return { service: middle((c) => c.service), database: middle((c) => c.database), elapsed: middle((c) => c.elapsed) };
}
