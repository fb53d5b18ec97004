/** An address cannot be used. The message says which part and what to write, without the password. */
export class AddressError extends Error {}

/** The parts of an address as they are written, not decoded except for the query. */
interface Parts {
  user: string | undefined;
  password: string | undefined;
  hosts: string;
  database: string | undefined;
  query: readonly [name: string, value: string][];
}

/** Other services whose addresses look alike. */
const others: readonly [begin: RegExp, remedy: string][] = [
  [
    /^prisma(\+postgres)?:/,
    'is an address of Prisma Accelerate. Use the direct address of its database, which begins with postgres://.',
  ],
  [/^jdbc:/, 'is an address of JDBC. Leave jdbc: out, and write USER:PASSWORD@ before the host.'],
  [
    /^(mysql|mariadb|mongodb(\+srv)?|sqlite|libsql|file|sqlserver|redis):/,
    'is an address of another database. PostgreSQL 15 or newer is needed.',
  ],
  [
    /^https?:/,
    'is an address of a web page. Use the connection string of the database, which begins with postgres://.',
  ],
  [
    /(^|[\s;])(host|server|dbname|database)\s*=/i,
    'is a list of names and values. Write it as postgres://USER:PASSWORD@HOST:PORT/DATABASE.',
  ],
];

/** Words that hosts print in place of the password. */
const placeholder = /^(\[?your[-_ ]?password\]?|<.*>|\{.*\}|\[.*\]|\*+|password_here)$/i;

/**
 * Splits an address without decoding it: passwords often have signs that a URL would encode. Quotes and `psql` around it,
 * as some hosts print them, are left out.
 */
export function partsOf(text: string): Parts {
  const bare = bareOf(text);
  const scheme = /^(?:postgres|postgresql)(?:\+\w+)?:\/\//i.exec(bare)?.[0];
  if (!scheme) {
    const socket = /^socket:(?:\/\/)?(?:([^@/]*)@)?(\/[^?]*)(?:\?(.*))?$/.exec(bare);
    if (socket) return ofSocket(socket);
    const [, remedy] = others.find(([begin]) => begin.test(bare)) ?? [];
    throw new AddressError(remedy ?? 'must begin with postgres:// or postgresql://. Copy the whole connection string.');
  }
  const [head, query] = withoutQuery(bare.slice(scheme.length));
  const at = head.lastIndexOf('@');
  const place = head.slice(at + 1);
  const slash = place.indexOf('/');
  const [user, ...password] = at < 0 ? [undefined] : head.slice(0, at).split(':');
  const secret = password.length > 0 ? password.join(':') : undefined;
  if (secret && placeholder.test(decodeSafely(secret)))
    throw new AddressError('has a word in place of the password. Put the password of the database there.');
  return {
    user: user || undefined,
    password: secret,
    hosts: slash < 0 ? place : place.slice(0, slash),
    database: slash < 0 ? undefined : place.slice(slash + 1) || undefined,
    query,
  };
}

/** Without the quotes and `psql` that some hosts print around an address. */
function bareOf(text: string): string {
  return text
    .trim()
    .replace(/^psql\s+/, '')
    .replace(/^(["'])(.*)\1$/s, '$2');
}

/** `socket:/folder?db=NAME`, as node-postgres takes it. */
function ofSocket([, user, folder = '', query = '']: RegExpExecArray): Parts {
  const { db, ...rest } = Object.fromEntries(new URLSearchParams(query));
  return { user: user || undefined, password: undefined, hosts: folder, database: db, query: Object.entries(rest) };
}

/** The query begins at the last `?` before names with values. A `?` in a password does not begin one. */
function withoutQuery(text: string): [head: string, query: [name: string, value: string][]] {
  for (let at = text.indexOf('?'); at >= 0; at = text.indexOf('?', at + 1)) {
    const [head, query] = [text.slice(0, at), text.slice(at + 1)];
    const isQuery = query === '' || /^[\w.]+(=[^&]*)?(&[\w.]*(=[^&]*)?)*$/.test(query);
    if (isQuery && (head.includes('@') || !query.includes('@')))
      return [head, [...new URLSearchParams(query.replaceAll('+', '%2B'))].filter(([name]) => name !== '')];
  }
  return [text, []];
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Decodes a part. A `%` that begins no encoded sign is refused, because what follows it cannot be known. */
export function decoded(text: string | undefined, part: string): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    throw new AddressError(`the ${part} has a % that begins no encoded sign. Write % as %25.`);
  }
}

/** The address with the file of a root certificate, unless it names one itself. */
export function trusting(text: string | undefined, file: string | undefined): string | undefined {
  if (text === undefined || file === undefined) return text;
  const { query } = partsOf(text);
  if (query.some(([name]) => name === 'sslrootcert')) return text;
  const bare = bareOf(text);
  return `${bare}${query.length > 0 ? '&' : bare.endsWith('?') ? '' : '?'}sslrootcert=${encodeURIComponent(file)}`;
}
