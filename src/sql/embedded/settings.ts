/** SQL that applies exactly these settings, from a list of `readSettings`. */
export const applySettings = (list: string): string =>
  `RESET SESSION AUTHORIZATION; RESET ROLE; RESET ALL${list && `; SELECT ${list}`}`;

/** Answers the changed settings as a SELECT list that restores them. The role is last, because it may forbid the rest. */
export const readSettings = `
  SELECT string_agg(format('set_config(%L, %L, false)', name, value), ', ' ORDER BY name = 'role', name)
  FROM (SELECT name, current_setting(name) AS value FROM pg_settings WHERE source = 'session'
        UNION ALL SELECT 'role', current_setting('role') WHERE current_setting('role') <> 'none') AS changed`;

/** Answers the channels that the engine listens on. */
export const readChannels = 'SELECT pg_listening_channels()';

/** SQL that makes the engine listen on exactly these channels. */
export const listenOn = (channels: Iterable<string>): string =>
  ['UNLISTEN *', ...[...channels].map((channel) => `LISTEN "${channel.replaceAll('"', '""')}"`)].join('; ');

/** Settings of a startup packet, without application_name, which would differ for every program. */
export function startupSettings(parameters: ReadonlyMap<string, string>): string {
  const own = new Map(parameters);
  for (const [, name, value] of (own.get('options') ?? '').matchAll(/(?:-c\s*|--)([\w.-]+)=((?:\\.|\S)*)/g)) {
    if (name && value !== undefined) own.set(name.replaceAll('-', '_'), value.replace(/\\(.)/g, '$1'));
  }
  for (const name of ['user', 'database', 'application_name', 'replication', 'options']) own.delete(name);
  if (/^'?utf-?8'?$/i.test(own.get('client_encoding') ?? '')) own.delete('client_encoding');
  return [...own]
    .filter(([name]) => !name.startsWith('_pq_.'))
    .map(([name, value]) => `set_config(${literal(name)}, ${literal(value)}, false)`)
    .join(', ');
}

const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`;
