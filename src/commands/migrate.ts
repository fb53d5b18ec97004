import { type Command, readOptions } from './command.ts';
import { openDatabase } from './database.ts';

export const migrate: Command = {
  summary: 'bring the database up to date',
  help: `npm run db:migrate

Applies the missing migrations in one transaction, and prints their number. npm start does the same; run this first if
several nodes start at once, or if the service may not change tables.`,
  async run({ args, config, log, terminal }) {
    readOptions('db:migrate', args, {});
    const database = await openDatabase(config, log);
    const [row] = await database.read<{ count: number }[]>`SELECT count(*)::int AS count FROM migration`;
    await database.close();
    terminal.out(`The database is up to date: ${row?.count} migrations.`);
  },
};
