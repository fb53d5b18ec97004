import type { Plugin } from 'graphql-yoga';
import type { Caller } from '../../caller.ts';
import { invalidRequest, type ServiceError } from '../../errors.ts';
import type { Context } from '../../graphql/context.ts';
import type { Documents } from '../../graphql/documents.ts';
import type { PersistedOperations, ReferencedDocument } from '../../graphql/persisted.ts';
import { isRecord } from '../../graphql/variables.ts';
import { parseJson, readJson, requireNoBody } from '../../http/body.ts';
import { type Exchange, requireMethod } from '../../http/exchange.ts';
import { limits } from '../../limits/limits.ts';

/** A request before Yoga. */
export interface Inbound {
  exchange: Exchange;
  caller: Caller;
  /** Not validated yet: Yoga checks the types. */
  params: unknown;
  reference: Reference;
}

/** The document that a request names or sends, or why it is refused. */
interface Reference {
  found?: ReferencedDocument | undefined;
  refusal?: unknown;
}

/** Reads a request: its parameters, and the document that they send or name. */
export async function readInbound(
  exchange: Exchange,
  caller: Caller,
  persisted: PersistedOperations,
): Promise<Inbound> {
  const params = await paramsOf(exchange);
  return { exchange, caller, params, reference: referenceIn(persisted, params) };
}

function referenceIn(persisted: PersistedOperations, params: unknown): Reference {
  if (!isRecord(params)) return {};
  try {
    return { found: persisted.referencedBy(params) };
  } catch (refusal) {
    return { refusal };
  }
}

const parameters = ['query', 'documentId', 'operationName', 'variables', 'extensions'];

/**
 * Parameters of a request: the body of a POST, or the query of a GET. Others are ignored (GraphQL over HTTP, 5.1), because
 * clients of later versions send some. Refuses long documents.
 */
async function paramsOf(exchange: Exchange): Promise<unknown> {
  requireMethod(exchange, ['GET', 'POST']);
  const sent = exchange.method === 'GET' ? await paramsOfGet(exchange) : await readJson(exchange);
  if (sent === undefined) throw withoutDocument();
  if (!isRecord(sent)) return sent;
  const params = Object.fromEntries(Object.entries(sent).filter(([name]) => parameters.includes(name)));
  if ([params.query, params.documentId, params.extensions].every((one) => one === undefined || one === null))
    throw withoutDocument();
  refuseLong(params.query);
  if (params.operationName === '') delete params.operationName;
  exchange.operation = operationNameIn(params);
  return params;
}

function withoutDocument(): ServiceError {
  return invalidRequest([{ path: 'query', message: 'is required: send a body with a document.' }]);
}

async function paramsOfGet(exchange: Exchange) {
  await requireNoBody(exchange);
  return paramsIn(exchange.query);
}

/** Name of the operation for the log. It must be a valid GraphQL name, so that callers cannot log other text. */
function operationNameIn({ operationName, query }: Record<string, unknown>): string | undefined {
  if (typeof operationName === 'string') return /^[_A-Za-z]\w{0,99}$/.exec(operationName)?.[0];
  const named = /^\s*(?:query|mutation|subscription)\s+([_A-Za-z]\w{0,99})/;
  return typeof query === 'string' ? named.exec(query)?.[1] : undefined;
}

function paramsIn(query: URLSearchParams) {
  const [document, documentId, operationName] = ['query', 'documentId', 'operationName'].map(
    (name) => query.get(name) || undefined,
  );
  const [variables, extensions] = ['variables', 'extensions'].map((name) => jsonIn(query.get(name), name));
  return { query: document, documentId, operationName, variables, extensions };
}

function jsonIn(text: string | null, name: string): unknown {
  if (!text) return undefined;
  try {
    return parseJson(Buffer.from(text));
  } catch {
    throw invalidRequest([
      { path: name, message: 'is not a JSON object in the query. Check its syntax and encoding.' },
    ]);
  }
}

/** Checks the length before parsing. Yoga refuses values that are not strings. */
function refuseLong(query: unknown): void {
  if (typeof query !== 'string' || Buffer.byteLength(query) <= limits.document.queryBytesMax) return;
  const message = `is over ${limits.document.queryBytesMax / 1024} KB. Select fewer fields, or send several requests.`;
  throw invalidRequest([{ path: 'query', message }]);
}

/**
 * Passes the parsed body to Yoga, and replaces a document id by its text. A cached document is not parsed or validated
 * again.
 */
export function persistedDocuments(
  persisted: PersistedOperations,
  documents: Documents,
): Plugin<Context, Inbound, Context> {
  const references = new WeakMap<object, ReferencedDocument>();
  const cachedDocumentOf = (found: ReferencedDocument | undefined) =>
    found && (found.listed?.document ?? documents.get(found.text));
  return {
    onRequestParse({ serverContext, setRequestParser }) {
      // Yoga refuses values that are not objects.
      setRequestParser(() => serverContext.params as object);
    },
    onParams({ params, setParams, context }) {
      const { found, refusal } = context.reference;
      if (refusal) throw refusal;
      if (!found || !isRecord(params)) return;
      references.set(context, found);
      const { documentId: _removed, ...others } = params;
      setParams({ ...others, query: found.text });
    },
    onParse({ context, setParsedDocument }) {
      const cached = cachedDocumentOf(references.get(context));
      if (cached) setParsedDocument(cached);
    },
    onValidate({ context, params: { documentAST }, setResult }) {
      const found = references.get(context);
      if (!found) return;
      if (cachedDocumentOf(found)) setResult([]);
      return ({ valid }) => {
        if (!valid) return;
        persisted.remember(found);
        if (!found.listed) documents.keep(found.text, documentAST);
      };
    },
  };
}
