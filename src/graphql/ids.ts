import {
  BasePlugin,
  createInputValueMapper,
  mapInputFields,
  type PothosOutputFieldConfig,
  resolveInputTypeConfig,
  type SchemaTypes,
} from '@pothos/core';
import { idOrNone } from '../ids/id.ts';

/**
 * Enforces our id format in the arguments of every field, also within inputs and lists: a malformed id becomes one that no
 * record has, and never reaches SQL (contract 1). Pothos maps arguments before all other plugins see them.
 */
export class IdsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const ids = mapInputFields(field.args, this.buildCache, ({ type }) =>
      resolveInputTypeConfig(type, this.buildCache).name === 'ID' ? true : null,
    );
    if (!ids) return field;
    const mapped = createInputValueMapper(ids, (value) => idOrNone(String(value)));
    return { ...field, argMappers: [...field.argMappers, (args) => mapped(args)] };
  }
}
