import { beforeAll, describe, expect, inject, it } from 'vitest';
import {
  apollo,
  apolloPersisted,
  type GraphqlClient,
  graphqlRequest,
  graphqlSse,
  plainFetch,
  RequestRecorder,
  urql,
  urqlPersisted,
} from './support/clients.ts';
import { type Json, rest } from './support/rest.ts';
import { report } from './support/say.ts';

/** The screen of an editor, as in README. */
const editor = /* GraphQL */ `
  query Editor($bookId: ID!) {
    book(bookId: $bookId) {
      id title status wordCount version
      plan { themeStatement povLock tenseLock beatSheet { id name beats { label start end } } }
      characters { id name aliases want fear lie isPov version }
      conflicts { id kind intensity from { id name } to { id name } }
      chapters { id order title status wordCount version }
      moodReferences { id kind title note }
    }
  }
`;
const nobody = /* GraphQL */ `
  query Nobody($bookId: ID!) {
    book(bookId: $bookId) { id characters { id } }
    account { name }
  }
`;
const rename = /* GraphQL */ `
  mutation Rename($bookId: ID!, $title: String!) {
    updateBook(bookId: $bookId, patch: { title: $title }) { id title }
  }
`;
const write = /* GraphQL */ `
  mutation Write($bookId: ID!, $chapterId: ID!) {
    writeChapter(bookId: $bookId, chapterId: $chapterId) { id state }
  }
`;
const prose = /* GraphQL */ `
  subscription Prose($runId: ID!, $fromOffset: Int) {
    proseStream(runId: $runId, fromOffset: $fromOffset) { offset text run { id state charsWritten } }
  }
`;

const clients = [
  graphqlRequest(),
  urql(),
  urqlPersisted(new RequestRecorder()),
  apollo(),
  apolloPersisted(new RequestRecorder()),
  graphqlSse(),
];
const watchers = clients.filter(({ watch }) => watch);
const done: string[] = [];
let bookId = '';

beforeAll(async () => {
  ({ id: bookId } = await rest('POST', '/books', { premise: 'A ferry that comes an hour late.' }));
});

describe.each(clients)('$name', (client) => {
  it('returns the same data as plain fetch', async () => {
    const sample = inject('sampleBookId');
    const expected = await plainFetch().ask(editor, { bookId: sample });
    expect(expected.data.book.characters.length).toBeGreaterThan(0);
    expect(await client.ask(editor, { bookId: sample })).toEqual(expected);
  });

  it('exposes error codes next to the data of other fields', async () => {
    const expected = await plainFetch().ask(nobody, { bookId: 'bk_nobody' });
    expect(expected.codes).toEqual(['not_found']);
    expect(await client.ask(nobody, { bookId: 'bk_nobody' })).toEqual(expected);
  });

  it('sends a mutation', async () => {
    const title = `By ${client.name}`;
    expect(await client.ask(rename, { bookId, title })).toEqual({
      data: { updateBook: { id: bookId, title } },
      codes: [],
    });
    done.push(client.name);
  });
});

describe.each([
  ['@urql/exchange-persisted', urqlPersisted],
  ['@apollo/client persisted-queries', apolloPersisted],
])('%s', (name, make) => {
  it('sends a document once and then only its hash', async () => {
    const recorder = new RequestRecorder();
    const client = make(recorder);
    const own = editor.replace('Editor', `Editor${name.replace(/\W/g, '')}`);
    const variables = { bookId: inject('sampleBookId') };
    const expected = await plainFetch().ask(own, variables);
    for (let time = 0; time < 3; time += 1) expect(await client.ask(own, variables)).toEqual(expected);
    expect(recorder.requests).toEqual([
      'GET without the document',
      expect.stringMatching(/^(POST|GET) with the document$/),
      'GET without the document',
      'GET without the document',
    ]);
  });
});

describe.each(watchers)('$name', (client) => {
  it('reads a run live, until it is cancelled', async () => {
    const { id } = await rest('POST', '/books', { premise: inject('unending') });
    const runId = await startedRun(client, id);
    // The text never ends by itself, so what is read before the end is read live.
    const live = await collected(client, runId, 0, () => rest('POST', `/runs/${runId}/cancel`));
    expect(live.text).toBe(inject('written').split('\n')[0]);
    expect(live.last.state).toBe('cancelled');
  });

  it('reads a run to its end, and again from an offset', async () => {
    const runId = await startedRun(client, bookId);
    const whole = await collected(client, runId, 0);
    expect(whole.text).toBe(inject('written'));
    expect(whole.last).toEqual({ id: runId, state: 'completed', charsWritten: [...whole.text].length });
    const again = await collected(client, runId, 20);
    expect(again.text).toBe([...whole.text].slice(20).join(''));
    done.push(`${client.name} over SSE`);
  });
});

it('all clients reported equal results', () => {
  report('graphql clients', `the same data from ${done.join(', ')}`);
  expect(done).toHaveLength(clients.length + watchers.length);
});

/** Starts a run that writes a chapter. */
async function startedRun(client: GraphqlClient, ofBook: string): Promise<string> {
  const { id: chapterId } = await rest('POST', `/books/${ofBook}/chapters`, { title: client.name });
  const { data } = await client.ask(write, { bookId: ofBook, chapterId });
  expect(data.writeChapter.state).toBe('running');
  return data.writeChapter.id;
}

/** The text of a run, and the run at its end. Calls `onText` after each piece. */
async function collected(client: GraphqlClient, runId: string, fromOffset: number, onText?: () => Promise<unknown>) {
  let text = '';
  let last: Json;
  for await (const event of client.watch?.(prose, { runId, fromOffset }) ?? []) {
    expect(event.error).toBeUndefined();
    text += event.proseStream.text;
    last = event.proseStream.run;
    if (event.proseStream.text) await onText?.();
  }
  return { text, last };
}
