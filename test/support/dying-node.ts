import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import fs from 'node:fs';
import process from 'node:process';
import { readConfig } from '../../src/config.ts';
import { newLog } from '../../src/log/log.ts';
import { HttpServer } from '../../src/server.ts';
import { nodeName, openService } from '../../src/service.ts';
import { connect } from '../../src/sql/connect.ts';
import type { TestDatabase } from './database.setup.ts';
import { hearStatements } from './sent-statements.ts';

// A node of a test: prints its address and serves, until a request has sent so many statements. It dies before the next.
const [target = '', statements = ''] = process.argv.slice(2);
const { url, socketPath }: TestDatabase = JSON.parse(target);
const config = readConfig({ PORT: '0', CHAPTER_RECAPS: 'off' });
const log = newLog('error', { write: (line: string) => void fs.writeSync(2, line) });
const database = connect({ url, directUrl: url, socketPath, prepare: true });
const hourMs = 3_600_000;
const service = await openService({
  config,
  database,
  log,
  node: nodeName(randomUUID()),
  queue: randomUUID(),
  publicUrl: () => 'http://127.0.0.1',
  sweeping: { firstMs: { min: hourMs, max: hourMs } },
});
const port = await new HttpServer(service, config, log).listen(0);

let left = Number(statements);
let stop = () => {};
subscribe('http.server.request.start', () => {
  stop();
  stop = hearStatements([database.read, database.write], () => {
    if (left-- === 0) process.kill(process.pid, 'SIGKILL');
  });
});
fs.writeSync(1, `http://127.0.0.1:${port}\n`);
