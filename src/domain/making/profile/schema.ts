import { notFound } from '../../../errors.ts';
import { bookId } from '../../../graphql/arguments.ts';
import { builder } from '../../../graphql/builder.ts';
import { startsRun } from '../../../graphql/effect.ts';
import { paid } from '../../calls/run/paid-schema.ts';
import { leaseSeconds, waitDescription, waitSeconds } from '../../calls/run/rules.ts';
import { Run } from '../../calls/run/run-schema.ts';
import { waitForRun } from '../../calls/run/wait.ts';
import { bookById } from '../../story/book/store.ts';
import { characterRoster } from '../../story/character/store.ts';
import { generateProfile, profileCall } from './make.ts';
import { type KnownPerson, knownPeople } from './people.ts';
import { type Profile, profileOfBook } from './store.ts';

const ProfilePerson = builder.objectRef<KnownPerson>('ProfilePerson').implement({
  description: 'Somebody who matters in the manuscript, with the fields that `addCharacter` takes.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The fullest name in the recaps.' }),
    aliases: t.exposeStringList('aliases', { description: 'What else they are called there.' }),
    role: t.exposeString('role', { description: 'Who they are in their world, in a few words.' }),
    bio: t.exposeString('bio', { description: 'What the recaps tell of them.' }),
    isPov: t.exposeBoolean('isPov', { description: 'Whether it is told through them.' }),
    characterId: t.exposeID('characterId', {
      nullable: true,
      description: 'The character of the cast who has this name by now; null for somebody who is not in it.',
    }),
  }),
});

interface Shown extends Profile {
  bookId: string;
  people: KnownPerson[];
}

const BookProfile = builder.objectRef<Shown>('BookProfile').implement({
  description: 'What a model proposes that a book is, from its recaps. Nothing of it is set by itself.',
  fields: (t) => ({
    bookId: t.exposeID('bookId', { description: 'The book that it is about.' }),
    premise: t.string({ description: 'What it is about, with its end.', resolve: ({ proposed }) => proposed.premise }),
    genre: t.string({ description: 'Its genre, in a few words.', resolve: ({ proposed }) => proposed.genre }),
    audience: t.string({
      description: 'Who it is for; empty if unknown.',
      resolve: ({ proposed }) => proposed.audience,
    }),
    toneStyle: t.string({
      description: 'How it is told; empty if unknown.',
      resolve: ({ proposed }) => proposed.toneStyle,
    }),
    povLock: t.string({
      nullable: true,
      description: 'Point of view, as a plan has it. Null if it does not show.',
      resolve: ({ proposed }) => proposed.povLock,
    }),
    tenseLock: t.string({
      nullable: true,
      description: '`past` or `present`, as a plan has it. Null if it does not show.',
      resolve: ({ proposed }) => proposed.tenseLock,
    }),
    people: t.expose('people', {
      type: [ProfilePerson],
      description: 'Its people, the most important first, at most 20.',
    }),
    chapters: t.exposeInt('chapters', { description: 'How many chapters had a recap then.' }),
    model: t.exposeString('model', { description: 'The model that proposed it.' }),
    runId: t.exposeID('runId', { description: 'The run that made it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
});

builder.queryField('bookProfile', (t) =>
  t.field({
    type: BookProfile,
    nullable: true,
    authScopes: { scope: 'books:read' },
    description: 'What a model proposed last that a book is. Null without a proposal.',
    args: { bookId: t.arg.id(bookId) },
    resolve: async (_root, { bookId }, { read, caller }) => {
      const key = { accountId: caller.accountId, bookId };
      const [book, profile, cast] = await Promise.all([
        bookById(read, key),
        profileOfBook(read, key),
        characterRoster.ofBook(read, key, characterRoster.columns.all),
      ]);
      if (!book) return notFound('book');
      return profile && { ...profile, bookId, people: knownPeople(profile.proposed.people, cast ?? []) };
    },
  }),
);

const profiles = paid('generateProfile', {
  provider: 'text',
  type: 'ProfileCall',
  about: 'Proposes what the book is, from its recaps.',
  description: 'The arguments of `generateProfile`, which has none beside the book.',
  fields: (t) => ({ waitSeconds: t.int({ description: 'Ignored: a preview does not wait.' }) }),
  prepare: profileCall,
});

builder.mutationField('generateProfile', (t) =>
  t.field({
    ...startsRun(profiles),
    type: Run,
    authScopes: { scope: 'generation:run' },
    description:
      'Has the model of the book propose what it is, from its recaps, and answers the run. `bookProfile` has the proposal. A run on the same recaps is joined.',
    args: {
      bookId: t.arg.id(bookId),
      waitSeconds: t.arg.int({ description: waitDescription, validate: { schema: waitSeconds } }),
    },
    resolve: async (_root, { bookId, waitSeconds }, context) => {
      // Includes the lease of a crashed node.
      context.timeAllowance.allow((waitSeconds ?? 0) + leaseSeconds);
      const run = await generateProfile(context, { accountId: context.caller.accountId, bookId });
      return waitForRun(context, run, waitSeconds);
    },
  }),
);
