import { readFile } from 'node:fs/promises';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { type Config, ConfigError, environment } from '../config.ts';
import { invalidRequest, ServiceError, statusOf } from '../errors.ts';
import { bareId, type Listed, listedIn, sha256 } from './manifest.ts';
import { Remembered } from './remembered.ts';

/** What each node keeps of documents that clients sent with their hash (ours). */
const rememberedMax = { countMax: 1000, bytesMax: 4 * 1024 * 1024 };

/** What a request says of its document, unchecked. */
export interface Asked {
  query?: unknown;
  documentId?: unknown;
  extensions?: unknown;
}

/** The document that a request means. */
export interface Meant {
  text: string;
  /** Parsed and checked at the start. */
  listed?: Listed | undefined;
  /** Under what to remember the text once it has been found valid. */
  hash?: string | undefined;
}

/** Documents that requests may name instead of sending them: those of the manifest, and those that clients sent with their hash. */
export class PersistedOperations {
  readonly only: boolean;
  private readonly listed: ReadonlyMap<string, Listed>;
  private readonly remembered = new Remembered<string>(rememberedMax);

  constructor(listed: ReadonlyMap<string, Listed>, { only }: { only: boolean }) {
    this.listed = listed;
    this.only = only;
  }

  /** Undefined where a request has no document that could be looked at. Throws where it names one that is not here, not its own, or not allowed. */
  meantBy({ query, documentId, extensions }: Asked): Meant | undefined {
    const id = idIn(documentId, extensions);
    if (query === undefined || query === null) return id === undefined ? undefined : this.named(id);
    if (typeof query !== 'string') return undefined;
    if (id === undefined && !this.only) return { text: query };
    const hash = sha256(query);
    const listed = this.listed.get(hash);
    if (id !== undefined && id !== hash && this.listed.get(id)?.text !== query)
      throw malformed('query', 'is not the document that the request names: the hash is of another text.');
    if (this.only && !listed) throw notListed();
    return { text: query, listed, hash: id === undefined || listed ? undefined : hash };
  }

  /** Keeps a valid document under the hash of its text. */
  remember({ hash, text }: Meant): void {
    if (hash !== undefined) this.remembered.add(hash, text, Buffer.byteLength(text));
  }

  private named(id: string): Meant {
    const listed = this.listed.get(id);
    if (listed) return { text: listed.text, listed };
    if (this.only) throw notListed();
    const text = this.remembered.get(id);
    if (text === undefined) throw unknownDocument();
    return { text };
  }
}

/** Reads the manifest that configuration names. Throws a ConfigError of one line where there is none or a document of it cannot run. */
export async function openPersisted(
  { persistedOperations: { file, only } }: Config,
  schema: GraphQLSchema,
): Promise<PersistedOperations> {
  if (!file) return new PersistedOperations(new Map(), { only });
  try {
    return new PersistedOperations(listedIn(schema, await readFile(file, 'utf8')), { only });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `PERSISTED_OPERATIONS: ${file}: ${why}. ${environment.shape.PERSISTED_OPERATIONS.description}`,
    );
  }
}

/** The identifier that a request has: `documentId` of GraphQL over HTTP, or the hash of Apollo's and urql's `persistedQuery`. */
function idIn(documentId: unknown, extensions: unknown): string | undefined {
  const hash = hashIn(extensions);
  if (documentId === undefined || documentId === null) return hash;
  if (typeof documentId !== 'string' || documentId === '')
    throw malformed('documentId', 'must be a string such as sha256: and the hash of the document.');
  const id = bareId(documentId);
  if (hash !== undefined && hash !== id)
    throw malformed('documentId', 'and `extensions.persistedQuery` name two documents. Send one of them.');
  return id;
}

function hashIn(extensions: unknown): string | undefined {
  const asked = memberOf(extensions, 'persistedQuery');
  if (asked === undefined || asked === null) return undefined;
  const hash = memberOf(asked, 'sha256Hash');
  if (memberOf(asked, 'version') === 1 && typeof hash === 'string' && hash !== '') return bareId(hash);
  throw malformed('extensions.persistedQuery', 'must be {"version": 1, "sha256Hash": "…"}.');
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

/** A request that contradicts itself is 400 whatever media type is asked for. */
function malformed(path: string, fault: string): GraphQLError {
  const { code, message, details } = invalidRequest([{ path, message: fault }]);
  return new GraphQLError(message, { extensions: { code, ...details, http: { status: statusOf[code] } } });
}

/** Apollo Client and urql know by this message that they have to send the document. */
function unknownDocument(): ServiceError {
  return new ServiceError('not_found', 'PersistedQueryNotFound');
}

function notListed(): ServiceError {
  return invalidRequest([
    {
      path: 'query',
      message:
        'is not one of the documents that this service was started with, and it runs no others. Add it to the file of PERSISTED_OPERATIONS, or use REST or MCP.',
    },
  ]);
}
