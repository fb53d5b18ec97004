import fs from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createFiles, startParams } from './files.ts';
import { type Answer, int32, message, query, readAnswer } from './protocol.ts';
import { inSharedMemory } from './shared-memory.ts';
import { withSharedMemory } from './shared-module.ts';
import type { InterruptFlags } from './statement-clock.ts';

/** PGlite's raw protocol stream, for one caller at a time. Its `query()` is never used: mixed with the stream it hangs. */
export interface Engine {
  /** ParameterStatus messages for new clients, by name. */
  parameters: ReadonlyMap<string, string>;
  /** Runs complete client messages. The answer is complete when it resolves. */
  run(messages: Buffer): Promise<Answer>;
  /** Bytes written to files since the start; triggers maintenance. */
  writtenBytes(): number;
  /** How another thread cancels a running statement. */
  flags: InterruptFlags;
  close(): Promise<void>;
}

const engineFile = new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'));

// The engine reads these instead of waiting for copy data, which cannot arrive while it runs. Outside a COPY it ignores
// them.
const noCopy = message('f', 'COPY FROM STDIN is not available on the embedded engine');

const startupParameters = Buffer.from('user\0postgres\0database\0postgres\0\0');
const startupPacket = Buffer.concat([int32(8 + startupParameters.length, 3 << 16), startupParameters]);

/** Parts of Emscripten that PGlite's types omit. */
interface Internals {
  FS: { filesystems: { NODEFS: { stream_ops: StreamOperations; tryFSOperation<T>(operation: () => T): T } } };
  _PostgresMainLoopOnce(): void;
  /** Addresses. */
  _InterruptPending: number;
  _QueryCancelPending: number;
}
interface StreamOperations {
  write(stream: { nfd: number }, bytes: Uint8Array, offset: number, length: number, position: number): number;
  fsync?(stream: { nfd: number }): number;
}

/**
 * Opens the database files in `directory`. Missing ones are created atomically if `mayCreate`; else it throws. `die` ends the
 * thread and never returns.
 */
export async function openEngine(
  directory: string,
  mayCreate: boolean,
  die: (reason: unknown) => never,
): Promise<Engine> {
  if (mayCreate && !fs.existsSync(directory)) await createFiles(directory);
  // PGlite would create a database in a folder without one.
  if (!mayCreate && !fs.existsSync(path.join(directory, 'PG_VERSION')))
    throw new Error(`There is no database in ${directory}. Check that its disk is mounted.`);
  let written = 0;
  // PGlite keeps the module that `createFiles` may have compiled, which has a memory of its own.
  const pgliteWasmModule = await WebAssembly.compile(withSharedMemory(await fs.promises.readFile(engineFile)));
  const options = { dataDir: directory, startParams, pgliteWasmModule };
  const { opened: database, memory } = await inSharedMemory(() => PGlite.create(options));
  // PGlite's types omit the file systems and main loop of its Emscripten module.
  const internals = database.Module as unknown as Internals;
  if (!internals._InterruptPending || !internals._QueryCancelPending)
    throw new Error('The engine has no flags of interrupts.');
  guardMainLoop(internals, die);
  flushForReal(internals, die, (bytes) => {
    written += bytes;
  });

  async function exchange(bytes: Buffer): Promise<Answer> {
    const chunks: Buffer[] = [];
    await database.execProtocolRawStream(bytes, {
      syncToFs: false,
      onRawData: (chunk) => chunks.push(Buffer.from(chunk)),
    });
    return readAnswer(Buffer.concat(chunks));
  }
  const run = (messages: Buffer) => exchange(Buffer.concat([messages, noCopy]));

  const { parameters } = await exchange(startupPacket);
  return {
    parameters,
    run,
    writtenBytes: () => written,
    flags: {
      memory,
      interruptPending: internals._InterruptPending,
      queryCancelPending: internals._QueryCancelPending,
    },
    close: async () => {
      await run(query('CHECKPOINT'));
      await database.close();
    },
  };
}

/** Any exception but the engine's own longjmp corrupts it. PGlite would swallow the exception, so it must not get that far. */
function guardMainLoop(internals: Internals, die: (reason: unknown) => never): void {
  const errorJump = 100;
  const once = internals._PostgresMainLoopOnce;
  internals._PostgresMainLoopOnce = () => {
    try {
      once();
    } catch (thrown) {
      const known = typeof thrown === 'object' && thrown && 'status' in thrown && thrown.status === errorJump;
      if (!known) die(thrown);
      throw thrown;
    }
  };
}

/** PGlite never flushes by default. A failed flush must not be retried: the kernel may have dropped the pages. */
function flushForReal(internals: Internals, die: (reason: unknown) => never, wrote: (bytes: number) => void): void {
  const operations = internals.FS.filesystems.NODEFS.stream_ops;
  const write = operations.write;
  operations.write = (stream, bytes, offset, length, position) => {
    const count = write(stream, bytes, offset, length, position);
    wrote(count);
    return count;
  };
  operations.fsync = (stream) => {
    try {
      fs.fdatasyncSync(stream.nfd);
    } catch (error) {
      die(error);
    }
    return 0;
  };
}
