import { once } from 'node:events';
import net from 'node:net';
import { expect, inject, it } from 'vitest';
import { openDatabase } from '../../src/commands/database.ts';
import { readConfig } from '../../src/config.ts';
import { newLog } from '../../src/log/log.ts';
import { viaPort } from '../support/faulty-proxy.ts';

const { url } = inject('database');

const startingUp = Buffer.from('E\0\0\0\x24SFATAL\0C57P03\0Mstarting up now\0\0', 'latin1');

it.skipIf(!url)('a start waits for a database server that is starting', async () => {
  let refusals = 0;
  const server = net.createServer((client) => {
    client.on('error', () => {});
    if (refusals < 2) {
      refusals += 1;
      client.once('data', () => client.end(startingUp));
      return;
    }
    const upstream = net.connect(Number(new URL(url ?? '').port || 5432), '127.0.0.1');
    upstream.on('error', () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  const config = readConfig({ DATABASE_URL: viaPort(url ?? '', port) });
  const database = await openDatabase(config, newLog('silent', { write: () => {} }));
  expect(refusals).toBe(2);
  expect([...(await database.read`SELECT 1 AS one`)]).toEqual([{ one: 1 }]);
  await database.close();
  server.close();
});
