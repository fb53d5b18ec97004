import { openDatabase } from '../database.ts';
import { type Command, readOptions } from './command.ts';

export const migrate: Command = {
  summary: 'bring the database up to date',
  help: `npm run db:migrate

Applies the migrations that are missing, all or none, and says how many there are. npm start does the same by itself;
run this first where several nodes start at once or where the service may not change tables.`,
  async run({ args, config, log, terminal }) {
    readOptions('db:migrate', args, {});
    const database = await openDatabase(config, log);
    const [row] = await database.read<{ count: number }[]>`SELECT count(*)::int AS count FROM migration`;
    await database.close();
    terminal.out(`The database is up to date: ${row?.count} migrations.`);
  },
};
