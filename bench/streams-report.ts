import { cpus } from 'node:os';
import { madeBy } from './results.ts';
import type { Latency, Way } from './streams-client.ts';
import type { LoopDelay } from './streams-probe.ts';

/** The measurement of a number of streams. */
export interface Row {
  way: Way;
  streams: number;
  opened: number;
  refused: number;
  retryAfter: string | undefined;
  latency: Latency;
  loop: LoopDelay;
  /** Age of the oldest unsaved text. */
  unsavedMs: number;
  /** CPU time divided by elapsed time. */
  cores: { service: number; provider: number; client: number; postgres: number; machine: number };
  transactionsPerSecond: number;
  kbPerStream: number;
  /** Bytes that were sent, stored and received, once compared. */
  bytes?: number;
}

const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);

export function rowOf(row: Row, seconds: number): string {
  const { way, opened, refused, latency, loop, cores, unsavedMs } = row;
  const cells = [
    `${opened} ${way}${refused > 0 ? ` (${refused} refusals)` : ''}`,
    [latency.p50, latency.p99, latency.max].map(ms).join(' / '),
    [loop.p50, loop.p99, loop.max].map(ms).join(' / '),
    cores.service.toFixed(2),
    ((cores.service * 1e6 * seconds) / Math.max(1, latency.tokens)).toFixed(0),
    [cores.postgres, cores.provider, cores.client, cores.machine].map((value) => value.toFixed(2)).join(' / '),
    row.kbPerStream.toFixed(0),
    row.transactionsPerSecond.toFixed(0),
    ms(unsavedMs),
    `${latency.tokens.toLocaleString('en')}`,
    (row.bytes ?? 0).toLocaleString('en'),
  ];
  return `| ${cells.join(' | ')} |`;
}

const head = [
  '| streams | token delay, p50 / p99 / max ms | loop delay, p50 / p99 / max ms | cores | CPU µs per token | cores of PostgreSQL / provider / client / whole machine | KB per stream | transactions/s | oldest unsaved, ms | tokens | bytes |',
  '|---|---|---|---|---|---|---|---|---|---|---|',
];

/** Targets, and what was tried. */
const findings = `Targets: 500 streams per process with 15 ms added at p99, 10 ms of loop delay, 0.6 processors and 200 KB each. For 1,000 streams: 50 ms, and
refusals before the loop is 50 ms late.

The floor, which only forwards tokens, uses 0.47 of a processor for 500 streams (47 µs a token). For 1,000 streams it misses the target
itself: 0.84 processors, 86 ms, a loop delay of 44 ms. So the target leaves a quarter for all other work of a service. Ours uses 86 to 146 µs a
token over REST and 119 to 179 over GraphQL. A process is full with 350 to 440 streams and refuses more. If many arrive within a second, some are
admitted before their load shows.

The cost of a token: a quarter is the write to the reader's socket (one system call each, chunked). A twelfth is promises between provider,
run, watcher and answer, and another Node's HTTP clients. A tenth is reading and parsing, 4 % saving. Over GraphQL a sixth is Yoga and its streams.

Tried: node:http instead of fetch (39–55 → 18–23 µs a piece); the plan instead of graphql-js for each event (28 → 9 µs); events without
repeated argument checks, and one listener per reader (150 → 103 µs with 280 streams); one statement for all due texts. Rejected: one write
instead of four for a chunk saves 6 µs but needs Node internals. Batching tokens would save more, but readers would see them late.
Memory per stream is the difference of two readings around garbage collections, so it is not reliable.`;

export function section(
  rows: readonly Row[],
  { seconds, loadBefore, loadAfter }: { seconds: number; loadBefore: number; loadAfter: number },
): string {
  return `# Cost of streams

${madeBy('node bench/streams.ts --save')}

Chapters are written at the same time, each at 20 tokens a second, by a provider over HTTP in its own process. \`floor\` is hand-written node:http that only forwards each piece
(\`bench/floor/pipe.ts\`): no authentication, no checks, no saving. \`rest\` reads the event stream of the write, \`graphql\` a
subscription, \`watched\` both that stream and a second one. \`rejoined\` loses every connection once and continues at its offset. The delay of a token is the time from the provider's write to the client's read, so it
includes the client's own delay. ${seconds} s each, after all have begun. Sent, stored and read text is compared
byte by byte. On ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'} for service, PostgreSQL, provider and client; load average ${loadBefore.toFixed(1)} when it began,
${loadAfter.toFixed(1)} when it ended.

${[...head, ...rows.map((row) => rowOf(row, seconds))].join('\n')}

${findings}`;
}
