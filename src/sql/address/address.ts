import { existsSync } from 'node:fs';
import { type Parameters, readParameters } from './parameters.ts';
import { AddressError, decoded, partsOf } from './parts.ts';
import { type Tls, tlsOf } from './tls.ts';

/** An address of a PostgreSQL server, as the driver takes it. */
export interface Address extends Parameters {
  hosts: string[];
  /** One for each host. */
  ports: number[];
  /** Unix socket; undefined for TCP. */
  socketPath: string | undefined;
  /** Undefined: as the environment or the system says (PGUSER, PGPASSWORD). */
  user: string | undefined;
  password: string | undefined;
  database: string | undefined;
  tls: Tls;
  /** For messages, without the password. */
  shown: string;
}

const usualPort = 5432;
/** Folders of the socket of a local server, of Debian and of PostgreSQL itself. */
const socketFolders = ['/var/run/postgresql', '/tmp'];
const loopback = /^(localhost|127(\.\d+){3}|::1)$/;

const known = new Map<string, Address>();

/** Reads an address as hosts and tools print it. Throws an AddressError that names the part and what to write. */
export function addressOf(text: string): Address {
  const address = known.get(text) ?? read(text);
  known.set(text, address);
  return address;
}

function read(text: string): Address {
  const parts = partsOf(text);
  const query = new Map(parts.query);
  const taken = (name: string) => {
    const value = query.get(name);
    query.delete(name);
    return value;
  };
  const [host, user, password, database, port] = ['host', 'user', 'password', 'dbname', 'port'].map(taken);
  const places = placesOf(host ?? parts.hosts, port);
  const tls = tlsOf(taken, places.hosts.every((one) => loopback.test(one)) || places.socketPath !== undefined);
  const all = {
    user: user ?? decoded(parts.user, 'user'),
    password: password ?? decoded(parts.password, 'password'),
    database: database ?? decoded(parts.database, 'database'),
  };
  return { ...places, ...all, tls, ...readParameters(query), shown: shownAs(places, all) };
}

type Places = Pick<Address, 'hosts' | 'ports' | 'socketPath'>;

/** Hosts with ports, or a folder or file of a socket, encoded or not. */
function placesOf(text: string, port: string | undefined): Places {
  const whole = decoded(text, 'host') ?? '';
  const folder = whole === '' ? socketFolders.find((one) => existsSync(socketIn(one, usualPort))) : whole;
  if (folder?.startsWith('/')) {
    const [, path = folder, written] = /^(.*?)(?::(\d+))?$/.exec(folder) ?? [];
    const number = portOf(port ?? written);
    return {
      hosts: ['localhost'],
      ports: [number],
      socketPath: /\/\.s\.PGSQL\.\d+$/.test(path) ? path : socketIn(path, number),
    };
  }
  const listed = (folder || 'localhost').split(',');
  const ports = (port ?? '').split(',');
  const places = listed.map((one, at) => {
    const [, bracketed, plain, own] = /^(?:\[(.*)\]|([^:]*))(?::(.*))?$/.exec(one.trim()) ?? [];
    const name = bracketed ?? plain;
    if (!name || /[\s[\]{}<>]/.test(name)) throw new AddressError(`has no host where one must be. ${form}`);
    return { name, port: portOf(own || ports[at] || ports[0]) };
  });
  return { hosts: places.map(({ name }) => name), ports: places.map(({ port }) => port), socketPath: undefined };
}

const form = 'An address is postgres://USER:PASSWORD@HOST:PORT/DATABASE?PARAMETERS.';

function socketIn(folder: string, port: number): string {
  return `${folder.replace(/\/$/, '')}/.s.PGSQL.${port}`;
}

function portOf(text: string | undefined): number {
  if (!text) return usualPort;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new AddressError(`the port is not a number from 1 to 65535. ${form}`);
  return port;
}

function shownAs({ hosts, ports, socketPath }: Places, { user, database }: Pick<Address, 'user' | 'database'>): string {
  const places =
    socketPath ?? hosts.map((host, at) => `${host.includes(':') ? `[${host}]` : host}:${ports[at]}`).join(',');
  return `postgres://${user ? `${user}@` : ''}${places}${database ? `/${database}` : ''}`;
}
