import { once } from 'node:events';
import net from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerWithin, PeerTimeout } from '../../src/peer-timeout.ts';
import { openPool } from '../../src/sql/pool/open.ts';

const msMax = 50;

/** Blocks the event loop for longer than the limit, as loading modules does. */
function block(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * msMax);
}

/** Messages of PostgreSQL. */
const ready = Buffer.from('Z\0\0\0\x05I');
const authenticated = Buffer.from('R\0\0\0\x08\0\0\0\0');
const completed = Buffer.from('C\0\0\0\x0dSELECT 0\0');

let server: net.Server;
let sockets: net.Socket[];
beforeEach(async () => {
  sockets = [];
  server = net.createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

const port = () => (server.address() as net.AddressInfo).port;

describe('an answer that arrived while this process was blocked', () => {
  it('is read before the limit is applied', async () => {
    const peer = net.connect(port(), '127.0.0.1');
    await Promise.all([once(peer, 'connect'), once(server, 'connection')]);
    const answer = once(peer, 'data');
    const answered = answerWithin(msMax, answer, () => new Error('too late'));
    sockets[0]?.write('here');
    block();
    expect(String((await answered)[0])).toBe('here');
    peer.destroy();
  });

  it('may need further messages: a connection to the database opens', async () => {
    server.once('connection', (socket) => {
      const answers = [authenticated, completed];
      socket.on('data', () => socket.write(Buffer.concat([answers.shift() ?? completed, ready])));
      block();
    });
    const sql = openPool({
      places: [{ host: '127.0.0.1', port: port() }],
      tls: false,
      settings: {},
      connectMs: msMax,
      prepare: true,
      max: 1,
      pipelineMax: 1,
      hasLifetime: false,
      repeatsLost: false,
      begin: 'begin',
    });
    await expect(sql.unsafe('SELECT')).resolves.toEqual([]);
    await sql.end({ timeout: 0 });
  });
});

describe('a peer that stays silent', () => {
  it('is given up', async () => {
    const silent = new Promise(() => {});
    await expect(answerWithin(msMax, silent, () => new Error('too late'))).rejects.toThrow('too late');
  });

  it('is given up after a refresh too, but not after cancel', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const one = new PeerTimeout(msMax, () => resolve('one')).start();
    const other = new PeerTimeout(msMax, () => resolve('other')).start();
    one.refresh();
    await turn();
    other.cancel();
    expect(await promise).toBe('one');
  });
});
