import { builder } from '../../graphql/builder.ts';
import { enumOf } from '../../graphql/input.ts';
import * as rules from './rules.ts';
import type * as store from './store.ts';

export const RunKind = enumOf('RunKind', rules.runKinds, 'What a run does.', {
  outline: 'Plans the chapters of the book, which the book then has.',
  write: 'Writes a chapter, or goes on with one.',
  rewrite: 'Tells a chapter anew by an instruction; the text that it replaces becomes a revision.',
  grade: 'Judges an outline by the rubric.',
  variant: 'Plans chapters beside the book’s own, to be compared and adopted.',
  narrate: 'Speaks a chapter, which then has audio.',
  summarize: 'Sums up a finished chapter for the prompts of later ones.',
  cover: 'Makes pictures for the front of the book.',
});
const RunState = enumOf('RunState', rules.runStates, 'Where a run stands.', {
  running: 'A node is working on it.',
  completed: 'The provider said that it is done.',
  partial: 'It stopped before the end: time was up, or its node went away. All text is kept; asking again goes on.',
  failed: 'The provider failed; what it had written is kept. Asking again goes on.',
  cancelled: 'Somebody stopped it; what it had written is kept.',
});

const RunUsage = builder.objectRef<store.Run>('RunUsage').implement({
  description: 'What the provider counted.',
  fields: (t) => ({
    inputTokens: t.exposeInt('inputTokens', {
      nullable: true,
      description: 'Tokens of the prompt; null where the provider did not say.',
    }),
    cachedInputTokens: t.exposeInt('cachedInputTokens', {
      nullable: true,
      description: 'Those of them that it had in its cache.',
    }),
    outputTokens: t.exposeInt('outputTokens', { nullable: true, description: 'Tokens that it wrote.' }),
    costMicros: t.float({
      nullable: true,
      description: 'Cost in millionths of the currency of the configured prices; null where none are configured.',
      resolve: (run) => (run.costMicros === null ? null : Number(run.costMicros)),
    }),
  }),
});

export const RunError = builder.objectRef<{ code: string; message: string }>('RunError').implement({
  description: 'Why a run failed, in the codes of every other error.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'A code of the error table, such as `generation_failed`.' }),
    message: t.exposeString('message', {
      description: 'What happened and what to do; never the provider’s own words.',
    }),
  }),
});

export const Run = builder.objectRef<store.Run>('Run').implement({
  description:
    'One piece of work by a provider. It belongs to the account, not to the connection: when the caller goes away it goes on.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Opaque, `run_…`.' }),
    kind: t.expose('kind', {
      type: RunKind,
      description: 'What it was started for; only `write` and `rewrite` have a text to read.',
    }),
    bookId: t.exposeID('bookId', { description: 'The book it works on.' }),
    chapterId: t.exposeID('chapterId', {
      nullable: true,
      description: 'The chapter it works on; null for work on the whole book.',
    }),
    state: t.expose('state', {
      type: RunState,
      description: 'Where it stands; all but `running` are final.',
    }),
    startOffset: t.exposeInt('startOffset', {
      description:
        'Where in the text that it writes its own begins, in code points; above 0 when it goes on from an earlier run.',
    }),
    charsWritten: t.exposeInt('charsWritten', { description: 'Code points that it has written and saved.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      description: 'When it began; quotas count it on this day, in UTC.',
    }),
    deadlineAt: t.expose('deadlineAt', { type: 'DateTime', description: 'When it is stopped, its text kept.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ended; null while it runs.',
    }),
    error: t.field({
      type: RunError,
      nullable: true,
      description: 'Why it failed; null unless it did.',
      resolve: ({ errorCode, errorMessage }) => (errorCode ? { code: errorCode, message: errorMessage ?? '' } : null),
    }),
    model: t.exposeString('model', { description: 'The model that was asked.' }),
    usage: t.field({ type: RunUsage, description: 'What the provider counted.', resolve: (run) => run }),
    resumeOf: t.exposeID('resumeOf', { nullable: true, description: 'The run whose text this one goes on from.' }),
  }),
});
