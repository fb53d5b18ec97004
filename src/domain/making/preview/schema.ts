import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { promptCost } from '../../../graphql/effect.ts';
import type { AssembledPrompt } from '../../calls/prompt/prompt.ts';
import type { Room } from '../../calls/prompt/room.ts';
import { PromptMessage, PromptPart } from '../../calls/run/prompt-schema.ts';
import { promptOfWrite, type ReplacedText as ReplacedTextRow } from '../writing/preview.ts';
import { WriteRequest } from '../writing/schema.ts';
import { PaidCall, preparedCall } from './call-schema.ts';
import { PromptEstimate } from './estimate-schema.ts';
import { type Preview, previewOf } from './preview.ts';

const NamedCharacter = builder.objectRef<AssembledPrompt['names']['recognised'][number]>('NamedCharacter').implement({
  description: 'A character that a text names, or may name.',
  fields: (t) => ({
    characterId: t.exposeID('characterId', { description: 'The one who is meant.' }),
    words: t.exposeStringList('words', { description: 'The different words for it in the text, at most 10.' }),
  }),
});

const AmbiguousName = builder.objectRef<AssembledPrompt['names']['ambiguous'][number]>('AmbiguousName').implement({
  description: 'Words that are names of several characters. They count for nobody.',
  fields: (t) => ({
    words: t.exposeStringList('words', { description: 'The words in the text, at most 10.' }),
    characterIds: t.exposeIDList('characterIds', {
      description: 'The characters that share them. An alias of one of them makes the words clear.',
    }),
  }),
});

const PromptNames = builder.objectRef<AssembledPrompt['names']>('PromptNames').implement({
  description: 'Whom title, summary, notes and text of a chapter name.',
  fields: (t) => ({
    recognised: t.expose('recognised', {
      type: [NamedCharacter],
      description: 'The characters that are named, in the order of the first mention.',
    }),
    ambiguous: t.expose('ambiguous', {
      type: [AmbiguousName],
      description: 'Words that count for nobody: shared by several characters, or the role of one.',
    }),
    near: t.expose('near', {
      type: [NamedCharacter],
      description: 'Words that are one letter away from a name and may be misspelled, at most 20 characters.',
    }),
  }),
});

const ReplacedText = builder.objectRef<ReplacedTextRow>('ReplacedText').implement({
  description: 'The text of a chapter that a call would put another one in place of. It stays as a revision.',
  fields: (t) => ({
    wordCount: t.exposeInt('wordCount', { description: 'How many words it has; zero for blanks only.' }),
    needsRestart: t.exposeBoolean('needsRestart', {
      description: 'True: the write is refused unless it has `restart: true`; `continue: true` appends instead.',
    }),
  }),
});

const PromptRoom = builder.objectRef<Room>('PromptRoom').implement({
  description: 'Room of a model for a prompt and its answer, tokens.',
  fields: (t) => ({
    contextTokens: t.exposeInt('contextTokens', { description: 'Context of the model: prompt and answer together.' }),
    outputTokens: t.exposeInt('outputTokens', { description: 'Longest answer of the model.' }),
    outputReserveTokens: t.exposeInt('outputReserveTokens', { description: 'Tokens kept free for the answer.' }),
    isAssumed: t.exposeBoolean('isAssumed', {
      description: 'True: the operator has not listed the model in MODEL_LIMITS, so its limits are assumed.',
    }),
  }),
});

const PromptPreview = builder.objectRef<Preview>('PromptPreview').implement({
  description: 'The first prompt of a paid operation. Reading it costs nothing and calls no provider.',
  fields: (t) => ({
    messages: t.expose('messages', {
      type: [PromptMessage],
      description: 'Messages to the provider, in order.',
    }),
    manifest: t.expose('manifest', {
      type: [PromptPart],
      description: 'Its parts, in the order of the prompt.',
    }),
    tokens: t.exposeInt('tokens', { description: 'Size of the prompt in tokens, by `tokenizer`.' }),
    budgetTokens: t.int({
      nullable: true,
      description: 'Maximum tokens; parts are trimmed to fit. Null for pictures.',
      resolve: ({ room }) => room?.budgetTokens,
    }),
    room: t.expose('room', {
      type: PromptRoom,
      nullable: true,
      description: 'Limits of the model, from which the budget follows. Null for pictures.',
    }),
    times: t.exposeInt('times', {
      description: 'Number of calls like this one: that of variants or pictures, else 1.',
    }),
    model: t.exposeString('model', { description: 'The model that would be used.' }),
    tokenizer: t.exposeString('tokenizer', { description: 'Encoding that tokens are counted with.' }),
    tokensAreEstimated: t.exposeBoolean('tokensAreEstimated', {
      description: 'True if the model may use another encoding, so that its own count may differ.',
    }),
    estimate: t.expose('estimate', {
      type: PromptEstimate,
      description: 'Expected tokens and cost of the run.',
    }),
    participants: t.exposeIDList('participants', {
      description: 'Of a chapter: the characters that take part, the viewpoint character first.',
    }),
    replaces: t.expose('replaces', {
      type: ReplacedText,
      nullable: true,
      description: 'The text of the chapter that it would replace. Null if there is none, or it is continued.',
    }),
    names: t.expose('names', {
      type: PromptNames,
      description: 'The names in title, summary, notes and text, by which participants are found if none are listed.',
    }),
  }),
});

builder.queryFields((t) => ({
  promptPreview: t.field({
    type: PromptPreview,
    authScopes: { scope: 'books:read' },
    complexity: promptCost,
    description: 'The prompt that the next write of a chapter would send first, with its parts, tokens and price.',
    args: {
      bookId: t.arg.id(bookId),
      chapterId: t.arg.id({ required: true, description: 'The chapter to write.' }),
      input: t.arg({ type: WriteRequest, description: 'Options of the write; all are optional.' }),
    },
    resolve: async (_root, { bookId, chapterId, input }, { read, work, config, caller }) => {
      const key = { accountId: caller.accountId, bookId, chapterId };
      return previewOf(config, await promptOfWrite({ sql: read, work, config }, key, input ?? {}));
    },
  }),
  callPreview: t.field({
    type: PromptPreview,
    authScopes: { scope: 'books:read' },
    complexity: promptCost,
    description:
      'What a paid call would send first, with its parts, tokens and price. Calls no provider and starts nothing.',
    args: {
      bookId: t.arg.id(bookId),
      call: t.arg({ type: PaidCall, required: true, description: 'The mutation, with its arguments.' }),
    },
    resolve: async (_root, { bookId, call }, { read, work, config, caller }) => {
      const key = { accountId: caller.accountId, bookId };
      return previewOf(config, await preparedCall({ sql: read, work, config }, key, call));
    },
  }),
}));
