/** A target for the ratio of our CPU time per request to that of another contestant in the same round. */
export interface Target {
  /** Compares the sum of service and database, because a write costs mostly database CPU. */
  withDatabase?: true;
  scenario: string;
  /** A contestant, or the best GraphQL peer. */
  over: 'floor' | 'responder' | 'best peer';
  ratio: number;
}

export const targets: readonly Target[] = [
  { scenario: 'list', over: 'floor', ratio: 1.35 },
  { scenario: 'plan', over: 'floor', ratio: 1.8 },
  { scenario: 'patch', over: 'floor', ratio: 2, withDatabase: true },
  { scenario: 'post', over: 'floor', ratio: 2, withDatabase: true },
  { scenario: 'editor', over: 'best peer', ratio: 0.65 },
  { scenario: 'editor', over: 'floor', ratio: 2.2 },
  { scenario: 'shelf', over: 'best peer', ratio: 0.7 },
  { scenario: 'shelf', over: 'floor', ratio: 2.3 },
  { scenario: 'mcp', over: 'responder', ratio: 1.5 },
  { scenario: 'mcp-text', over: 'responder', ratio: 1.25 },
];

/** Autosaves by text length in characters: service and database over the floor. Without a ratio it is only reported. */
export const autosaveTargets: readonly { size: number; ratio?: number }[] = [
  { size: 3_000 },
  { size: 30_000, ratio: 2.5 },
  { size: 390_000 },
];

/** An autosave of the longest text over one of the shortest, for each of service and database. */
export const growthTarget = 3;
/** A move among 1,000 chapters over one among 10: service and database together. */
export const moveTarget = 1.5;

/** CI tolerates this multiple of a target, because its machine is shared and its rounds are short. */
export const tolerance = 2;

/** Where the time goes in each scenario, from CPU profiles of our process at 16 connections. Printed for missed targets. */
export const costAnalysis: Readonly<Record<string, string>> = {
  list: 'The floor has two thirds of the cost too: writing the answer (24 %), driver rows (15 %), HTTP of Node (10 %), garbage collection (7 %), JSON (5 %). Ours in addition: the plan that builds 50 records (9 %), our HTTP layer with request id and limits (7 %), the log line (5 %), scopes (2 %). Tried: plans instead of graphql-js (3.4 → 2.1), masking hidden members (100 µs), selected columns (0.86 of the statement), a faster list parser (4 %), no WeakMap for requests (2.04 → 1.8 for a plan). Rejected: a young generation of 64 MB gave 1.68 → 1.44 in overlapping ranges and costs its memory.',
  plan: 'The answer is small, so the fixed cost of a request dominates. The floor has it too: sockets (19 %), the driver (20 %), Node’s HTTP (8 %). Ours in addition: promises between door, face, plan and driver (9 %), garbage collection (5 %, formerly 13 with a WeakMap for requests), scopes and Pothos (4 %), the log line and the wait for the end of the response (4 %), our HTTP layer (4 %), routing and shaping (3 %), the compiled plan (4 %), request id and token hash (3 %). Tried: the list in docs/performance.md. Many small costs remain, each a few per cent at most.',
  patch:
    'In the service: the cost of a plan, two checks by zod (4 %) and the coercion of GraphQL (3 %). In the database the bare update takes a third, the passage with its words a third, the event with its three indexes a quarter. Tried: one row trigger for events, space and passages instead of three to five (0.60 of the database), a list of waiting passages before the index of words (0.70 of a POST), announcing events by a row trigger (2 %), a plan that never depends on its parameters (no difference), one statement that writes record, event and passage (1.04 of the trigger).',
  post: 'As for patch.',
  editor:
    'Five statements instead of the floor’s one: the driver (15 %), sending (6 %), decoding rows (7 %). In addition: JSON of 43 KB (10 %), garbage collection (10 %), the plan (7 %), promises (6 %), scopes on each field that leads to another record (4 %). Tried: plans instead of graphql-js (7.5 → 4.1 of the floor), both ends of conflicts in one batch and selected columns (3.5 → 2.5; of the best peer 1.08 → 0.78), answering without Yoga. Layers that bound a request take a tenth: the size of the answer (4 %, formerly 7, before characters were counted first), limits and queue of statements (3 %), admission and budget of the document (2 %), time of the operation (1 %). None of them stands out: six commits of 23 November and the present one, in turn on one machine, gave 0.73, 0.82, 0.81, 0.75, 0.76, 0.79 and 0.81 of Mercurius. Rejected: a young generation of 32 or 128 MB (no gain), generated code for the objects of an answer (a quarter of their cost, but it needs `new Function`).',
  shelf:
    'Two statements instead of the floor’s one, and 200 rows: the driver (13 %), sending (9 %), decoding (7 %), garbage collection (8 %), JSON (7 %), promises (6 %), the plan (7 %), formatting of times (4 %, before it had its own formatter). Tried: selected columns, and no chapters unless selected (of the best peer 2.2 → 1.5 and less), one promise for the casts of a book instead of five and no unused index of casts (→ 1.2), no WeakMap for requests (→ 1.1).',
  mcp: 'As for a list.',
  'mcp-text':
    'The responder does little: sockets are half of its CPU. Ours in addition: message and arguments through zod (4 %), headers (5 %), scopes and the plan (6 %), our HTTP layer (6 %), the log line (4 %). Tried: answering without the SDK’s handler (6.4 → 3.8), cutting plain texts by code units (3.8 → 2.4), reading a chapter and its text in one statement (2.4 → 1.7).',
};
