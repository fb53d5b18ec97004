import { cpus } from 'node:os';
import type { Latency, Way } from './streams-client.ts';
import type { LoopDelay } from './streams-probe.ts';

/** What so many streams took. */
export interface Row {
  way: Way;
  streams: number;
  opened: number;
  refused: number;
  retryAfter: string | undefined;
  latency: Latency;
  loop: LoopDelay;
  /** Age of the oldest text that was not saved. */
  unsavedMs: number;
  /** Processors that each was busy with. */
  cores: { service: number; provider: number; client: number; postgres: number; machine: number };
  transactionsPerSecond: number;
  kbPerStream: number;
  /** Sent, stored and seen alike; undefined while that is not known. */
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
  '| streams | token late, p50 / p99 / max ms | loop late, p50 / p99 / max ms | cores | CPU µs a token | PostgreSQL / provider / client / whole machine | KB a stream | transactions/s | oldest unsaved, ms | tokens | bytes, all alike |',
  '|---|---|---|---|---|---|---|---|---|---|---|',
];

/** What is to be reached, and what is known of the way there. */
const words = `To reach: 500 streams a process with 15 ms added at p99, 10 ms of loop delay, 0.6 processors and 200 KB each; 1,000 with 50 ms, and refusals
before the loop delays 50 ms. The floor, which does nothing but pass tokens on, takes 0.47 of a processor for 500 streams (47 µs a token), and for 1,000
misses the target itself: 0.84 processors, 86 ms, its loop 44 ms late. The target leaves a quarter on top of it for all that a service does; ours takes
86 to 146 µs a token over REST and 119 to 179 over GraphQL, so that a process is full with 350 to 440, and refuses beyond; of many that come
within a second some are let in before their load shows. A quarter is writing a token to its reader's socket (a system call for each, chunked), a
twelfth promises between provider, run, watcher and answer, as much Node's own HTTP clients, a tenth reading and parsing what comes, 4 % saving it;
over GraphQL a sixth is Yoga and its streams. Tried: node:http in place of fetch (39–55 → 18–23 µs a piece), the plan in place of
graphql-js for each event (28 → 9 µs), an event that is its field's answer, without reading and checking the arguments anew, and one listener for as
long as somebody reads (150 → 103 µs with 280 streams), one statement for all texts that are due. One write in place of a chunk's four pieces
saves 6 µs and would need Node's insides. Holding tokens back to write several at once would pay and is left out: a reader would see them late.
Memory a stream is the difference of two readings with collections between them, and so as good as nothing.`;

export function section(
  rows: readonly Row[],
  { seconds, loadBefore, loadAfter }: { seconds: number; loadBefore: number; loadAfter: number },
): string {
  return `# What streams cost

Made by \`node bench/streams.ts --save\`; edit that file, not this section.

Chapters written at once, each at 20 tokens a second, from a provider over HTTP in a process of its own. \`floor\` is not the service: node:http by hand, which reads each piece and writes it on
(\`bench/floor/pipe.ts\`), no caller known, nothing checked or saved. \`rest\` reads the event stream of the write, \`graphql\` a
subscription, \`watched\` both that stream and a second one, \`rejoined\` loses every connection once and goes on at its offset. A token is late by the time from the provider's writing it to the client's having it, so the
client's own waiting is in it. ${seconds} s each, after all have begun. What was sent, what is stored and what each reader saw is compared
byte by byte. On ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'} for service, PostgreSQL, provider and client; load average ${loadBefore.toFixed(1)} when it began,
${loadAfter.toFixed(1)} when it ended.

${[...head, ...rows.map((row) => rowOf(row, seconds))].join('\n')}

${words}`;
}
