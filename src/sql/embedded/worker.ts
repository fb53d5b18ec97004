import net from 'node:net';
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import { Bridge } from './bridge.ts';
import { openEngine } from './engine.ts';
import { maintain } from './maintenance.ts';
import { type ClockMemory, StatementClock } from './statement-clock.ts';

/** Data that embedded.ts passes to its thread. */
export interface ThreadData {
  directory: string;
  /** False for a restart: missing files mean that their disk is missing. */
  mayCreate: boolean;
  socketPath: string;
  idleTransactionMs: number;
}

/** Sent once it accepts connections, or when the engine dies. */
export type ThreadMessage = { ready: ClockMemory } | { died: string };

const { directory, mayCreate, socketPath, idleTransactionMs } = workerData as ThreadData;

const engine = await openEngine(directory, mayCreate, (reason) => {
  parentPort?.postMessage({ died: String(reason) } satisfies ThreadMessage);
  process.exit(1); // in a worker this ends the thread at once
});
const clock = StatementClock.create(engine.flags);
const bridge = new Bridge(engine, clock, idleTransactionMs);
const stopMaintenance = maintain(bridge, directory, engine.writtenBytes);
const server = net.createServer({ allowHalfOpen: true }, (socket) => bridge.accept(socket));
server.listen(socketPath, () => {
  parentPort?.postMessage({ ready: clock.memory } satisfies ThreadMessage);
});

parentPort?.once('message', async () => {
  server.close();
  stopMaintenance();
  await bridge.close();
  await engine.close();
  process.exit(0);
});
