import { type GraphQLOutputType, type GraphQLSchema, getNamedType, getNullableType, isListType } from 'graphql';
import { NotFound, ServiceError } from '../../errors.ts';
import { toServiceError } from '../../graphql/service-error.ts';
import type { Operation } from '../../operation.ts';
import { records } from '../../records.gen.ts';
import { parseRoute, type Values } from '../faces.ts';
import type { ToolEntry } from './entry.ts';

/** A tool that lists valid ids, and the argument that usually takes them. */
interface Lister {
  tool: string;
  argument: string;
}

/** Listers by the name of the record in errors. */
type Listers = ReadonlyMap<string, Lister>;

/** Findings are part of an answer, so no tool lists them by themselves. */
const waivers: readonly [string, Lister] = ['waiver', { tool: 'lint_chapter', argument: 'findingId' }];

/**
 * The lister of each kind of record: the tool whose query lists the record's type. The argument is the last parameter of a
 * route below that list, such as `moodId` of `…/mood-references/{moodId}`.
 */
export function listersOf(schema: GraphQLSchema, operations: readonly Operation[]): Listers {
  const queries = schema.getQueryType()?.getFields() ?? {};
  const routes = operations.map(({ rest }) => (rest ? parseRoute(rest).path.split('/') : []));
  const lists = operations.flatMap(({ answer, tool }, nth) => {
    const type = queries[answer] && listedType(queries[answer].type);
    const name = records.find((record) => record.type !== undefined && record.type === type)?.name;
    const argument = argumentBelow(routes, routes[nth]);
    return tool && name && argument ? [[name.replaceAll('_', ' '), { tool: tool.name, argument }] as const] : [];
  });
  return new Map([...lists, waivers]);
}

/** The type of the records in a list or a connection; undefined for other types. */
function listedType(type: GraphQLOutputType): string | undefined {
  const { name } = getNamedType(type);
  return isListType(getNullableType(type)) ? name : /^(\w+)Connection$/.exec(name)?.[1];
}

/** The id parameter of the routes for one record of a list. */
function argumentBelow(routes: readonly string[][], list: readonly string[] = []): string | undefined {
  const segment = list.at(-1);
  const below = routes.filter((route) => segment !== undefined && route.at(-2) === segment);
  return below.flatMap((route) => /^\{(\w+Id)\}$/.exec(route.at(-1) ?? '')?.[1] ?? [])[0];
}

/**
 * Adds the next step to an error: for `not_found` the argument and the tool that lists its values, for `feature_disabled` the way
 * without a provider.
 */
export function withRemedy(thrown: unknown, call: { tool: ToolEntry; args: Values; listers: Listers }): unknown {
  const error = toServiceError(thrown);
  if (error instanceof NotFound) return namingArgument(error, call);
  const { withoutProvider } = call.tool.tool;
  if (error.code === 'feature_disabled' && withoutProvider)
    return new ServiceError(error.code, `${error.message} ${withoutProvider}`, error.details);
  return thrown;
}

function namingArgument(
  error: NotFound,
  { tool, args, listers }: { tool: ToolEntry; args: Values; listers: Listers },
): ServiceError {
  const lister = listers.get(error.what);
  if (!lister) return error;
  const sent = tool.ids.filter(({ name, kind }) => kind === error.what && args[name] !== undefined);
  const names = sent.length > 0 ? sent.map(({ name }) => name) : [lister.argument];
  return new ServiceError(
    error.code,
    `No such ${error.what}. Check ${names.join(', ')}: ${lister.tool} shows valid ids.`,
    error.details,
  );
}
