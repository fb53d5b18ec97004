import { type DocumentNode, type ExecutionResult, execute, GraphQLError, type GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { invalidRequest } from '../errors.ts';
import { type Context, letGo } from '../graphql/context.ts';
import { type Ready, readyOf } from '../graphql/documents.ts';
import { type Prepared, withinTime } from '../graphql/execute.ts';
import { refuseCostly } from '../graphql/limits.ts';
import { variableIssues } from '../graphql/variables.ts';
import { asGraphQLError, showCurrent } from './graphql-errors.ts';

/** A valid document that is to run. */
export interface Asking {
  document: DocumentNode;
  operationName?: string | null | undefined;
  variables: Readonly<Record<string, unknown>>;
  context: Context;
}

/** What a caller's document answers, whichever way it came: limits, execution, and errors as ours are. */
export class Answering {
  readonly schema: GraphQLSchema;
  private readonly operations: readonly Prepared[];
  private readonly log: Logger;

  constructor(schema: GraphQLSchema, operations: readonly Prepared[], log: Logger) {
    this.schema = schema;
    this.operations = operations;
    this.log = log;
  }

  async answer(asking: Asking): Promise<ExecutionResult> {
    const refused = this.refusal(asking);
    if (refused) return refused;
    const { document, operationName, variables, context } = asking;
    const compiled = readyOf(this.schema, document, operationName)?.compiled();
    try {
      const result = compiled
        ? compiled(variables, context, context.signal)
        : execute({
            schema: this.schema,
            document,
            operationName: operationName ?? null,
            variableValues: variables,
            contextValue: context,
            abortSignal: context.signal,
          });
      return await this.shown(await withinTime(result, context.patience), context);
    } catch (error) {
      return await this.shown({ errors: [asGraphQLError(error, this.log)] }, context);
    } finally {
      letGo(context);
    }
  }

  /** The answer to what must not run: variables that do not fit, too much at once. Notes what the document asks for and costs. */
  refusal({ document, operationName, variables, context }: Asking): ExecutionResult | undefined {
    const ready = readyOf(this.schema, document, operationName);
    // The executor tells that there is no such operation.
    if (!ready) return undefined;
    try {
      refuseMisfits(this.schema, ready, variables);
      context.asked = ready.asked;
      context.cost = ready.costOf(variables);
      refuseCostly(context.cost);
      return undefined;
    } catch (error) {
      return { errors: [asGraphQLError(error, this.log)], ...saidOf(context) };
    }
  }

  private async shown({ errors, ...result }: ExecutionResult, context: Context): Promise<ExecutionResult> {
    const said = saidOf(context);
    if (!errors) return { ...result, ...said };
    const shown = errors.map((error) => asGraphQLError(error, this.log));
    for (const error of shown) await showCurrent(error, this.operations, context);
    return { errors: shown, ...result, ...said };
  }
}

function refuseMisfits(schema: GraphQLSchema, { operation }: Ready, variables: Asking['variables']): void {
  const issues = variableIssues(schema, operation, variables);
  if (issues.length === 0) return;
  const { message, code, details } = invalidRequest(issues);
  throw new GraphQLError(message, { nodes: operation, extensions: { code, ...details } });
}

/** What an answer says of itself: its cost, and the root fields, by their names in the response, that answer what an earlier request under their idempotency key did. */
function saidOf({ cost, replayed }: Context): Pick<ExecutionResult, 'extensions'> {
  const said = { ...(cost ? { cost } : {}), ...(replayed.size > 0 ? { idempotencyReplayed: [...replayed] } : {}) };
  return Object.keys(said).length > 0 ? { extensions: said } : {};
}
