import { builder } from '../../../graphql/builder.ts';
import type { Warning as WarningRecord } from './warnings.ts';

export const Warning = builder.objectRef<WarningRecord>('Warning').implement({
  description: 'A warning in the answer of an import or a publication, which has succeeded.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Stable name of the kind, such as `comments_left_out`.' }),
    message: t.exposeString('message', { description: 'One sentence for the author, with what to do about it.' }),
    count: t.exposeInt('count', { description: 'Number of occurrences.' }),
    chapterId: t.exposeID('chapterId', {
      nullable: true,
      description: 'The chapter concerned; null for the whole book, and in a preview.',
    }),
  }),
});
