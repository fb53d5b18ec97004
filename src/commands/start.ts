import { setImmediate as turn } from 'node:timers/promises';
import { firstAccount } from '../credentials.ts';
import { openDatabase } from '../database.ts';
import { tryAddress } from './address.ts';
import { type Command, readOptions } from './command.ts';

export const start: Command = {
  summary: 'start the service',
  help: `npm start [-- --no-sample]

Starts the service and prints its addresses. Without DATABASE_URL it keeps its own database in DATA_DIR, and the first
start makes the account "${firstAccount}", a key and a small sample book (--no-sample leaves the book out). The key is made
and printed only where HOST is this machine alone (127.0.0.1 or ::1).
Every setting is an environment variable; README lists them. Ctrl-C stops it: what is under way is finished or saved.`,
  async run({ args, config, log, terminal }) {
    const options = readOptions('start', args, { 'no-sample': { type: 'boolean' } });
    const { stopped } = terminal;
    // First of all: a second start by mistake must not touch what the first one works on.
    await tryAddress(config);
    const opening = openDatabase(config, log);
    opening.catch(() => {});
    // The embedded engine starts in a thread of its own while the service is loaded here, which blocks this one: two
    // turns of the loop are enough to find that no engine runs yet and to begin.
    await turn();
    await turn();
    // In two parts, between which an engine that runs by now is answered.
    await import('../graphql/schema.ts');
    await turn();
    const { serve } = await import('./serve.ts');
    const database = await opening;
    try {
      await serve({ config, log, terminal, stopped, database, withSample: !options['no-sample'] });
    } finally {
      await database.close();
    }
  },
};
