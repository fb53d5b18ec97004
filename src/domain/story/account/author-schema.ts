import type { KeyKind } from '../../../caller.ts';
import { builder } from '../../../graphql/builder.ts';

export const ChangeAuthor = builder.objectRef<{ tokenId: string | null; kind: KeyKind }>('ChangeAuthor').implement({
  description: 'Who proposed or wrote something: a key.',
  fields: (t) => ({
    tokenId: t.exposeID('tokenId', { nullable: true, description: 'Id of the key; null for something imported.' }),
    kind: t.exposeString('kind', { description: '`person` or `agent`.' }),
  }),
});
