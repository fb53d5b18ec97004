import { describe, expect, it } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import { facesOf } from '../support/faces.ts';
import { type Behaviour, reply, withPlans } from '../support/provider.ts';
import { serviceWith } from '../support/service-with.ts';

const settings = { temperature: 0.9, reasoning_effort: 'low' };
const { own, fakes } = serviceWith(
  { text: true },
  { CHAPTER_MODEL_STANDARD: 'plain', MODEL_SETTINGS: JSON.stringify({ 'gpt-5': settings }) },
);

/** A book whose model has settings, or not. */
async function newBook(modelTier: 'standard' | 'editorial'): Promise<ChapterClient> {
  const client = await ChapterClient.create(own.url(), await own.running().newKey());
  await client.ask('PATCH', client.book, { modelTier });
  return client;
}

const refuse =
  (error: object): Behaviour =>
  (_request, response) =>
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));

const outline = (client: ChapterClient) => client.ask('POST', `${client.book}/outline`, { chapterCount: 3 });
const bodiesFrom = (from: number) => fakes.text.requests.slice(from).map(({ body }) => body);

describe('MODEL_SETTINGS', () => {
  it('are passed through for their model and for no other', async () => {
    fakes.text.script(reply.text(['She left. ']));
    const from = fakes.text.requests.length;
    await (await newBook('editorial')).write().ended;
    await (await newBook('standard')).write().ended;
    const [own5, plain] = bodiesFrom(from);
    expect(own5).toMatchObject({ model: 'gpt-5', stream: true, ...settings });
    expect(plain).not.toHaveProperty('temperature');
  });

  it.each([
    ['its parameter', { message: 'Not for this key sk-secret.', param: 'reasoning_effort' }],
    ['its message', { message: "Unsupported value: 'reasoning_effort' for sk-secret." }],
  ])('that the provider refuses by %s fail the run by name', async (_what, error) => {
    fakes.text.script(refuse(error));
    const client = await newBook('editorial');
    await client.write().ended;
    const [run] = await client.runs();
    expect(run).toMatchObject({ state: 'failed', error: { code: 'generation_failed' } });
    expect(run.error.message).toMatch(/"reasoning_effort" of the model gpt-5.*MODEL_SETTINGS/);
    expect(run.error.message).not.toContain('sk-secret');
    expect((await outline(client)).message).toContain('"reasoning_effort"');
  });
});

describe('a structured reply', () => {
  it('is requested as json_schema, then json_object, then plain text, and the process remembers what works', async () => {
    const client = await newBook('standard');
    const from = fakes.text.requests.length;
    fakes.text.script((request, response) => {
      const isPlain = request.body.response_format === undefined;
      const answer = isPlain
        ? reply.text([
            JSON.stringify({
              title: 'Tide',
              chapters: [1, 2, 3].map((n) => ({
                title: `N${n}`,
                summary: 'It rains.',
                pov: null,
                beats: [],
                participants: [],
              })),
            }),
          ])
        : refuse({ message: `response_format ${request.body.response_format?.type} is not supported` });
      return answer(request, response);
    });
    expect((await outline(client)).chapters).toHaveLength(3);
    const forms = () => bodiesFrom(from).map(({ response_format: form }) => form?.type);
    expect(forms()).toEqual(['json_schema', 'json_object', undefined]);
    const [first] = bodiesFrom(from);
    expect(first?.response_format).toMatchObject({
      json_schema: {
        strict: false,
        schema: { type: 'object', properties: { chapters: { minItems: 3, maxItems: 3 } } },
      },
    });
    await outline(client);
    expect(forms()).toEqual(['json_schema', 'json_object', undefined, undefined]);
    const [run] = await client.runs();
    expect(run).toMatchObject({ state: 'completed', usage: { inputTokens: 100 } });
    for (const { call, name } of facesOf(own.url(), own.key())) {
      const { droppedParameters } = await call('instance', {});
      expect([name, droppedParameters]).toEqual([name, [{ model: 'plain', names: ['response_format'] }]]);
    }
  });

  it('of a model that accepts json_schema is requested once', async () => {
    fakes.text.script(withPlans(reply.text(['x'])));
    const from = fakes.text.requests.length;
    await outline(await newBook('editorial'));
    expect(bodiesFrom(from).map(({ response_format: form }) => form?.type)).toEqual(['json_schema']);
  });
});
