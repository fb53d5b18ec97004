/** The input of the mutations. PostGraphile has another type of our name. */
export const characterInput = (name: string) => /* GraphQL */ `
  input ${name} {
    name: String
    aliases: [String!]
    role: String
    bio: String
    voiceProfile: String
    want: String
    fear: String
    lie: String
    isPov: Boolean
  }
`;

/** The schema of the peers that use SDL: all fields of the records in the screens. */
export const typeDefs = /* GraphQL */ `
  scalar DateTime

  type Query {
    book(bookId: ID!): Book
    books(first: Int! = 20): BookPage!
  }

  type Mutation {
    changeCharacter(bookId: ID!, characterId: ID!, input: CharacterInput!): Character
    addCharacter(bookId: ID!, input: CharacterInput!): Character
  }

  ${characterInput('CharacterInput')}

  type BookPage {
    nodes: [Book!]!
  }

  type Book {
    id: ID!
    title: String!
    subtitle: String
    premise: String!
    author: String!
    status: String!
    wordCount: Int!
    version: Int!
    updatedAt: DateTime!
    chapters: [Chapter!]!
    characters: [Character!]!
    conflicts: [Conflict!]!
    plan: Plan!
  }

  type Chapter {
    id: ID!
    order: Int!
    title: String!
    summary: String!
    notes: String!
    status: String!
    wordCount: Int!
    povCharacterId: ID
    version: Int!
  }

  type Character {
    id: ID!
    name: String!
    aliases: [String!]!
    role: String!
    bio: String!
    voiceProfile: String!
    want: String
    fear: String
    lie: String
    isPov: Boolean!
    version: Int!
  }

  type Conflict {
    id: ID!
    kind: String!
    description: String!
    stakes: String
    connection: String
    intensity: Int!
    status: String!
    mutual: Boolean!
    from: Character!
    to: Character!
    version: Int!
  }

  type BeatSheet {
    id: ID!
    name: String!
  }

  type Plan {
    themeStatement: String
    readerPromise: String
    compAuthors: String
    povLock: String
    tenseLock: String
    povDepth: Int
    genre: String
    audience: String
    beatSheet: BeatSheet
    version: Int!
  }
`;
