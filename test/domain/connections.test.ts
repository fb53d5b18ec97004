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
  it('is cut after 30 s without progress, and only then', () => {
    const { connections, connect } = opened();
    const [still, slow, idle] = [connect(), connect(), connect()];
    for (const socket of [still, slow]) Object.assign(socket, { writableLength: 100, bytesWritten: 1_000 });
    for (let seconds = 0; seconds <= 60 && !still.destroyed; seconds += 10) {
      connections.check();
      nowMs += 10_000;
      slow.writableLength -= 1;
      expect(still.destroyed).toBe(seconds >= 30);
    }
    expect([still.destroyed, slow.destroyed, idle.destroyed]).toEqual([true, false, false]);
  });

  it('gets another 30 s when it waits for us in between', () => {
    const { connections, connect } = opened();
    const socket = connect();
    Object.assign(socket, { writableLength: 100, bytesWritten: 100 });
    connections.check();
    nowMs += 29_000;
    socket.writableLength = 0;
    connections.check();
    Object.assign(socket, { writableLength: 100, bytesWritten: 200 });
    nowMs += 29_000;
    connections.check();
    expect(socket.destroyed).toBe(false);
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
