import { afterAll, describe, expect, it } from 'vitest';
import { startRehearsal } from '../../src/providers/rehearsal.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import { type Json, ownService } from '../support/faces.ts';
import { chapter as prose } from '../support/provider.ts';
import { until } from '../support/stream.ts';

let provider: Awaited<ReturnType<typeof startRehearsal>>;
afterAll(() => provider.close());
const own = ownService(async () => {
  provider = await startRehearsal({ wordsPerSecond: Number.POSITIVE_INFINITY });
  return {
    OPENAI_BASE_URL: provider.url,
    LIMIT_PROVIDER_PER_MINUTE: '0',
    LIMIT_PROVIDER_CONCURRENT: '0',
    // So that 31 recaps want arcs.
    PROMPT_TOKENS_MAX: '4000',
    MODEL_PRICES: 'gpt-5-mini=0.25/0.025/2,gpt-5=1.25/0.125/10,gpt-5-nano=0.05/0.005/0.4',
  };
});

const text = Array.from({ length: 12 }, () => prose).join('\n\n');

interface Kind {
  /** Chapters of the book, each with this text. */
  chapters: number;
  content?: string;
  /** The route below the book or its first chapter. */
  route: (client: ChapterClient) => string | Promise<string>;
  body?: object;
  /** Runs that follow. */
  follows?: number;
}
const onChapter = (name: string) => (client: ChapterClient) => `${client.path}/${name}`;
const onBook = (name: string) => (client: ChapterClient) => `${client.book}/${name}`;
const [write, rewrite] = [onChapter('write'), onChapter('rewrite')];
const read = onBook('read');

const kinds: Record<string, Kind> = {
  'a write': { chapters: 3, route: write },
  'a write of ordered length': { chapters: 3, route: write, body: { words: 900 } },
  'a write with instructions': { chapters: 3, route: write, body: { instructions: 'Rain.' } },
  'a continuation': { chapters: 2, content: prose, route: write, body: { continue: true, words: 600 } },
  'a restart': { chapters: 2, content: text, route: write, body: { restart: true, words: 1_500 } },
  'a rewrite': { chapters: 2, content: text, route: rewrite, body: { directive: 'Let it rain.' } },
  'an outline': { chapters: 0, route: onBook('outline'), body: { chapterCount: 12 } },
  'outline variants': { chapters: 3, route: onBook('outline/variants'), body: { count: 2, chapterCount: 8 } },
  'a grade': { chapters: 4, route: onBook('outline/grade'), body: { judge: true } },
  'a grade of a variant': { chapters: 3, route: gradeOfVariant, body: { judge: true } },
  'a recap': { chapters: 2, content: text, route: onChapter('recap') },
  'a reading': { chapters: 4, content: text, route: read },
  'a reading of many chapters': { chapters: 31, content: prose.repeat(3), route: read, follows: 2 },
  'a profile': { chapters: 4, content: text, route: profileOfRead },
};

async function gradeOfVariant(client: ChapterClient): Promise<string> {
  const before = await client.runs();
  await client.ask('POST', `${client.book}/outline/variants`, { count: 1, chapterCount: 5 });
  await endOf(client, before);
  const [variant] = await client.ask('GET', `${client.book}/outline/variants`);
  return `${client.book}/outline/variants/${variant.id}/grade`;
}

async function profileOfRead(client: ChapterClient): Promise<string> {
  const recap = { events: `${prose.slice(0, 600)}`, state: 'Emma is on the quay.' };
  for (const { id } of await client.ask('GET', `${client.book}/chapters`))
    await client.ask('PUT', `${client.book}/chapters/${id}/recap`, recap);
  return `${client.book}/profile`;
}

async function bookOf({ chapters, content }: Kind): Promise<ChapterClient> {
  const client = new ChapterClient(own.running().url, await own.running().newKey());
  client.bookId = (await client.ask('POST', '/v1/books', { premise: 'A ferry that never lands twice.' })).id;
  await client.ask('POST', `${client.book}/characters`, { name: 'Emma', want: 'the last ferry', isPov: true });
  for (let order = 1; order <= chapters; order += 1) {
    const summary = `Emma rows out for the ${order}th time and finds the ferry gone.`;
    const made = await client.ask('POST', `${client.book}/chapters`, { title: `Crossing ${order}`, summary, content });
    client.chapterId ||= made.id;
  }
  return client;
}

/** The runs that have begun since, when all have ended. */
async function endOf(client: ChapterClient, before: readonly Json[]): Promise<Json[]> {
  const known = new Set(before.map(({ id }) => id));
  return until(async () => {
    const made = (await client.runs()).filter(({ id }) => !known.has(id));
    return made.length > 0 && made.every(({ state }) => state !== 'running') ? made : undefined;
  });
}

/** A rehearsal writes prose of the length that the prompt asks for, and is terse in JSON. */
const isProse = ({ route }: Kind) => route === write || route === rewrite;

const sumOf = (runs: readonly Json[], key: string) => runs.reduce((sum, { usage }) => sum + usage[key], 0);

describe('an estimate', () => {
  it.each(Object.entries(kinds))('of %s holds for what a rehearsal then takes', async (_name, kind) => {
    const client = await bookOf(kind);
    const path = await kind.route(client);
    const before = await client.runs();
    const { estimate, times } = await client.ask('POST', `${path}?preview=true`, kind.body);
    await client.ask('POST', path, kind.body);
    const runs = await until(async () => {
      const made = await endOf(client, before);
      return kind.route !== read || made.length === times + (kind.follows ?? 0) ? made : undefined;
    });
    expect(runs.map(({ state }) => state)).toEqual(runs.map(() => 'completed'));
    const [input, output, cost] = ['inputTokens', 'outputTokens', 'costMicros'].map((key) => sumOf(runs, key));
    const { low, high, expectedOutputTokens } = estimate;
    const share = output / expectedOutputTokens;
    expect(share).toBeGreaterThan(isProse(kind) ? 0.7 : 1 / 3);
    expect(share).toBeLessThan(isProse(kind) ? 1.3 : 2);
    expect(output).toBeGreaterThanOrEqual(low.outputTokens);
    expect(output).toBeLessThanOrEqual(high.outputTokens);
    expect(input).toBeLessThanOrEqual(high.inputTokens);
    expect(cost).toBeGreaterThanOrEqual(low.costMicros);
    expect(cost).toBeLessThanOrEqual(high.costMicros);
  });
});
