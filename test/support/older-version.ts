import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** The sources of another revision, in a folder of their own. */
export interface OlderVersion {
  /** The file that starts it. */
  main: string;
  clear(): Promise<void>;
}

/** The last revision with other migrations, with the packages of this one; the reason if the history lacks it. */
export async function olderVersion(): Promise<OlderVersion | string> {
  const git = async (...args: string[]) => (await run('git', ['-C', root, ...args])).stdout.trim();
  try {
    const changed = await git('log', '-1', '--format=%H', '--', 'src/sql/migrations');
    const older = await git('rev-parse', '--verify', `${changed}^`);
    const folder = await mkdtemp(join(tmpdir(), 'fabula-older-'));
    await git('archive', `--output=${join(folder, 'sources.tar')}`, older, 'src', 'examples', 'package.json');
    await run('tar', ['-xf', 'sources.tar'], { cwd: folder });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    return { main: join(folder, 'src/fabula.js'), clear: () => rm(folder, { recursive: true }) };
  } catch {
    return 'needs the history of the repository';
  }
}
