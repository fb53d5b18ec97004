import { setImmediate } from 'node:timers/promises';
import { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { type FieldNode, type GraphQLResolveInfo, getNamedType, Kind, type SelectionSetNode } from 'graphql';
import { chargeBytes, punctuationBytes } from './answer-size.ts';
import type { Context } from './context.ts';
import { contextIn, type Resolver } from './plugin.ts';

/** Least bytes of list entries in one turn of the event loop: some 10,000 values. */
const turnBytes = 128 * 1024;

/**
 * Charges a list to the room of the answer before its entries are completed, at the least size that they can have as JSON.
 * So lists inside of lists end at the limit, not with the memory. Entries of a long answer
 * are completed in several turns of the event loop, so that other requests go on.
 */
export class ListsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(resolve: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    if (field.type.kind !== 'List' || field.kind === 'Subscription') return resolve;
    return (parent, args, context, info) => {
      const list = resolve(parent, args, context, info);
      const charge = (entries: unknown) => chargedList(contextIn(context), info, entries);
      return list instanceof Promise ? list.then(charge) : charge(list);
    };
  }
}

function chargedList(context: Context, info: GraphQLResolveInfo, entries: unknown): unknown {
  if (!Array.isArray(entries)) return entries;
  chargeBytes(context, entries.length * entryBytes(info));
  const turn = turnOf(context);
  return turn ? turn.then(() => entries) : entries;
}

/** Start of the turn of the event loop that the charged bytes belong to; undefined for the first turn. */
function turnOf({ answerRoom, config }: Context): Promise<void> | undefined {
  const turn = Math.floor((config.answerBytesMax - answerRoom.bytes) / turnBytes);
  if (turn === 0) return undefined;
  const { begun } = answerRoom;
  if (!begun || turn > begun.turn)
    answerRoom.begun = { turn, start: (begun?.start ?? Promise.resolve()).then(nextTurn) };
  return answerRoom.begun?.start;
}

const nextTurn = () => setImmediate();

const known = new WeakMap<FieldNode, number>();

/** Least bytes of an entry of a list. Kept with the document, which is cached. */
function entryBytes({ fieldNodes, fragments, returnType }: GraphQLResolveInfo): number {
  const [first] = fieldNodes;
  if (!first) return punctuationBytes;
  const found = known.get(first) ?? punctuationBytes + leastBytes(fieldNodes, fragments, getNamedType(returnType).name);
  known.set(first, found);
  return found;
}

/** Bytes of the members of an object: of those that every answer has, each once. */
function leastBytes(nodes: readonly FieldNode[], fragments: GraphQLResolveInfo['fragments'], type: string): number {
  const keys = new Set<string>();
  // Sets of fragments are added while the loop runs; each is read once, however often it is spread.
  const sets = new Set(nodes.map(({ selectionSet }) => selectionSet));
  for (const set of sets)
    for (const selection of set?.selections ?? []) {
      if (selection.directives?.length) continue;
      if (selection.kind === Kind.FIELD) keys.add(selection.alias?.value ?? selection.name.value);
      else sets.add(setOfType(selection, fragments, type));
    }
  return [...keys].reduce((bytes, key) => bytes + key.length + punctuationBytes, 0);
}

/** Undefined for a fragment on another type. */
function setOfType(
  selection: Exclude<SelectionSetNode['selections'][number], FieldNode>,
  fragments: GraphQLResolveInfo['fragments'],
  type: string,
): SelectionSetNode | undefined {
  const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection;
  const condition = fragment?.typeCondition?.name.value ?? type;
  return condition === type ? fragment?.selectionSet : undefined;
}
