import { invalidState, notFound } from '../../errors.ts';
import { builder } from '../../graphql/builder.ts';
import { enumOf, inputOf } from '../../graphql/input.ts';
import * as lint from './lint.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

const LintSeverity = enumOf('LintSeverity', rules.severities, 'How grave a finding is.', {
  error: 'The text is almost certainly not as it was meant: repair it.',
  warning: 'The text and the book contradict each other: change one of them, or waive it.',
  note: 'Worth a look.',
});
const LintCode = enumOf(
  'LintCode',
  rules.lintCodes,
  'What a finding is about.',
  Object.fromEntries(rules.lintCodes.map((code) => [code, rules.lintRules[code].summary])),
);

const LintWaiver = builder.objectRef<store.Waiver>('LintWaiver').implement({
  description: 'An author’s word that a finding is meant so.',
  fields: (t) => ({
    reason: t.exposeString('reason', { description: 'Why it is meant so.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was waived for this reason.' }),
  }),
});

const LintFinding = builder.objectRef<lint.JudgedFinding>('LintFinding').implement({
  description: 'Something in a chapter that an author may want to look at.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description:
        'A fingerprint, `fnd_…`, of the code and the words it is about: edits elsewhere in the text leave it as it is.',
    }),
    code: t.field({ type: LintCode, description: 'Which check found it.', resolve: ({ code }) => code }),
    severity: t.expose('severity', {
      type: LintSeverity,
      description: 'How grave it is; a code has one severity.',
    }),
    message: t.exposeString('message', { description: 'What is the matter, in a sentence for the author.' }),
    start: t.exposeInt('start', {
      nullable: true,
      description: 'Where it begins in `content`, code points; null when it is about the whole chapter.',
    }),
    end: t.exposeInt('end', {
      nullable: true,
      description: 'Where it ends, the code point behind its last; null likewise.',
    }),
    excerpt: t.exposeString('excerpt', {
      nullable: true,
      description: `The text from \`start\` on, to \`end\` or ${rules.excerptMax} code points; null likewise.`,
    }),
    fix: t.exposeString('fix', { description: 'What to do about it.' }),
    waiver: t.expose('waiver', {
      type: LintWaiver,
      nullable: true,
      description: 'Why it is meant so; null while it counts.',
    }),
  }),
});

const SkippedCheck = builder.objectRef<lint.LintReport['skipped'][number]>('SkippedLintCheck').implement({
  description: 'A check that had nothing to judge by, so that its silence is no approval.',
  fields: (t) => ({
    code: t.field({ type: LintCode, description: 'The findings that it would make.', resolve: ({ code }) => code }),
    reason: t.exposeString('reason', { description: 'What the book or its plan lacks for it.' }),
  }),
});

const LintReport = builder.objectRef<lint.LintReport>('LintReport').implement({
  description:
    'A chapter’s saved text held against its book, by rules alone: no model is asked, and the same text gives the same findings.',
  fields: (t) => ({
    chapterId: t.exposeID('chapterId', { description: 'The chapter that was judged.' }),
    chapterVersion: t.exposeInt('chapterVersion', {
      description:
        'Its version then: places hold for the text of this version. While a write runs it stands still and the text grows.',
    }),
    language: t.exposeString('language', { description: 'The language it was read in, the book’s.' }),
    findings: t.expose('findings', {
      type: [LintFinding],
      complexity: { field: 1, multiplier: 20 },
      description: `Those about the whole chapter first, then in the order of the text; of one code ${rules.findingsPerCodeMax} at most, and the waived ones.`,
    }),
    open: t.int({
      description: 'How many of them are not waived: 0 is a clean chapter.',
      resolve: ({ findings }) => findings.filter(({ waiver }) => !waiver).length,
    }),
    waived: t.int({
      description: 'How many of them are waived.',
      resolve: ({ findings }) => findings.filter(({ waiver }) => waiver).length,
    }),
    omitted: t.exposeInt('omitted', { description: 'How many more there are than are listed; mend some to see them.' }),
    checksSkipped: t.field({
      type: [SkippedCheck],
      description: 'Checks that did not apply, and why.',
      resolve: ({ skipped }) => skipped,
    }),
  }),
});

const bookId = { required: true, description: 'The book.' } as const;
const chapterId = { required: true, description: 'The chapter.' } as const;

builder.queryField('lintChapter', (t) =>
  t.field({
    type: LintReport,
    // A chapter of full length keeps a processor busy for up to two seconds.
    complexity: 100_000,
    authScopes: { scope: 'books:read' },
    description:
      'What in a chapter’s text contradicts the cast, the plan, the outline or itself, found without a model.',
    args: { bookId: t.arg.id(bookId), chapterId: t.arg.id(chapterId) },
    resolve: async (_root, { bookId, chapterId }, { read, caller }) =>
      (await lint.lintChapter(read, { accountId: caller.accountId, bookId, chapterId })) ?? notFound('chapter'),
  }),
);

const NewLintWaiver = inputOf('NewLintWaiver', rules.newWaiver, 'A finding to waive, and why.');
const UnwaivedFinding = builder.objectRef<{ id: string }>('UnwaivedFinding').implement({
  description: 'A finding that counts again wherever it comes up.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    id: t.exposeID('id', { description: 'The finding, so that a client can look at it anew.' }),
  }),
});

builder.mutationFields((t) => ({
  waiveFinding: t.field({
    type: LintFinding,
    authScopes: { scope: 'books:write' },
    description:
      'Says that a finding is meant so. It stays listed and no longer counts, as long as its fingerprint comes up; waiving it again changes the reason.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      input: t.arg({ type: NewLintWaiver, required: true, description: 'Which finding is meant so, and why.' }),
    },
    resolve: async (_root, { bookId, chapterId, input }, { sql, caller }) => {
      const outcome = await lint.waiveFinding(sql, { accountId: caller.accountId, bookId, chapterId }, input);
      if (outcome === 'full')
        return invalidState(`A chapter keeps at most ${rules.waiversMax} waivers. Take some back first.`);
      return 'missing' in outcome ? notFound(outcome.missing) : outcome;
    },
  }),
  removeWaiver: t.field({
    type: UnwaivedFinding,
    authScopes: { scope: 'books:write' },
    description: 'Takes a waiver back, be the finding in the present text or not.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      findingId: t.arg.id({ required: true, description: 'The finding that was waived.' }),
    },
    resolve: async (_root, { bookId, chapterId, findingId }, { sql, caller }) => {
      const key = { accountId: caller.accountId, bookId, chapterId };
      return (await store.deleteWaiver(sql, key, findingId)) ? { id: findingId } : notFound('waiver');
    },
  }),
}));
