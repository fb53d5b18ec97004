import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CoWriter, newWords, type Scene } from '../support/co-writers.ts';
import { facesOf, graphql, type Json } from '../support/faces.ts';
import { Ledger } from '../support/ledger.ts';
import { proof } from '../support/proofs.ts';
import { restCall } from '../support/rest.ts';
import { SeededRandom } from '../support/seeded-random.ts';
import { startService, type TestService } from '../support/service.ts';

const steps = proof(150, 10_000);
/** What happens in each run of that length. */
const kinds = ['proposed', 'accepted', ...proof([], ['saved', 'merged', 'edited', 'appended', 'declined', 'revised'])];
const seed = Number(process.env.PROPERTY_SEED ?? 1);
const env = { LIMIT_REQUESTS_PER_MINUTE: '0', LIMIT_GRAPHQL_COST_PER_MINUTE: '0', LIMIT_PLAN_PER_MINUTE: '0' };

let one: TestService;
let two: TestService;
beforeAll(async () => {
  [one, two] = await Promise.all([startService(env), startService(env)]);
});
afterAll(() => Promise.all([one.close(), two.close()]));

/** A book with two chapters, in which no word stands twice, and those who change them. */
async function newScene() {
  const account = `together ${crypto.randomUUID()}`;
  const key = await one.newKey({ account });
  const rest = restCall(one.url, key);
  const { id: bookId } = await rest('createBook', { input: { premise: 'Many hands.' } });
  const ledger = new Ledger();
  const chapterIds: string[] = [];
  for (const paragraphs of [12, 6]) {
    const content = Array.from({ length: paragraphs }, () => newWords(9)).join('\n\n');
    const { id } = await rest('createChapter', { bookId, input: { content } });
    ledger.open(id, content);
    chapterIds.push(id);
  }
  const scene: Scene = { bookId, chapterIds, ledger, random: new SeededRandom(seed), counts: new Map() };
  const callsOf = (face: string, by: string) =>
    [one, two].flatMap(({ url }) => facesOf(url, by).find(({ name }) => name === face)?.call ?? []);
  const writers = [CoWriter.person(scene, callsOf('REST', key)), CoWriter.person(scene, callsOf('GraphQL', key))];
  for (let agents = 0; agents < 10; agents += 1) {
    const by = await one.newKey({ account, kind: 'agent', scopes: ['books:read', 'proposals:write'] });
    writers.push(CoWriter.agent(scene, callsOf('MCP', by)));
  }
  const read = (chapterId: string) => rest('chapter', { bookId, chapterId });
  return { key, scene, writers, read };
}

/** The proposals or notes of a book, of all pages. */
async function all(key: string, bookId: string, list: string, fields: string): Promise<Json[]> {
  const query = `query ($bookId: ID!, $after: String) {
    list: ${list}(bookId: $bookId, first: 100, after: $after) {
      nodes { id chapterId anchor { start end exact state } ${fields} } pageInfo { endCursor hasNextPage }
    }
  }`;
  const found: Json[] = [];
  for (let page: Json = {}; page; ) {
    const after = page.list?.pageInfo.endCursor;
    page = await graphql(two.url, key, query, { bookId, after });
    found.push(...page.list.nodes);
    if (!page.list.pageInfo.hasNextPage) page = undefined;
  }
  return found;
}

/** Whether an anchor names its words, or says that they are gone. */
const isRight = (text: string, { start, end, exact, state }: Json) =>
  state === 'ok' ? text.slice(start, end) === exact : !text.includes(exact);

describe('two people who write and decide, and ten agents who propose, through two nodes', () => {
  it(`have each accepted change in the text once, and nothing else (${steps} steps)`, {
    timeout: 900_000,
  }, async () => {
    const { key, scene, writers, read } = await newScene();
    const { bookId, ledger, counts } = scene;
    let left = steps;
    await Promise.all(
      writers.map(async (writer) => {
        while (left-- > 0) await writer.step();
      }),
    );
    const texts = new Map<string, string>();
    for (const chapterId of scene.chapterIds) {
      const chapter = await read(chapterId);
      ledger.read(chapter);
      texts.set(chapterId, chapter.content);
    }
    const { faults, accepted } = ledger.settle();
    expect(faults).toEqual([]);
    for (const what of kinds) expect(counts.get(what), what).toBeGreaterThan(0);

    const proposals = await all(key, bookId, 'proposals', 'state');
    const inState = (...states: string[]) => proposals.filter(({ state }) => states.includes(state));
    expect(
      inState('accepted')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(accepted);
    const pending = inState('open', 'stale');
    expect(pending.filter(({ state, anchor }) => (state === 'open') !== (anchor.state === 'ok'))).toEqual([]);
    const anchored = [...pending, ...(await all(key, bookId, 'notes', 'body'))];
    expect(anchored.filter(({ chapterId, anchor }) => !isRight(texts.get(chapterId) ?? '', anchor))).toEqual([]);
  });
});
