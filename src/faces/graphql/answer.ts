import { type DocumentNode, type ExecutionResult, GraphQLError, type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { Logger } from 'pino';
import { invalidRequest } from '../../errors.ts';
import { refuseLargeAnswer } from '../../graphql/answer-size.ts';
import type { Context } from '../../graphql/context.ts';
import { refuseCostly } from '../../graphql/document-limits.ts';
import { type ReadyOperation, readyOperation } from '../../graphql/documents.ts';
import { inTime, type PreparedOperation } from '../../graphql/execute.ts';
import { releasePothosCache } from '../../graphql/operation-cache.ts';
import { refuseWriting } from '../../graphql/permit.ts';
import { refuseUnscoped } from '../../graphql/scopes/refuse.ts';
import { variableIssues } from '../../graphql/variables.ts';
import type { CostBudget } from '../../limits/cost-budget.ts';
import { addCurrentRecord, asGraphQLError } from './errors.ts';

/** A valid document with its variables. */
export interface DocumentRequest {
  document: DocumentNode;
  operationName?: string | null | undefined;
  variables: Readonly<Record<string, unknown>>;
  context: Context;
}

/** Runs documents of callers for the fast path and for Yoga: checks limits, executes, and formats errors. */
export class DocumentRunner {
  readonly schema: GraphQLSchema;
  private readonly operations: readonly PreparedOperation[];
  private readonly log: Logger;
  private readonly budget: CostBudget;

  constructor(schema: GraphQLSchema, operations: readonly PreparedOperation[], log: Logger, budget: CostBudget) {
    this.schema = schema;
    this.operations = operations;
    this.budget = budget;
    this.log = log;
  }

  async answer(request: DocumentRequest): Promise<ExecutionResult> {
    const refused = this.refusal(request);
    if (refused) return refused;
    const { context } = request;
    try {
      const run = () => context.executor.execute({ ...request, schema: this.schema, signal: context.signal });
      const answered = await inTime(this.kindOf(request), context, run);
      refuseLargeAnswer(context, answered.data);
      return await this.withErrors(answered, context);
    } catch (error) {
      return await this.withErrors({ errors: [asGraphQLError(error, this.log, context.requestId)] }, context);
    } finally {
      releasePothosCache(context);
    }
  }

  /**
   * Returns the result for an operation that must not run: with invalid variables, without a required scope, over the cost
   * limit, or over the account's budget. Undefined for all others. Sets the requested fields and the cost on the context.
   */
  refusal({ document, operationName, variables, context }: DocumentRequest): ExecutionResult | undefined {
    const ready = readyOperation(this.schema, document, operationName);
    // The executor reports an unknown operation.
    if (!ready) return undefined;
    try {
      if (context.caller.readOnly && ready.operation.operation !== 'query') refuseWriting(context.caller);
      refuseInvalidVariables(this.schema, ready, variables);
      refuseUnscoped(this.schema, document, ready, variables, context.caller);
      context.requestedFields = ready.requestedFields;
      context.cost = ready.costOf(variables);
      refuseCostly(context.cost);
      this.budget.take(context, context.cost.requested);
      return undefined;
    } catch (error) {
      return { errors: [asGraphQLError(error, this.log, context.requestId)], ...extensionsOf(context) };
    }
  }

  private kindOf({ document, operationName }: DocumentRequest): OperationTypeNode {
    return readyOperation(this.schema, document, operationName)?.operation.operation ?? OperationTypeNode.QUERY;
  }

  /** Counts an event of a subscription, whose fields run like those of a document. */
  countEvent(context: Context): void {
    this.budget.spend(context, context.cost?.perEvent ?? 0);
  }

  private async withErrors({ errors, ...result }: ExecutionResult, context: Context): Promise<ExecutionResult> {
    const extensions = extensionsOf(context);
    if (!errors) return { ...result, ...extensions };
    const formatted = errors.map((error) => asGraphQLError(error, this.log, context.requestId));
    for (const error of formatted) await addCurrentRecord(error, this.operations, context);
    return { errors: formatted, ...result, ...extensions };
  }
}

function refuseInvalidVariables(
  schema: GraphQLSchema,
  { operation }: ReadyOperation,
  variables: DocumentRequest['variables'],
): void {
  const issues = variableIssues(schema, operation, variables);
  if (issues.length === 0) return;
  const { message, code, details } = invalidRequest(issues);
  throw new GraphQLError(message, { nodes: operation, extensions: { code, ...details } });
}

/** Extensions of a result: its cost, and the response keys of root fields that were replayed by an idempotency key. */
function extensionsOf({ cost, replayed }: Context): Pick<ExecutionResult, 'extensions'> {
  const extensions = {
    ...(cost ? { cost } : {}),
    ...(replayed.size > 0 ? { idempotencyReplayed: [...replayed] } : {}),
  };
  return Object.keys(extensions).length > 0 ? { extensions } : {};
}
