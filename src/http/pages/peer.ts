import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { userInfo } from 'node:os';

/** Linux keeps both ends of each connection within a machine here, with the user of each. */
const tables = ['/proc/net/tcp', '/proc/net/tcp6'];

type Ends = Pick<Socket, 'remotePort' | 'localPort'>;

/**
 * False where another user of this machine is at the other end: the first key is for its owner alone, as its file is.
 * Root may read that file. True on systems that do not tell.
 */
export async function isOfThisUser(ends: Ends): Promise<boolean> {
  const found = await Promise.all(tables.map((table) => readFile(table, 'utf8').catch(() => '')));
  return mayBeOf(userInfo().uid, found.join('\n'), ends);
}

/** Whether the tables allow that a user, or root, opened the connection with these ports. */
export function mayBeOf(user: number, listed: string, { remotePort, localPort }: Ends): boolean {
  const rows = listed.split('\n').flatMap(rowOf);
  if (rows.length === 0) return true;
  const peer = rows.find(({ from, to }) => from === remotePort && to === localPort);
  return peer !== undefined && (peer.user === user || peer.user === 0);
}

/** Ports and user of a line; nothing for a heading. */
function rowOf(line: string): { from: number; to: number; user: number }[] {
  const found = /^\s*\d+: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:([\dA-F]{4}) \S+ \S+ \S+ \S+ +(\d+) /.exec(line);
  if (!found) return [];
  const [, from = '', to = '', user = ''] = found;
  return [{ from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), user: Number(user) }];
}
