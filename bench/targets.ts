/** What there is to reach, here alone: our CPU a request over somebody's in the same round. */
export interface Target {
  scenario: string;
  /** A contestant, or the best of those whose purpose is the same. */
  over: 'floor' | 'responder' | 'best peer';
  ratio: number;
}

export const targets: readonly Target[] = [
  { scenario: 'list', over: 'floor', ratio: 1.25 },
  { scenario: 'plan', over: 'floor', ratio: 1.3 },
  { scenario: 'patch', over: 'floor', ratio: 1.5 },
  { scenario: 'post', over: 'floor', ratio: 1.35 },
  { scenario: 'editor', over: 'best peer', ratio: 0.65 },
  { scenario: 'editor', over: 'floor', ratio: 2.2 },
  { scenario: 'shelf', over: 'best peer', ratio: 0.7 },
  { scenario: 'shelf', over: 'floor', ratio: 2.3 },
  { scenario: 'mcp', over: 'responder', ratio: 1.5 },
  { scenario: 'mcp-text', over: 'responder', ratio: 1.25 },
];

/** What CI tolerates of a target: its machine is shared, its rounds are short. */
export const tolerance = 2;

/** Of each scenario what is known to stand between us and its target: profiles of our process at 16 connections, in words. */
export const whereTimeGoes: Readonly<Record<string, string>> = {
  list: 'Two thirds are what the floor does too: the answer into the socket (24 %), rows of the driver (15 %), HTTP of Node (10 %), garbage (7 %), JSON (5 %). On top come the plan that makes 50 records of the rows (9 %), our HTTP layer with request id and limits (7 %), the log line (5 %) and scopes (2 %). Tried: plans in place of graphql-js (3.4 → 2.1), masking hidden members (100 µs), only the columns asked for (0.86 of the statement), a faster reader of lists (4 %), nothing that remembers a request in a WeakMap (2.04 → 1.8 for a plan). A young generation of 64 MB took 1.68 to 1.44 in ranges that overlap, and costs its memory: left out.',
  plan: 'A small answer, so what every request costs shows: sockets (19 %), the driver (20 %) and HTTP of Node (8 %) are the floor’s too. On top: promises between door, façade, plan and driver (9 %), garbage (5 %, 13 before nothing remembered a request in a WeakMap), scopes and Pothos (4 %), the log line and the end of the response that it waits for (4 %), our HTTP layer (4 %), routing and shaping (3 %), the compiled plan (4 %), request id and token’s hash (3 %). Tried: all that README lists under “the way of a request”; what is left are many small things, none above a few per cent.',
  patch:
    'What a plan costs, and the input: twice through zod (4 %), for the paths of errors at the door and in the schema, and once through graphql’s coercion (3 %). Half of the CPU is both sockets, the driver and the NOTIFY that comes back. Tried: triggers at half their cost, which is the database’s CPU and not ours.',
  post: 'As for patch.',
  editor:
    'Five statements where the floor sends one: the driver (15 %), writing them (6 %), decoding rows (7 %). Then JSON of 43 KB (10 %), garbage (10 %), the plan (7 %), promises between all of them (6 %), and scopes on each field that leads from one record to another (4 %). Tried: plans in place of graphql-js (7.5 → 4.1 of the floor), the ends of conflicts at once and only the columns asked for (3.5 → 2.5; of the best peer 1.08 → 0.78), past Yoga.',
  shelf:
    'Two statements where the floor sends one, and 200 rows: the driver (13 %), writing to it (9 %), decoding (7 %), garbage (8 %), JSON (7 %), promises (6 %), the plan (7 %), moments made text (4 %, before they had a writer of their own). Tried: only the columns asked for, and nothing of chapters for who does not ask (of the best peer 2.2 → 1.5 and less), one promise for the casts of a book in place of five, and no index of casts that nobody looks anybody up in (→ 1.2), nothing that remembers a request in a WeakMap (→ 1.1).',
  mcp: 'As for a list.',
  'mcp-text':
    'The responder does little here: half of its CPU are the sockets. On top come the message and the arguments through zod (4 %), headers (5 %), scopes and the plan (6 %), our HTTP layer (6 %), the log line (4 %). Tried: past the SDK’s handler (6.4 → 3.8), a text cut by units where it has no others (3.8 → 2.4), a chapter with its text in one statement (2.4 → 1.7).',
};
