import { type PgSelectSingleStep, sideEffectWithPgClient, TYPES } from 'postgraphile/@dataplan/pg';
import { context, type FieldArgs, lambda, object, type Step } from 'postgraphile/grafast';
import { parse } from 'postgraphile/graphql';
import { extendSchema, gql, jsonPgSmartTags } from 'postgraphile/utils';
import { sheetOf } from '../floor/sheet.ts';
import { characterInput } from './sdl.ts';
import { addCharacter, type Change, changeCharacter, written } from './writes.ts';

const typeDefs = gql`
  extend type Query {
    myBook(bookId: String!): Book
    myBooks(first: Int!): [Book!]!
  }
  extend type Mutation {
    changeCharacter(bookId: String!, characterId: String!, input: CharacterChange!): WrittenCharacter
    addCharacter(bookId: String!, input: CharacterChange!): WrittenCharacter
  }
  type WrittenCharacter {
    id: String!
    name: String!
    aliases: [String!]!
    role: String!
    bio: String!
    voiceProfile: String!
    want: String
    fear: String
    lie: String
    isPov: Boolean!
  }
  type Sheet {
    id: String!
    name: String!
  }
  extend type Book {
    status: String!
    wordCount: Int!
    sheet: Sheet
  }
  extend type Chapter {
    status: String!
  }
`;

/** Not in the tables: conflicts are also a relation of their book, and chapters can be filtered by `archived_at`. */
export const tags = jsonPgSmartTags({
  version: 1,
  config: {
    class: {
      conflict: { tags: { foreignKey: '(account_id, book_id) references book (account_id, id)' } },
      chapter: { attribute: { archived_at: { tags: { behavior: '+filterBy' } } } },
    },
  },
});

/** Adds the caller's books and derived fields. All other fields are derived from the tables by PostGraphile. */
export const schemaExtension = extendSchema((build) => {
  const { book } = build.pgResources;
  if (!book) throw new Error('The schema has no table book.');
  const mine = (more: Record<string, Step> = {}) => {
    const $books = book.find({ account_id: context().get('account'), ...more });
    $books.where((sql) => sql`${$books}.deleted_at IS NULL`);
    return $books;
  };
  const { executor } = book;
  /** Runs a statement as the documentation of PostGraphile shows for mutations of one's own; it is prepared by its name. */
  const writing = (name: string, statement: typeof changeCharacter | typeof addCharacter, $args: Step) =>
    sideEffectWithPgClient(
      executor,
      object({ account: context().get('account'), args: $args }),
      async (client, { account, args }: { account: string; args: Omit<Change, 'account'> }) => {
        const { text, values } = statement({ account, ...args }, written);
        const { rows } = await client.query({ text, values, name: `${name}${Object.keys(args.input)}` });
        return rows[0];
      },
    );
  return {
    typeDefs: [typeDefs, parse(characterInput('CharacterChange'))],
    objects: {
      Mutation: {
        plans: {
          changeCharacter: (_: Step, args: FieldArgs) => writing('change', changeCharacter, args.getRaw()),
          addCharacter: (_: Step, args: FieldArgs) => writing('add', addCharacter, args.getRaw()),
        },
      },
      Query: {
        plans: {
          myBook: (_: Step, { $bookId }: FieldArgs) => mine({ id: $bookId as Step }).single(),
          myBooks(_: Step, { $first }: FieldArgs) {
            const $books = mine();
            for (const attribute of ['updated_at', 'id']) $books.orderBy({ attribute, direction: 'DESC' });
            $books.setFirst($first as Step<number>);
            return $books;
          },
        },
      },
      Book: {
        plans: {
          status: ($book: PgSelectSingleStep) =>
            $book.select(
              (sql) => sql`(
                SELECT CASE WHEN count(*) = 0 THEN 'draft' WHEN ${$book}.published_at IS NOT NULL THEN 'published'
                  WHEN bool_and(c.text_status = 'complete' AND r.id IS NULL) THEN 'ready' ELSE 'writing' END
                FROM chapter c LEFT JOIN run r ON r.account_id = c.account_id AND r.chapter_id = c.id AND r.state = 'running' AND r.kind = 'write'
                WHERE c.account_id = ${$book}.account_id AND c.book_id = ${$book}.id AND c.archived_at IS NULL)`,
              TYPES.text,
            ),
          wordCount: ($book: PgSelectSingleStep) =>
            $book.select(
              (sql) => sql`(
                SELECT coalesce(sum(c.word_count), 0)::int FROM chapter c
                WHERE c.account_id = ${$book}.account_id AND c.book_id = ${$book}.id AND c.archived_at IS NULL)`,
              TYPES.int,
            ),
          sheet: ($book: PgSelectSingleStep) => lambda($book.get('beat_sheet_template'), sheetOf),
        },
      },
      Chapter: {
        plans: {
          status: ($chapter: PgSelectSingleStep) =>
            $chapter.select(
              (sql) => sql`CASE WHEN EXISTS (
                SELECT FROM run r WHERE r.account_id = ${$chapter}.account_id AND r.chapter_id = ${$chapter}.id AND r.state = 'running' AND r.kind = 'write')
                THEN 'generating' ELSE ${$chapter}.text_status END`,
              TYPES.text,
            ),
        },
      },
    },
  };
});
