import net from 'node:net';
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import { Bridge } from './bridge.ts';
import { openEngine } from './engine.ts';
import { maintain } from './maintenance.ts';

/** Data that embedded.ts passes to its thread. */
export interface ThreadData {
  directory: string;
  socketPath: string;
  idleTransactionMs: number;
}

const { directory, socketPath, idleTransactionMs } = workerData as ThreadData;

const engine = await openEngine(directory, (reason) => {
  parentPort?.postMessage({ died: String(reason) });
  process.exit(1); // in a worker this ends the thread at once
});
const bridge = new Bridge(engine, idleTransactionMs);
const stopMaintenance = maintain(bridge, engine.writtenBytes);
const server = net.createServer({ allowHalfOpen: true }, (socket) => bridge.accept(socket));
server.listen(socketPath, () => parentPort?.postMessage('ready'));

parentPort?.once('message', async () => {
  server.close();
  stopMaintenance();
  await bridge.close();
  await engine.close();
  process.exit(0);
});
