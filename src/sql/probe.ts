import { droppedSettings, refusedSetting, type SessionKind, startupSettings } from './session.ts';
import { openerOf } from './target.ts';

export interface Server {
  /** Version, such as 15. */
  major: number;
  session: SessionKind;
  /** Settings that connections do not have, because a pooler refuses or drops them. */
  missing: readonly string[];
  /** Encoding of the database, such as `UTF8`. */
  encoding: string;
  /** Whether it takes no writes: a standby, or a database or role that is set to read only. */
  isReadOnly: boolean;
}

/** Finds out on a connection of its own what a server is, and which settings its connections accept. */
export async function probeServer(url: string): Promise<Server> {
  try {
    return await ask(url, 'startup');
  } catch (error) {
    if (refusedSetting(error) === undefined) throw error;
    return await ask(url, 'pooled');
  }
}

/** Settings that say what a server is. A standby has `transaction_read_only`. */
const facts = ['server_version_num', 'server_encoding', 'transaction_read_only'];

async function ask(url: string, session: SessionKind): Promise<Server> {
  // Without a name: a pooler may not keep it.
  const sql = openerOf({ url, socketPath: undefined, prepare: false, session })(url, {});
  try {
    const rows = await sql<{ name: string; setting: string }[]>`
      SELECT name, setting FROM pg_settings
        WHERE name = ANY(${[...Object.keys(startupSettings('startup')), ...facts]})`;
    const found = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
    const missing = droppedSettings(found);
    return {
      major: Math.floor(Number(found.server_version_num) / 10_000),
      session: missing.length > 0 ? 'pooled' : session,
      missing,
      encoding: found.server_encoding ?? '',
      isReadOnly: found.transaction_read_only === 'on',
    };
  } finally {
    await sql.end({ timeout: 1 });
  }
}
