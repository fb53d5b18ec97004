import { readFile } from 'node:fs/promises';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { type Config, ConfigError } from '../config.ts';
import { environment } from '../environment.ts';
import { invalidRequest, ServiceError, statusOf } from '../errors.ts';
import { LruCache } from './lru-cache.ts';
import { bareId, type ListedDocument, listedDocuments, sha256 } from './manifest.ts';

/** Cache limits per node for documents that clients registered by hash (ours). */
const rememberedMax = { countMax: 1000, bytesMax: 4 * 1024 * 1024 };

/** Unchecked members of a request that identify its document. */
interface DocumentParams {
  query?: unknown;
  documentId?: unknown;
  extensions?: unknown;
}

/** The document that a request identifies. */
export interface ReferencedDocument {
  text: string;
  /** Parsed and validated at the start. */
  listed?: ListedDocument | undefined;
  /** Hash under which to cache the text once it is valid. */
  hash?: string | undefined;
}

/** Documents that requests can name instead of sending: those of the manifest and those that clients registered by hash. */
export class PersistedOperations {
  readonly only: boolean;
  private readonly listed: ReadonlyMap<string, ListedDocument>;
  private readonly remembered = new LruCache<string>(rememberedMax);

  constructor(listed: ReadonlyMap<string, ListedDocument>, { only }: { only: boolean }) {
    this.listed = listed;
    this.only = only;
  }

  /**
   * Undefined if the request identifies no document. Throws for an identifier that is unknown, does not match the text or
   * is not allowed.
   */
  referencedBy({ query, documentId, extensions }: DocumentParams): ReferencedDocument | undefined {
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

  /** Caches a valid document under the hash of its text. */
  remember({ hash, text }: ReferencedDocument): void {
    if (hash !== undefined) this.remembered.add(hash, text, Buffer.byteLength(text));
  }

  private named(id: string): ReferencedDocument {
    const listed = this.listed.get(id);
    if (listed) return { text: listed.text, listed };
    if (this.only) throw notListed();
    const text = this.remembered.get(id);
    if (text === undefined) throw unknownDocument();
    return { text };
  }
}

/** Reads the configured manifest. Throws a one-line ConfigError if it is missing or contains a document that cannot run. */
export async function openPersisted(
  { persistedOperations: { file, only } }: Config,
  schema: GraphQLSchema,
): Promise<PersistedOperations> {
  if (!file) return new PersistedOperations(new Map(), { only });
  try {
    return new PersistedOperations(listedDocuments(schema, await readFile(file, 'utf8')), { only });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `PERSISTED_OPERATIONS: ${file}: ${why}. ${environment.shape.PERSISTED_OPERATIONS.description}`,
    );
  }
}

/** Identifier of a request: `documentId` of GraphQL over HTTP, or the hash of `persistedQuery` of Apollo and urql. */
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
  const persisted = memberOf(extensions, 'persistedQuery');
  if (persisted === undefined || persisted === null) return undefined;
  const hash = memberOf(persisted, 'sha256Hash');
  if (memberOf(persisted, 'version') === 1 && typeof hash === 'string' && hash !== '') return bareId(hash);
  throw malformed('extensions.persistedQuery', 'must be {"version": 1, "sha256Hash": "…"}.');
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

/** A contradictory request is 400 for every media type. */
function malformed(path: string, fault: string): GraphQLError {
  const { code, message, details } = invalidRequest([{ path, message: fault }]);
  return new GraphQLError(message, { extensions: { code, ...details, http: { status: statusOf[code] } } });
}

/** Apollo Client and urql resend the document on this message. */
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
