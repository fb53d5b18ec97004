import { invalidState, notFound } from '../../../errors.ts';
import { bookId, chapterId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { creates, removes } from '../../../graphql/effect.ts';
import { enumOf, inputOf } from '../../../graphql/input.ts';
import { textMoved } from '../texts/hooks.ts';
import * as lint from './lint.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

textMoved.add((tx, { from, to, isSplit }) => store.moveWaivers(tx, from, to.chapterId, isSplit));

export const LintSeverity = enumOf('LintSeverity', rules.severities, 'How serious a finding is.', {
  error: 'The text almost certainly has an error: fix it.',
  warning: 'The text contradicts the book: change one of them, or waive the finding.',
  note: 'Worth a look.',
});
export const LintCode = enumOf(
  'LintCode',
  rules.lintCodes,
  'Kind of a finding.',
  Object.fromEntries(rules.lintCodes.map((code) => [code, rules.lintRules[code].summary])),
);

const LintWaiver = builder.objectRef<store.Waiver>('LintWaiver').implement({
  description: 'Marks a finding as intended.',
  fields: (t) => ({
    reason: t.exposeString('reason', { description: 'Why it is intended.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the finding was waived with this reason.',
    }),
  }),
});

const LintFinding = builder.objectRef<lint.JudgedFinding>('LintFinding').implement({
  description: 'A possible problem in a chapter.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description:
        'Fingerprint, `fnd_…`, of the code and the affected words. Edits elsewhere in the text do not change it.',
    }),
    code: t.field({ type: LintCode, description: 'Kind of the finding.', resolve: ({ code }) => code }),
    severity: t.expose('severity', {
      type: LintSeverity,
      description: 'Severity; it depends only on the code.',
    }),
    message: t.exposeString('message', { description: 'The problem in one sentence, for the author.' }),
    start: t.exposeInt('start', {
      nullable: true,
      description: 'Start in `content`, code points; null if it concerns the whole chapter.',
    }),
    end: t.exposeInt('end', {
      nullable: true,
      description: 'Exclusive end in `content`, code points; null if it concerns the whole chapter.',
    }),
    excerpt: t.exposeString('excerpt', {
      nullable: true,
      description: `The text from \`start\` to \`end\`, at most ${rules.excerptMax} code points; null if it concerns the whole chapter.`,
    }),
    fix: t.exposeString('fix', { description: 'What to do about it.' }),
    waiver: t.expose('waiver', {
      type: LintWaiver,
      nullable: true,
      description: 'The waiver; null if it is not waived.',
    }),
  }),
});

const SkippedCheck = builder.objectRef<lint.LintReport['skipped'][number]>('SkippedLintCheck').implement({
  description: 'A check that could not run, so that the absence of its findings means nothing.',
  fields: (t) => ({
    code: t.field({ type: LintCode, description: 'Kind of its findings.', resolve: ({ code }) => code }),
    reason: t.exposeString('reason', { description: 'What the book or its plan lacks for the check.' }),
  }),
});

const LintReport = builder.objectRef<lint.LintReport>('LintReport').implement({
  description:
    'Checks of a chapter’s saved text against its book. They use rules and no model: the same text gives the same findings.',
  fields: (t) => ({
    chapterId: t.exposeID('chapterId', { description: 'The checked chapter.' }),
    chapterVersion: t.exposeInt('chapterVersion', {
      description:
        'Version of the checked chapter; positions refer to its text. During a write the text grows without a new version.',
    }),
    language: t.exposeString('language', { description: 'Language of the book, whose rules were applied.' }),
    findings: t.expose('findings', {
      type: [LintFinding],
      complexity: { field: 1, multiplier: 20 },
      description: `Findings about the whole chapter first, then in text order. At most ${rules.findingsPerCodeMax} per code, besides the waived ones.`,
    }),
    open: t.int({
      description: 'Number of findings that are not waived; 0 for a clean chapter.',
      resolve: ({ findings }) => findings.filter(({ waiver }) => !waiver).length,
    }),
    waived: t.int({
      description: 'Number of waived findings.',
      resolve: ({ findings }) => findings.filter(({ waiver }) => waiver).length,
    }),
    omitted: t.exposeInt('omitted', {
      description: 'Number of findings beyond the listed ones; fix some to see them.',
    }),
    checksSkipped: t.field({
      type: [SkippedCheck],
      description: 'Checks that did not apply, and why.',
      resolve: ({ skipped }) => skipped,
    }),
  }),
});

builder.queryField('lintChapter', (t) =>
  t.field({
    type: LintReport,
    // A chapter of maximum length takes up to two seconds of CPU.
    complexity: 100_000,
    authScopes: { scope: 'books:read' },
    description: 'Checks a chapter’s text against the cast, the plan, the outline and itself, without a model.',
    args: { bookId: t.arg.id(bookId), chapterId: t.arg.id(chapterId) },
    resolve: async (_root, { bookId, chapterId }, { read, work, caller }) =>
      (await lint.lintChapter(read, work, { accountId: caller.accountId, bookId, chapterId })) ?? notFound('chapter'),
  }),
);

const NewLintWaiver = inputOf('NewLintWaiver', rules.newWaiver, 'A finding to waive, and why.');
const UnwaivedFinding = builder.objectRef<{ id: string }>('UnwaivedFinding').implement({
  description: 'A finding whose waiver was removed.',
  fields: (t) => ({
    ok: t.boolean({ description: 'Always true; a failure is an error.', resolve: () => true }),
    id: t.exposeID('id', { description: 'The finding, for client caches.' }),
  }),
});

builder.mutationFields((t) => ({
  waiveFinding: t.field({
    ...creates,
    repeatable: 'keyed',
    type: LintFinding,
    authScopes: { scope: 'books:write' },
    description:
      'Marks a finding as intended: it stays listed but no longer counts, while its fingerprint is the same. Waiving it again changes the reason.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id(chapterId),
      input: t.arg({ type: NewLintWaiver, required: true, description: 'The finding, and the reason.' }),
    },
    resolve: async (_root, { bookId, chapterId, input }, { sql, work, caller }) => {
      const outcome = await lint.waiveFinding(sql, work, { accountId: caller.accountId, bookId, chapterId }, input);
      if (outcome === 'full')
        return invalidState(`A chapter keeps at most ${rules.waiversMax} waivers. Remove some first.`);
      return 'missing' in outcome ? notFound(outcome.missing) : outcome;
    },
  }),
  removeWaiver: t.field({
    ...removes,
    type: UnwaivedFinding,
    authScopes: { scope: 'books:write' },
    description: 'Removes a waiver, whether or not the present text has the finding.',
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
