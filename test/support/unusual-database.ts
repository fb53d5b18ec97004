import { connect } from '../../src/sql/connect.ts';
import { newDatabase } from './database.setup.ts';

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
  const { write, close } = connect({ url: own.url, socketPath: undefined, prepare: true });
  for (const [setting, value] of Object.entries(unusual))
    for (const whose of [`DATABASE ${name}`, `ROLE CURRENT_USER IN DATABASE ${name}`])
      await write.unsafe(`ALTER ${whose} SET ${setting} = '${value}'`);
  await close();
  return own;
}
