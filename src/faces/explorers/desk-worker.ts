import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

const files: readonly (readonly [name: string, url: string])[] = workerData;
parentPort?.postMessage(
  new Map(files.map(([name, url]) => [name, stripTypeScriptTypes(readFileSync(new URL(url), 'utf8'))])),
);
