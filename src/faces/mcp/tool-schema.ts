import { Kind } from 'graphql';
import { z } from 'zod';
import { expectedVersion, idempotencyKey } from '../../domain/shapes.ts';
import type { PreparedOperation } from '../../graphql/execute.ts';
import { envelopeSchema } from '../answer-schema.ts';
import {
  type ArgumentDescriptions,
  definitionOf,
  type Fields,
  optionsOf,
  parametersOf,
  without,
} from '../arguments.ts';
import type { SelectedType } from '../faces.ts';
import { inputSchema, type JsonSchema } from '../schemas.ts';

/**
 * Arguments of a tool as one flat object: path parameters, options, fields of the body, version and idempotency key. `about`
 * describes the path parameters; `more` adds arguments. The same shape lists a tool and validates its calls.
 */
export function toolInputShape(
  prepared: PreparedOperation,
  about: ArgumentDescriptions = {},
  more: Fields = {},
): z.ZodObject {
  const { body, tool } = prepared.operation;
  const required = requiredVariables(prepared);
  const ids = Object.fromEntries(
    parametersOf(prepared).map((name) => [name, required.has(name) ? id(about[name]) : id(about[name]).optional()]),
  );
  const concurrency: Fields = Object.fromEntries(
    Object.entries({ expectedVersion: expectedVersion.optional(), idempotencyKey: idempotencyKey.optional() }).filter(
      ([name]) => prepared.variables.has(name),
    ),
  );
  const fields = { ...ids, ...optionsOf(prepared, 'tool'), ...body?.[1].shape, ...more, ...concurrency };
  const shape = z.strictObject(without(fields, tool?.without));
  // Zod keeps checks across fields on the object of the body, so they are copied.
  const checks = body?.[1].def.checks;
  return checks ? shape.clone({ ...shape.def, checks }) : shape;
}

function id(description: string | undefined): z.ZodString {
  return description ? z.string().describe(description) : z.string();
}

/** Path parameters whose variable is required. A tool may omit the others. */
function requiredVariables({ operation }: PreparedOperation): ReadonlySet<string> {
  const variables = definitionOf(operation.document).variableDefinitions ?? [];
  const optional = variables
    .filter(({ type }) => type.kind !== Kind.NON_NULL_TYPE)
    .map((one) => one.variable.name.value);
  return new Set(parametersOf({ operation }).filter((name) => !optional.includes(name)));
}

/** JSON Schema of `toolInputShape`. */
export function toolInputSchema(prepared: PreparedOperation, about?: ArgumentDescriptions, more?: Fields): JsonSchema {
  return inputSchema(toolInputShape(prepared, about, more));
}

/** JSON Schema of the structured answer; undefined for a tool that answers prose. */
export function toolOutputSchema(prepared: PreparedOperation, answer: SelectedType): JsonSchema | undefined {
  return prepared.operation.tool?.textOf ? undefined : envelopeSchema(prepared, answer, 'tool');
}
