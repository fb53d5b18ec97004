import { expect, it } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import { facesWith, faultsOf, graphql, refusal } from '../support/faces.ts';
import { hold, reply } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';
import { describeInTurn } from '../support/turns.ts';

const { own, fakes } = serviceWith({ text: true });
const rest = own.face('REST');
const rain = { events: 'It rained until the lamp went out.', state: 'All are wet; nobody has the lamp.' };
const chapterOf = async (content = 'Rain. The lamp went out.') => {
  const bookId = await own.newBook();
  return { bookId, chapterId: await own.newChapter(bookId, { content }) };
};
const x = (length: number) => '🌧'.repeat(length);

const wrong: [what: string, fields: object, path: string][] = [
  ['no events', { state: 'x' }, 'events'],
  ['empty events', { events: '' }, 'events'],
  ['events of 1,201', { events: x(1201) }, 'events'],
  ['a state of 801', { events: 'x', state: x(801) }, 'state'],
  ['a null state', { events: 'x', state: null }, 'state'],
  ['an unknown field', { events: 'x', mood: 'x' }, 'mood'],
  ['NUL', { events: 'a\0' }, 'events'],
];

describeInTurn(facesWith('recap', 'setRecap'))('a recap set through %s', (name, it) => {
  const call = own.face(name);

  it('replaces the whole record, belongs to the present text and has the origin of the key', async () => {
    const key = await chapterOf();
    expect(await refusal(call('recap', key))).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('recap'),
    });
    const origin = name === 'MCP' ? 'agent' : 'person';
    const first = await call('setRecap', { ...key, input: rain });
    const { revisionId } = await graphqlChapter(key);
    expect(first).toMatchObject({ ...rain, chapterId: key.chapterId, origin, revisionId, isStale: false, version: 1 });
    expect(await call('recap', key)).toEqual(first);
    const second = await call('setRecap', { ...key, input: { events: x(1200) }, expectedVersion: 1 });
    expect(second).toMatchObject({ events: x(1200), state: '', version: 2 });
    expect(await refusal(call('setRecap', { ...key, input: rain, expectedVersion: 1 }))).toMatchObject({
      code: 'conflict',
    });
    expect(await rest('recap', key)).toEqual(second);
  });

  it('is refused for a chapter without text', async () => {
    expect(await refusal(call('setRecap', { ...(await chapterOf('')), input: rain }))).toMatchObject({
      code: 'invalid_state',
    });
  });

  it.each(wrong)('rejects %s', async (_what, fields, path) => {
    const key = await chapterOf();
    expect(await faultsOf(call('setRecap', { ...key, input: fields }))).toContain(path);
    expect(await refusal(rest('recap', key))).toMatchObject({ code: 'not_found' });
  });
});

const graphqlChapter = async (key: object) =>
  (
    await graphql(
      own.url(),
      own.key(),
      'query ($bookId: ID!, $chapterId: ID!) { chapter(bookId: $bookId, chapterId: $chapterId) { revisionId recap { id text events } } }',
      key as Record<string, unknown>,
    )
  ).chapter;

it('is a node, and `text` is a former name of its events', async () => {
  const key = await chapterOf();
  await rest('setRecap', { ...key, input: rain });
  const { recap } = await graphqlChapter(key);
  expect(recap).toMatchObject({ text: rain.events, events: rain.events });
  const { node } = await graphql(
    own.url(),
    own.key(),
    'query ($id: ID!) { node(id: $id) { ... on Recap { state } } }',
    {
      id: recap.id,
    },
  );
  expect(node).toEqual({ state: rain.state });
});

describeInTurn(facesWith('generateRecap'))('a recap that a model makes through %s', (name, it) => {
  const call = own.face(name);
  const made = async ({ id }: { id: string }) =>
    own
      .running()
      .service.services.runs.wait({ accountId: await accountOf(id), runId: id }, 20, AbortSignal.timeout(20_000));
  const accountOf = async (id: string) => {
    const [row] = await own.running().database.read<
      { accountId: string }[]
    >`SELECT account_id FROM run WHERE id = ${id}`;
    return row?.accountId ?? '';
  };

  it('is of any text, joins the run on the same text, and does not replace that of a person', async () => {
    const key = await chapterOf();
    const gate = hold();
    const asked = fakes.text.requests.length;
    fakes.text.script(reply.text([gate.released, JSON.stringify(rain)]));
    const first = call('generateRecap', { ...key, ...(name === 'MCP' ? { waitSeconds: 0 } : {}) });
    await fakes.text.received(asked + 1);
    const run = await first;
    expect(await call('generateRecap', { ...key, ...(name === 'MCP' ? { waitSeconds: 0 } : {}) })).toMatchObject({
      id: run.id,
    });
    gate.release();
    expect(await made(run)).toMatchObject({ state: 'completed', kind: 'summarize' });
    expect(await rest('recap', key)).toMatchObject({ ...rain, origin: 'model', version: 1 });
    expect(fakes.text.requests.length).toBe(asked + 1);
    const mine = await rest('setRecap', { ...key, input: { events: 'Mine.' } });
    fakes.text.script(reply.text([JSON.stringify(rain)]));
    await made(await call('generateRecap', { ...key, ...(name === 'MCP' ? { waitSeconds: 0 } : {}) }));
    const suggestion = { ...rain, createdAt: expect.any(String) };
    expect(await rest('recap', key)).toEqual({ ...mine, suggestion });
  });

  it('is refused without text, and while a run writes the chapter', async () => {
    expect(await refusal(call('generateRecap', await chapterOf('')))).toMatchObject({ code: 'invalid_state' });
    const client = await ChapterClient.create(own.url(), own.key());
    const gate = hold();
    const asked = fakes.text.requests.length;
    fakes.text.script(reply.text(['Fog. ', gate.released]));
    const writing = client.write();
    await fakes.text.received(asked + 1);
    const { bookId, chapterId } = client;
    expect(await refusal(call('generateRecap', { bookId, chapterId }))).toMatchObject({ code: 'invalid_state' });
    gate.release();
    await writing.ended;
  });
});
