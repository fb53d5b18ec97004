import { loadOf } from './compare.ts';
import { backendsMicros, databaseMicros } from './database.ts';
import type { Environment, Participant } from './environment.ts';
import type { Load } from './load.ts';
import { cpuMicros, type Memory, memoryOf } from './process.ts';
import type { Scenario } from './scenarios.ts';

/** The figures of one contestant in one round. */
export interface Sample {
  /** CPU time of the server process per request, user and system. */
  cpuMicros: number;
  /** The same for PostgreSQL's processes; undefined if they are not on this machine. */
  databaseMicros: number | undefined;
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  memory: Memory;
}

export interface Outcome {
  scenario: Scenario;
  connections: number;
  /** The samples of each round by contestant. */
  rounds: Map<string, Sample>[];
}

export interface Plan {
  rounds: number;
  /** Duration of one contestant in a round. */
  ms: number;
  /** Requests to each contestant before the first round, so that its code is compiled. They stop after `warmMs`. */
  warmRequests: number;
  warmMs: number;
  connections: readonly number[];
}

/** Measures a scenario at every number of connections. The order of the contestants rotates with each round. */
export async function measure(
  environment: Environment,
  scenario: Scenario,
  participants: Participant[],
  plan: Plan,
): Promise<Outcome[]> {
  const busiest = Math.max(...plan.connections);
  for (const participant of participants)
    await sampleOf(environment, scenario, participant, {
      connections: busiest,
      ms: plan.warmMs,
      requestsMax: plan.warmRequests,
    });
  const outcomes: Outcome[] = [];
  for (const connections of plan.connections) {
    const rounds: Outcome['rounds'] = [];
    for (let round = 0; round < plan.rounds; round += 1) {
      const samples = new Map<string, Sample>();
      for (const participant of rotated(participants, round))
        samples.set(participant.name, await sampleOf(environment, scenario, participant, { connections, ms: plan.ms }));
      rounds.push(samples);
    }
    outcomes.push({ scenario, connections, rounds });
  }
  return outcomes;
}

function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

async function sampleOf(
  { generate }: Environment,
  scenario: Scenario,
  participant: Participant,
  size: Pick<Load, 'connections' | 'ms' | 'requestsMax'>,
): Promise<Sample> {
  const { pid } = participant.server;
  const backends = await backendsMicros(participant.database);
  const before = cpuMicros(pid);
  const done = await generate({ ...loadOf(scenario, participant), ...size });
  const used = cpuMicros(pid) - before;
  const databaseUsed = await databaseMicros(participant.database, backends);
  if (done.failed > 0 || done.requests === 0)
    throw new Error(
      `${scenario.name}: ${done.failed} of ${done.requests} requests to ${participant.title} failed.\n${participant.server.stderr()}`,
    );
  if (scenario.writesInto) await tidy(participant, scenario);
  return {
    cpuMicros: used / done.requests,
    databaseMicros: databaseUsed === undefined ? undefined : databaseUsed / done.requests,
    requestsPerSecond: (done.requests / done.ms) * 1000,
    p50: done.p50,
    p99: done.p99,
    memory: memoryOf(pid),
  };
}

/** Removes the records that a round created, so that every round has the same data. */
async function tidy({ database }: Participant, { writesInto = [] }: Scenario): Promise<void> {
  await database`DELETE FROM character WHERE book_id = ANY(${writesInto})`;
  await database`VACUUM ANALYZE character`;
}
