import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Connections } from '../../src/http/connections.ts';

let nowMs = 0;
const limits = { addressConnections: 2, openingConnections: 4, accountConnections: 1 };

class FakeSocket extends EventEmitter {
  remoteAddress = '192.0.2.1';
  writableLength = 0;
  bytesWritten = 0;
  destroyed = false;

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

function opened(trustedProxies = 0) {
  const connections = new Connections({ trustedProxies, onCut: () => {}, now: () => nowMs, limits });
  const connect = (): FakeSocket & Socket => {
    const socket = new FakeSocket() as unknown as FakeSocket & Socket;
    connections.accept(socket);
    return socket;
  };
  return { connections, connect };
}

/** A request on a socket, and the event that ends its response. */
function request(connections: Connections, socket: Socket, forwarded?: string) {
  const headers = new Map<string, string>();
  const res = Object.assign(new EventEmitter(), { setHeader: headers.set.bind(headers) }) as unknown as ServerResponse;
  const req = { socket, headers: forwarded ? { 'x-forwarded-for': forwarded } : {} } as unknown as IncomingMessage;
  const client = connections.begin(req, res);
  return { req, res, headers, client, refuse: () => connections.refuseSurplus(socket) };
}

describe('a connection with waiting bytes', () => {
  /** Checks each second. */
  const pass = (connections: Connections, seconds: number, each = () => {}) => {
    for (let second = 0; second < seconds; second += 1) {
      nowMs += 1_000;
      each();
      connections.check();
    }
  };

  it('is cut after 30 s without progress, and only then', () => {
    const { connections, connect } = opened();
    const [still, slow, idle] = [connect(), connect(), connect()];
    for (const socket of [still, slow]) Object.assign(socket, { writableLength: 100, bytesWritten: 1_000 });
    const read = () => {
      slow.writableLength -= 1;
    };
    pass(connections, 30, read);
    expect(still.destroyed).toBe(false);
    pass(connections, 1, read);
    expect([still.destroyed, slow.destroyed, idle.destroyed]).toEqual([true, false, false]);
  });

  it('gets another 30 s when it waits for us in between, or when the process was suspended', () => {
    const { connections, connect } = opened();
    const socket = connect();
    const wait = () => Object.assign(socket, { writableLength: 100, bytesWritten: 100 });
    wait();
    pass(connections, 29);
    socket.writableLength = 0;
    pass(connections, 1);
    wait();
    pass(connections, 20);
    nowMs += 600_000;
    pass(connections, 1);
    expect(socket.destroyed).toBe(false);
    pass(connections, 10);
    expect(socket.destroyed).toBe(true);
  });
});

describe('the connections of an address', () => {
  it('over the limit serve valid keys only; far beyond it they are closed at once', () => {
    const { connections, connect } = opened();
    const [first, second, third, fourth, fifth] = Array.from({ length: 5 }, connect);
    expect([first, second, third, fourth, fifth].map((socket) => socket?.destroyed)).toEqual([
      ...[false, false, false, false],
      true,
    ]);
    const surplus = request(connections, third as Socket);
    expect([...surplus.headers]).toEqual([['connection', 'close']]);
    expect(surplus.refuse).toThrow(/2 connections without a valid key/);
    connections.own(surplus, 'acc_1');
    expect(surplus.refuse).not.toThrow();
    expect(() => connections.own(request(connections, first as Socket), 'acc_1')).toThrow(/1 connections/);
  });

  it('behind a proxy are those with a request from the forwarded address', () => {
    const { connections, connect } = opened(1);
    const sockets = Array.from({ length: 6 }, connect);
    expect(sockets.some(({ destroyed }) => destroyed)).toBe(false);
    const [one, two, three, other] = sockets
      .slice(0, 4)
      .map((socket, n) => request(connections, socket, n === 3 ? '198.51.100.2' : '198.51.100.1'));
    expect([one?.refuse, two?.refuse, other?.refuse].map((refuse) => refuse?.())).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(three?.refuse).toThrow(/2 connections/);
    for (const { res } of [one, two, three].filter((each) => each !== undefined)) res.emit('close');
    expect(request(connections, sockets[0] as Socket, '198.51.100.1').refuse).not.toThrow();
  });
});

it('exports of one address are limited to 4, until a response closes', () => {
  const { connections, connect } = opened();
  const requests = Array.from({ length: 5 }, () => request(connections, connect()));
  for (const { client } of requests.slice(0, 4)) client.beginExport();
  const [first, , , , last] = requests;
  expect(() => last?.client.beginExport()).toThrow(/4 exports/);
  first?.res.emit('close');
  last?.client.beginExport();
});
