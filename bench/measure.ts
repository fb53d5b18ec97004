import type { Arena, Player } from './arena.ts';
import { loadOf } from './compare.ts';
import { backendsMicros, databaseMicros } from './database.ts';
import type { Load } from './load.ts';
import { cpuMicros, type Memory, memoryOf } from './process.ts';
import type { Scenario } from './scenarios.ts';

/** One round of one contestant. */
export interface Sample {
  /** Microseconds of the server process a request, its own and the kernel's on its behalf. */
  cpuMicros: number;
  /** The same of PostgreSQL's processes; undefined where they cannot be seen. */
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
  /** By contestant. */
  rounds: Map<string, Sample>[];
}

export interface Plan {
  rounds: number;
  /** Milliseconds of one contestant in a round. */
  ms: number;
  /** Requests to each before the first round, so that everybody's code is compiled alike; it takes no longer than `warmMs`. */
  warmRequests: number;
  warmMs: number;
  connections: readonly number[];
}

/** One scenario at every number of connections. In a round all take turns, and each round another begins. */
export async function measure(arena: Arena, scenario: Scenario, players: Player[], plan: Plan): Promise<Outcome[]> {
  const busiest = Math.max(...plan.connections);
  for (const player of players)
    await sampleOf(arena, scenario, player, { connections: busiest, ms: plan.warmMs, requestsMax: plan.warmRequests });
  const outcomes: Outcome[] = [];
  for (const connections of plan.connections) {
    const rounds: Outcome['rounds'] = [];
    for (let round = 0; round < plan.rounds; round += 1) {
      const samples = new Map<string, Sample>();
      for (const player of rotated(players, round))
        samples.set(player.name, await sampleOf(arena, scenario, player, { connections, ms: plan.ms }));
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
  { generate }: Arena,
  scenario: Scenario,
  player: Player,
  size: Pick<Load, 'connections' | 'ms' | 'requestsMax'>,
): Promise<Sample> {
  const { pid } = player.server;
  const backends = await backendsMicros(player.database);
  const before = cpuMicros(pid);
  const done = await generate({ ...loadOf(scenario, player), ...size });
  const used = cpuMicros(pid) - before;
  const databaseUsed = await databaseMicros(player.database, backends);
  if (done.failed > 0 || done.requests === 0)
    throw new Error(
      `${scenario.name}: ${done.failed} of ${done.requests} requests to ${player.title} failed.\n${player.server.said()}`,
    );
  if (scenario.writesInto) await tidy(player, scenario);
  return {
    cpuMicros: used / done.requests,
    databaseMicros: databaseUsed === undefined ? undefined : databaseUsed / done.requests,
    requestsPerSecond: (done.requests / done.ms) * 1000,
    p50: done.p50,
    p99: done.p99,
    memory: memoryOf(pid),
  };
}

/** What a round has written goes, so that every round finds the same tables. */
async function tidy({ database }: Player, { writesInto = [] }: Scenario): Promise<void> {
  await database`DELETE FROM character WHERE book_id = ANY(${writesInto})`;
  await database`VACUUM ANALYZE character`;
}
