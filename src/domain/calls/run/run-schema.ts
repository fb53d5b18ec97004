import { builder } from '../../../graphql/builder.ts';
import { enumOf } from '../../../graphql/input.ts';
import { implementNode } from '../../../graphql/node.ts';
import { RunKind } from '../usage/kind-schema.ts';
import { runRecord } from './record.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

const RunState = enumOf('RunState', rules.runStates, 'Progress or result of a run.', {
  running: 'A node is working on it.',
  completed: 'The provider reported the end.',
  partial:
    'It stopped before the end: at its time limit, by the loss of its node, or at the limit of provider calls. Its text is kept, and the same request continues it.',
  failed: 'The provider failed. The text so far is kept, and the same request continues it.',
  cancelled: 'It was cancelled; its text so far is kept.',
});

const RunUsage = builder.objectRef<store.Run>('RunUsage').implement({
  description: 'Usage reported by the provider.',
  fields: (t) => ({
    inputTokens: t.exposeInt('inputTokens', {
      nullable: true,
      description: 'Tokens of the prompt; null if the provider did not report them.',
    }),
    cachedInputTokens: t.exposeInt('cachedInputTokens', {
      nullable: true,
      description: 'Input tokens from the provider’s cache.',
    }),
    outputTokens: t.exposeInt('outputTokens', { nullable: true, description: 'Tokens that the model wrote.' }),
    costMicros: t.float({
      nullable: true,
      description: 'Cost in millionths of `Instance.priceCurrency`; null without a price.',
      resolve: (run) => (run.costMicros === null ? null : Number(run.costMicros)),
    }),
  }),
});

const CutPlace = enumOf('CutPlace', rules.cutPlaces, 'Position of removed text, relative to the text of a run.', {
  start: 'Before the text of the run.',
  end: 'After the text of the run.',
  within: 'Within the text of the run.',
});

const RunCut = builder.objectRef<rules.Cut>('RunCut').implement({
  description: 'Output of the model that is not part of the text.',
  fields: (t) => ({
    at: t.expose('at', { type: CutPlace, description: 'Position of the removed text.' }),
    text: t.exposeString('text', { description: 'The text, up to 4000 characters.' }),
  }),
});

export const RunError = builder
  .objectRef<{ code: string; message: string; retryAt?: Date | null }>('RunError')
  .implement({
    description: 'Why a run failed or stopped early, with the same codes as other errors.',
    fields: (t) => ({
      code: t.exposeString('code', { description: 'A code of the error table, such as `generation_failed`.' }),
      message: t.exposeString('message', {
        description: 'What happened and what to do; never text of the provider.',
      }),
      retryAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When the provider takes requests again, if it said so; else null.',
        resolve: ({ retryAt }) => retryAt ?? null,
      }),
    }),
  });

export const Run = builder.objectRef<store.Run>('Run').implement({
  lean: ['id', 'kind', 'bookId', 'chapterId', 'state', 'charsWritten', 'error', 'audioUrl'],
  description: 'A job of a provider. It belongs to the account: it continues if the caller disconnects.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `run_…`.' }),
    kind: t.expose('kind', {
      type: RunKind,
      description: 'Its task; only `write` and `rewrite` have a text.',
    }),
    bookId: t.exposeID('bookId', { description: 'The book that it works on.' }),
    chapterId: t.exposeID('chapterId', {
      nullable: true,
      description: 'The chapter; null for work on the whole book.',
    }),
    state: t.expose('state', {
      type: RunState,
      description: 'Its state; all but `running` are final.',
    }),
    startOffset: t.exposeInt('startOffset', {
      description: 'Start of its own text within the whole text, code points; above 0 if it continues an earlier run.',
    }),
    charsWritten: t.exposeInt('charsWritten', { description: 'Number of saved code points.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      description: 'When it started; quotas count it on this UTC day.',
    }),
    deadlineAt: t.expose('deadlineAt', { type: 'DateTime', description: 'When it is stopped; its text is kept.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ended; null while it is running.',
    }),
    error: t.field({
      type: RunError,
      nullable: true,
      description:
        'Why it failed, or why it is `partial` for another reason than its time limit or its node; null otherwise.',
      resolve: ({ errorCode, errorMessage, retryAt }) =>
        errorCode ? { code: errorCode, message: errorMessage ?? '', retryAt } : null,
    }),
    model: t.exposeString('model', { description: 'The model that it uses.' }),
    usage: t.field({ type: RunUsage, description: 'Usage reported by the provider.', resolve: (run) => run }),
    resumeOf: t.exposeID('resumeOf', {
      nullable: true,
      description: 'The run whose text it continues; null if it continues none.',
    }),
    recapWaitMs: t.exposeInt('recapWaitMs', {
      nullable: true,
      description:
        'Milliseconds that a write waited for the running recap of the chapter before it, and for arcs that its prompt needs, at most 20,000 each; null if it did not wait.',
    }),
    cut: t.expose('cut', {
      type: [RunCut],
      description:
        'Output of the model that is not part of the text, in order: remarks, headings, reasoning, an incomplete last word.',
    }),
    draft: t.exposeString('draft', {
      nullable: true,
      description:
        'The whole reply if none of it became text: a refusal, or reasoning. While a run holds its text back, what it holds. Null otherwise.',
    }),
  }),
});

implementNode(runRecord, Run, ({ read, caller }, ids) => store.runsOfShelf(read, caller, ids));
