import DataLoader from 'dataloader';
import { notFound } from '../../../errors.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import type { Context } from '../../../graphql/context.ts';
import { perOperation } from '../../../graphql/operation-cache.ts';
import { computedFrom } from '../../../graphql/rows.ts';
import { Book } from '../../story/book/schema.ts';
import { bookById, type Book as WholeBook } from '../../story/book/store.ts';
import type { Warned, Warning as WarningRecord } from '../../story/book/warnings.ts';
import { Warning } from '../../story/book/warnings-schema.ts';
import * as publishing from '../../text/lint/publishing.ts';
import { publishFindingsMax } from '../../text/lint/rules.ts';
import { LintCode, LintSeverity } from '../../text/lint/schema.ts';

type Subject = Pick<WholeBook, 'id' | 'language'>;

const warningsOf = perOperation(
  ({ read, work, caller, timeAllowance }) =>
    new DataLoader(
      async (books: readonly Subject[]) => {
        // A book that was just published is answered, whatever time its copy took.
        timeAllowance.allow(publishing.publishLimits.msMax / 1000);
        const found = await publishing.publishWarningsOf(read, work, caller.accountId, books);
        return books.map(({ id }) => found.get(id) ?? { findings: [], more: 0, chaptersUnchecked: 0 });
      },
      { cacheKeyFn: ({ id }) => id },
    ),
);

/** The same as short warnings, one for each kind and chapter, for the answer of publishing. */
async function shortWarningsOf(context: Context, book: Subject): Promise<WarningRecord[]> {
  if (!context.caller.scopes.includes('books:read')) return [];
  const { findings } = await warningsOf(context).load(book);
  const kinds = Map.groupBy(findings, ({ code, chapterId }) => `${code} ${chapterId}`);
  return [...kinds.values()].flatMap((all) => {
    const [first] = all;
    return first ? [{ code: first.code, message: first.message, count: all.length, chapterId: first.chapterId }] : [];
  });
}

const PublishFinding = builder.objectRef<publishing.PublishFinding>('PublishFinding').implement({
  description: 'An open finding of lint in a chapter that readers see, or would see.',
  fields: (t) => ({
    chapterId: t.exposeID('chapterId', { description: 'The chapter that has the finding.' }),
    order: t.exposeInt('order', { description: 'Place of the chapter in the book, from 1.' }),
    title: t.exposeString('title', { description: 'Heading of the chapter.' }),
    findingId: t.exposeID('findingId', { description: 'Id of the finding, `fnd_…`, as `lintChapter` answers it.' }),
    code: t.expose('code', { type: LintCode, description: 'Kind of the finding.' }),
    severity: t.expose('severity', { type: LintSeverity, description: 'Severity; it depends only on the code.' }),
    message: t.exposeString('message', { description: 'The problem in one sentence, for the author.' }),
    excerpt: t.exposeString('excerpt', {
      nullable: true,
      description: 'The text concerned, at most 200 code points; null if it concerns the whole chapter.',
    }),
    fix: t.exposeString('fix', { description: 'What to do about it.' }),
  }),
});

const PublishWarnings = builder.objectRef<publishing.PublishWarnings>('PublishWarnings').implement({
  description:
    'Open findings with the codes `meta_text`, `placeholder`, `heading_repeated` and `length_off` in the current chapters. They never prevent publishing.',
  fields: (t) => ({
    findings: t.expose('findings', {
      type: [PublishFinding],
      complexity: { field: 1, multiplier: publishFindingsMax },
      description: `In the order of the book, at most ${publishFindingsMax}. Waived findings are left out.`,
    }),
    more: t.exposeInt('more', { description: 'Number of findings beyond the listed ones.' }),
    chaptersUnchecked: t.exposeInt('chaptersUnchecked', {
      description:
        'Number of chapters that were not checked, because the book is very long or the service is busy. Read the warnings again: results are kept.',
    }),
  }),
});

// A book of maximum size for one check takes some seconds of CPU.
const complexity = 100_000;

builder.objectField(Book, 'publishWarnings', (t) =>
  computedFrom(t, 'language').field({
    type: PublishWarnings,
    nullable: true,
    complexity,
    // The document of publishing selects it, and must not require the right to read.
    authScopes: { anyScope: ['books:read', 'publish:write'] },
    description:
      'Mistakes that readers would notice in the chapters as they are now. Null for a key without the scope `books:read`.',
    resolve: ({ id, language }, _args, context) =>
      context.caller.scopes.includes('books:read') ? warningsOf(context).load({ id, language }) : null,
  }),
);

builder.objectField(Book, 'warnings', (t) =>
  computedFrom(t, 'language').field({
    type: [Warning],
    // Empty for all books but the one that was just imported or published.
    complexity: { field: 1, multiplier: 1 },
    // The documents of importing and publishing select it, and must not require the right to read.
    authScopes: { anyScope: ['books:read', 'books:write', 'publish:write'] },
    description: 'Filled only in the answers of `importBook` and `publishBook`.',
    resolve: async ({ id, language, ...book }, _args, context) => {
      const { warnings, isJustPublished } = book as Warned;
      return [...(isJustPublished ? await shortWarningsOf(context, { id, language }) : (warnings ?? []))];
    },
  }),
);

builder.queryField('publishWarnings', (t) =>
  t.field({
    type: PublishWarnings,
    complexity,
    authScopes: { scope: 'books:read' },
    description: 'What publishing the book now would warn about. Read it before you publish.',
    args: { bookId: t.arg.id(bookId) },
    resolve: async (_root, { bookId }, context: Context) => {
      const key = { accountId: context.caller.accountId, bookId };
      return warningsOf(context).load((await bookById(context.read, key)) ?? notFound('book'));
    },
  }),
);
