import { newDatabase } from './database.setup.ts';
import { onServer } from './server-databases.ts';

/** Each setting on which the form of data depends, set to something else. */
const unusual = {
  DateStyle: 'German, DMY',
  IntervalStyle: 'sql_standard',
  TimeZone: 'Pacific/Chatham',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  default_transaction_isolation: 'serializable',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  transform_null_equals: 'on',
};

/** A new database that sets them for every session, and for those of its role once more. */
export async function unusualDatabase(
  serverUrl: string,
  name: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const own = await newDatabase(serverUrl, name);
  const changes = Object.entries(unusual).flatMap(([setting, value]) =>
    [`DATABASE ${name}`, `ROLE CURRENT_USER IN DATABASE ${name}`].map(
      (whose) => `ALTER ${whose} SET ${setting} = '${value}'`,
    ),
  );
  await onServer(serverUrl, (sql) => sql.unsafe(changes.join(';')));
  return own;
}
