import { type DocumentNode, getOperationAST, Kind, OperationTypeNode } from 'graphql';
import { invalidRequest, ServiceError } from '../../errors.ts';
import { qualityOf } from '../../http/accept.ts';

/** Names in one message. A document may have many more. */
const namesMax = 10;

/** Why no operation of a document can be chosen; undefined if one can. */
export function operationFault(document: DocumentNode, name: string | null | undefined): ServiceError | undefined {
  if (getOperationAST(document, name)) return undefined;
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (operations.length === 0)
    return invalidRequest([{ path: 'query', message: 'has no operation. Add a query, mutation or subscription.' }]);
  const names = operations.flatMap((one) => one.name?.value ?? []);
  const more = names.length > namesMax ? `, and ${names.length - namesMax} more` : '';
  const known = names.length > 0 ? `${names.slice(0, namesMax).join(', ')}${more}` : 'one operation without a name';
  // Yoga has not checked the type of the name.
  const what = name
    ? `${JSON.stringify(name).slice(0, 100)} is not an operation of the document`
    : 'is required for this document';
  return invalidRequest([{ path: 'operationName', message: `${what}, which has ${known}.` }]);
}

/** Why a subscription cannot be answered: the client accepts no events. Undefined for any other operation. */
export function streamFault(
  document: DocumentNode,
  name: string | null | undefined,
  accept: string | null,
): ServiceError | undefined {
  const isStream = getOperationAST(document, name)?.operation === OperationTypeNode.SUBSCRIPTION;
  if (!isStream || qualityOf(accept ?? undefined, 'text/event-stream') > 0) return undefined;
  return new ServiceError(
    'not_acceptable',
    'A subscription is answered with Server-Sent Events (text/event-stream). Send Accept: text/event-stream.',
  );
}
