import { builder } from '../../../graphql/builder.ts';
import { Revision } from '../../text/texts/revision-schema.ts';
import { type Source, sourcesOf } from './rules.ts';
import { InputKind } from './schema.ts';

const RevisionSource = builder.objectRef<Source>('RevisionSource').implement({
  description: 'A record in the prompt of a text, in its state at that time.',
  fields: (t) => ({
    input: t.field({ type: InputKind, description: 'Kind of the record.', resolve: ({ input }) => input }),
    id: t.exposeID('id', { description: 'Id of the record; for a plan, that of its book.' }),
    name: t.exposeString('name', { description: 'Its name then, at most 60 characters.' }),
    version: t.exposeInt('version', { description: 'Its version when the text was written.' }),
  }),
});

builder.objectField(Revision, 'builtFrom', (t) =>
  t.field({
    type: [RevisionSource],
    nullable: true,
    complexity: { field: 1, multiplier: 1 },
    description:
      'The records in its prompt, with their versions; null for a text set by hand. A restored text keeps them.',
    resolve: ({ builtFrom }) => builtFrom && sourcesOf(builtFrom),
  }),
);
