import { type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { Scope } from '../caller.ts';
import type { PreparedOperation } from '../graphql/execute.ts';
import { isMet, type Need, needOfMember, type Readers, readersOf } from '../graphql/scopes/readers.ts';
import { answerOf, type SelectedType, type Values } from './faces.ts';

/** Removes the members of an operation's answers that a caller may not read. */
export interface Mask {
  /** Scopes that the answers may require. */
  needs: readonly Need[];
  /** Returns the answer as the caller may see it. `sent` names the members of the request, without default values. */
  apply(answer: unknown, scopes: readonly Scope[], sent: ReadonlySet<string>): unknown;
}

/** Whether a caller with these scopes may get a reduced answer. */
export function isMasked({ needs }: Mask, scopes: readonly Scope[]): boolean {
  return !needs.every((need) => isMet(need, scopes));
}

const noMask: Mask = { needs: [], apply: (answer) => answer };

/**
 * Builds the mask of an operation. A mutation without the scope to read answers few members of each record, such as `id` and
 * `version`. The changed record also keeps the members that the request sent. At /graphql, a document that selects other
 * members is refused before it runs.
 */
export function maskOf(schema: GraphQLSchema, { operation, kind }: PreparedOperation): Mask {
  if (kind !== OperationTypeNode.MUTATION) return noMask;
  const selected = answerOf(schema, operation.document);
  const readers = readersOf(schema);
  const needs = needsOf(readers, selected);
  const mask: Mask = {
    needs,
    apply: (answer, scopes, sent) =>
      isMasked(mask, scopes) ? masked({ readers, scopes }, selected, answer, sent) : answer,
  };
  return mask;
}

/** All scopes that an answer may require. */
function needsOf(readers: Readers, selected: SelectedType): Need[] {
  const needs = new Map<string, Need>();
  const visit = ({ typeName, selections }: SelectedType) => {
    for (const member of selections) {
      const need = needOfMember(readers, typeName, member.name);
      if (need) needs.set(need.join(), need);
      visit(member);
    }
  };
  visit(selected);
  return [...needs.values()];
}

interface Viewer {
  readers: Readers;
  scopes: readonly Scope[];
}

function masked(viewer: Viewer, selected: SelectedType, answer: unknown, sent: ReadonlySet<string>): unknown {
  if (Array.isArray(answer)) return answer.map((entry) => masked(viewer, selected, entry, sent));
  if (typeof answer !== 'object' || answer === null || selected.selections.length === 0) return answer;
  const record = answer as Values;
  const visible: Values = {};
  for (const member of selected.selections) {
    const { name } = member;
    const need = needOfMember(viewer.readers, selected.typeName, name);
    if (sent.has(name)) visible[name] = record[name];
    else if (!need || isMet(need, viewer.scopes)) visible[name] = masked(viewer, member, record[name], new Set());
  }
  return visible;
}
