import type { Plugin } from 'graphql-yoga';
import { invalidRequest } from '../errors.ts';
import type { Caller, Context } from '../graphql/context.ts';
import type { Documents } from '../graphql/documents.ts';
import { unknownField } from '../graphql/issues.ts';
import { documentLimits } from '../graphql/limits.ts';
import type { Meant, PersistedOperations } from '../graphql/persisted.ts';
import { parseJson, readJson } from '../http/body.ts';
import { type Exchange, requireMethod } from '../http/exchange.ts';

/** A request on its way into Yoga. */
export interface Inbound {
  exchange: Exchange;
  caller: Caller;
  /** As they were sent; Yoga looks at their types. */
  params: unknown;
}

const parameters = ['query', 'documentId', 'operationName', 'variables', 'extensions'];

/** What a request asks: the body of a POST, the query of a GET. */
export async function paramsOf(exchange: Exchange): Promise<unknown> {
  requireMethod(exchange, ['GET', 'POST']);
  const params = exchange.method === 'GET' ? paramsIn(exchange.query) : await readJson(exchange);
  if (params === undefined)
    throw invalidRequest([{ path: 'query', message: 'is required: send a body with a document.' }]);
  if (!isRecord(params)) return params;
  refuseUnknown(params);
  refuseLong(params.query);
  return params;
}

function refuseUnknown(params: Record<string, unknown>): void {
  const unknown = Object.entries(params).filter(([name, value]) => !parameters.includes(name) && value !== null);
  if (unknown.length > 0) throw invalidRequest(unknown.map(([path]) => ({ path, message: unknownField })));
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

/** Before it is parsed; what is not a text is Yoga's to refuse. */
function refuseLong(query: unknown): void {
  if (typeof query !== 'string' || Buffer.byteLength(query) <= documentLimits.queryBytesMax) return;
  const message = `is over ${documentLimits.queryBytesMax / 1024} KB. Ask for less, or in several requests.`;
  throw invalidRequest([{ path: 'query', message }]);
}

/** Gives Yoga what has been read, with the document that is meant in place of its name; a known one is not parsed or validated again. */
export function asked(persisted: PersistedOperations, documents: Documents): Plugin<Context, Inbound, Context> {
  const meant = new WeakMap<object, Meant>();
  const knownOf = (found: Meant | undefined) => found && (found.listed?.document ?? documents.get(found.text));
  return {
    onRequestParse({ serverContext, setRequestParser }) {
      // Whatever it is: Yoga refuses what is no record.
      setRequestParser(() => serverContext.params as object);
    },
    onParams({ params, setParams, context }) {
      if (!isRecord(params)) return;
      const found = persisted.meantBy(params);
      if (!found) return;
      meant.set(context, found);
      const { documentId: _named, ...others } = params;
      setParams({ ...others, query: found.text });
    },
    onParse({ context, setParsedDocument }) {
      const known = knownOf(meant.get(context));
      if (known) setParsedDocument(known);
    },
    onValidate({ context, params: { documentAST }, setResult }) {
      const found = meant.get(context);
      if (!found) return;
      if (knownOf(found)) setResult([]);
      return ({ valid }) => {
        if (!valid) return;
        persisted.remember(found);
        if (!found.listed) documents.keep(found.text, documentAST);
      };
    },
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
