import { setImmediate as turn } from 'node:timers/promises';
import { firstAccount } from '../credentials/credentials.ts';
import { tryAddress } from './address.ts';
import { type Command, CommandError, readOptions } from './command.ts';
import { openDatabase } from './database.ts';

export const start: Command = {
  summary: 'start the service',
  help: `npm start [-- --no-sample]

Starts the service and prints its addresses. Without DATABASE_URL it keeps its own database in DATA_DIR, and the first
start makes the account "${firstAccount}", a key and a small sample book (--no-sample leaves the book out). The key is made
only where HOST is this machine alone (127.0.0.1 or ::1). It is printed once, to a terminal, and kept in
DATA_DIR/credentials.json. Each start prints a link that signs a browser in.
Every setting is an environment variable: see docs/configuration.md. Ctrl-C stops the service after it has finished or saved its work.`,
  async run({ args, config, log, terminal }) {
    const options = readOptions('start', args, { 'no-sample': { type: 'boolean' } });
    const { stopped } = terminal;
    // First: an accidental second start must not touch the files of the first.
    await tryAddress(config);
    const opening = openDatabase(config, log);
    opening.catch(() => {});
    // The embedded engine starts in its own thread while this thread loads the service, which blocks it. Two turns of the
    // event loop are enough to find that no engine runs and to start one.
    await turn();
    await turn();
    // Loaded in two parts; in between a connection to a running engine can proceed.
    await import('../schema.ts');
    await turn();
    const { serve } = await import('./serve.ts');
    const database = await opening;
    try {
      await serve({ config, log, terminal, stopped, database, withSample: !options['no-sample'] });
    } catch (error) {
      const trouble = await database.diskTrouble?.();
      if (trouble) throw new CommandError(`DATA_DIR: ${trouble}`);
      throw error;
    } finally {
      await database.close();
    }
  },
};
