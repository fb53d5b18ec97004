import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { untilReady } from '../support/stream.ts';
import { freshPath, ownDirectory, product, startServer } from './support.ts';

ownDirectory();

const nobody = 54_321;
const tlsLine = /HOST=.* speaks plain HTTP/g;

/** The reason to skip the test, or ''. */
const skipReason = (() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root may start a process as another user';
  try {
    execFileSync(process.execPath, ['-e', 'require("fs").accessSync(process.argv[1])', product], {
      uid: nobody,
      gid: nobody,
      stdio: 'pipe',
    });
    return '';
  } catch {
    return 'another user may not read this folder';
  }
})();

it.skipIf(skipReason)(
  `starts as a user without passwd entry or HOME, on all interfaces${skipReason && ` (skipped: ${skipReason})`}`,
  async () => {
    const dataDir = freshPath();
    mkdirSync(dataDir, { mode: 0o700 });
    chmodSync(dirname(dataDir), 0o755);
    chownSync(dataDir, nobody, nobody);
    const env = {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      DATA_DIR: dataDir,
      HOST: '0.0.0.0',
      STOP_GRACE_SECONDS: '0',
    };
    // The whole environment; HOME is missing.
    const server = await startServer({ DATA_DIR: dataDir }, ['--no-sample'], { uid: nobody, gid: nobody, env });
    expect(server.stdout.match(tlsLine)).toHaveLength(1);
    expect(server.stdout).toContain('docs/proxies.md');
    await untilReady(server.url);
    await server.stop();
  },
);
