import postgres from 'postgres';

/**
 * Sends statements to a server on a connection without the limits of the service. Making or dropping a database waits for
 * the server's disk, which a busy machine lets wait longer than any limit.
 */
export async function onServer<Result>(
  serverUrl: string,
  send: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  try {
    return await send(sql);
  } finally {
    await sql.end();
  }
}

/** Makes an empty database on a server. Returns its URL. */
export async function createDatabase(serverUrl: string, name: string, form = ''): Promise<string> {
  await onServer(serverUrl, (sql) => sql.unsafe(`CREATE DATABASE ${name} ${form}`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops a database of a server, if it is there, and ends its connections. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, (sql) => sql.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}
