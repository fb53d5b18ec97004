import { printSchema } from 'graphql';
import { schema } from '../schema.ts';

/** The schema as text for code generation, whose tools may load another copy of graphql. */
export default printSchema(schema);
