/** Twenty Relay documents: refetchable fragments, pagination in both directions, edges and nodes. */
export const relayDocuments: readonly string[] = [
  'query deskShelfQuery { ...desk_shelf }',
  `fragment desk_shelf on Query @refetchable(queryName: "deskShelfPageQuery")
    @argumentDefinitions(count: { type: "Int", defaultValue: 10 }, cursor: { type: "String" }) {
    books(first: $count, after: $cursor) @connection(key: "desk_books") { edges { node { id title ...desk_bookLine } } }
  }`,
  'fragment desk_bookLine on Book @refetchable(queryName: "deskBookLineQuery") { title status wordCount updatedAt }',
  'query deskBookQuery($bookId: ID!) { book(bookId: $bookId) { ...desk_chapters ...desk_cast ...desk_conflicts ...desk_plan } }',
  `fragment desk_chapters on Book @refetchable(queryName: "deskChaptersQuery")
    @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" }) {
    chapterConnection(first: $count, after: $cursor) @connection(key: "desk_chapterConnection") {
      edges { node { id order title ...desk_revisions } }
    }
  }`,
  `fragment desk_cast on Book @refetchable(queryName: "deskCastQuery")
    @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" }) {
    characterConnection(last: $count, before: $cursor) @connection(key: "desk_characterConnection") { edges { node { id name want } } }
  }`,
  `fragment desk_conflicts on Book @refetchable(queryName: "deskConflictsQuery")
    @argumentDefinitions(first: { type: "Int" }, after: { type: "String" }, last: { type: "Int" }, before: { type: "String" }) {
    conflictConnection(first: $first, after: $after, last: $last, before: $before) @connection(key: "desk_conflictConnection") {
      edges { node { id kind from { id name } to { id name } } }
    }
  }`,
  `fragment desk_revisions on Chapter @refetchable(queryName: "deskRevisionsQuery")
    @argumentDefinitions(count: { type: "Int", defaultValue: 5 }, cursor: { type: "String" }) {
    revisions(first: $count, after: $cursor) @connection(key: "desk_revisions") { edges { node { id origin wordCount } } }
  }`,
  'fragment desk_plan on Plan @refetchable(queryName: "deskPlanQuery") { genre audience povLock }'.replace(
    'desk_plan',
    'desk_planFields',
  ),
  'fragment desk_plan on Book { plan { ...desk_planFields } }',
  'query deskNodeQuery($id: ID!) { node(id: $id) { __typename id ... on Chapter { title } ... on Run { state } } }',
  'query deskNodesQuery($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Character { name } } }',
  `query deskRunsQuery($bookId: ID!) { runs(bookId: $bookId, first: 10) @connection(key: "desk_runs") { edges { node { id state } } } }`,
  `query deskEventsQuery($bookId: ID) { events(bookId: $bookId, first: 10) { edges { cursor node { id type } } pageInfo { endCursor } } }`,
  `query deskSearchQuery($bookId: ID!, $q: String!) {
    searchBook(bookId: $bookId, q: $q, first: 10) @connection(key: "desk_searchBook") { edges { node { label recordId } } }
  }`,
  'mutation deskUpdatePlanMutation($bookId: ID!, $patch: PlanPatch!) { updatePlan(bookId: $bookId, patch: $patch) { ...desk_planFields } }',
  `mutation deskAddChapterMutation($bookId: ID!, $input: NewChapter!, $connections: [ID!]!) {
    createChapter(bookId: $bookId, input: $input) @appendNode(connections: $connections, edgeTypeName: "ChapterEdge") { id order title }
  }`,
  `mutation deskAddCharacterMutation($bookId: ID!, $input: NewCharacter!, $connections: [ID!]!) {
    createCharacter(bookId: $bookId, input: $input) @prependNode(connections: $connections, edgeTypeName: "CharacterEdge") { id name }
  }`,
  `mutation deskDeleteCharacterMutation($bookId: ID!, $characterId: ID!, $connections: [ID!]!) {
    deleteCharacter(bookId: $bookId, characterId: $characterId) { id @deleteEdge(connections: $connections) conflictIds @deleteRecord }
  }`,
  'subscription deskProseSubscription($runId: ID!) { proseStream(runId: $runId) { offset text run { id state } } }',
];
