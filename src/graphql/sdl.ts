import { printSchema } from 'graphql';
import { schema } from './schema.ts';

/** The schema as text, for code generation: its tools may load another copy of graphql. */
export default printSchema(schema);
