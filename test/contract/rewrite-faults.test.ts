import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { http } from '../support/faces.ts';
import { type FakeProvider, reply, startProvider } from '../support/provider.ts';
import { faultsAfterText, faultsBeforeText, leaks, rest, secret, some } from '../support/provider-faults.ts';
import { startService, type TestService } from '../support/service.ts';
import { Desk } from '../support/writing.ts';

const old = 'The harbour bell was silver. Canary.';
const directive = 'Make the canary sing.';

let provider: FakeProvider;
let service: TestService;

beforeAll(async () => {
  provider = await startProvider();
  service = await startService({
    OPENAI_BASE_URL: provider.url,
    OPENAI_API_KEY: secret,
    GENERATION_IDLE_SECONDS_MAX: '1',
    LIMIT_PROVIDER_PER_MINUTE: '0',
  });
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

const newDesk = async () => Desk.at(service.url, await service.newKey(), { content: old });
const revisionsOf = async ({ chapterId }: Desk) =>
  (
    await service.database.read<{ body: string }[]>`SELECT body FROM chapter_revision WHERE chapter_id = ${chapterId}`
  ).map(({ body }) => body);

describe.each(faultsBeforeText)('a provider that %s', (_name, fault) => {
  it('leaves the chapter as it was, with no revision; asking again completes the rewrite', async () => {
    const desk = await newDesk();
    const before = await desk.chapter();
    provider.script(fault);
    const { status, text, json } = await http(desk.url, desk.key, 'POST', `${desk.path}/rewrite`, { directive });
    expect([status, json.error.code, leaks(text)]).toEqual([502, 'generation_failed', []]);
    const [run] = await desk.runs();
    expect(run).toMatchObject({
      kind: 'rewrite',
      state: 'failed',
      charsWritten: 0,
      error: { code: 'generation_failed' },
    });
    expect([await desk.chapter(), await revisionsOf(desk)]).toEqual([before, []]);
    provider.script(reply.text([some, rest]));
    await desk.rewrite(directive).ended;
    expect(await desk.chapter()).toMatchObject({ status: 'complete', content: some + rest });
    expect(await revisionsOf(desk)).toEqual([old]);
  });
});

describe.each(faultsAfterText)('a provider that after some text %s', (_name, fault) => {
  it('leaves the chapter as it was, its draft a revision; asking again completes the rewrite from there', async () => {
    const desk = await newDesk();
    const before = await desk.chapter();
    provider.script(fault);
    const { text, isWhole } = await desk.rewrite(directive).ended;
    expect([text, isWhole]).toEqual([some, false]);
    const [run] = await desk.runs();
    expect(run).toMatchObject({ state: 'failed', charsWritten: some.length, error: { code: 'generation_failed' } });
    expect(leaks(JSON.stringify(run), [old, directive])).toEqual([]);
    expect([await desk.chapter(), await revisionsOf(desk)]).toEqual([before, [some]]);
    provider.script(reply.text([rest]));
    expect((await desk.rewrite(directive).ended).text).toBe(rest);
    expect(await desk.chapter()).toMatchObject({ status: 'complete', content: some + rest });
    expect(await revisionsOf(desk)).toEqual([old]);
  });
});

it('says none of the provider’s words, no key, no prose and no directive in the log', () => {
  expect(service.logged.length).toBeGreaterThan(50);
  expect(leaks(service.logged.join('\n'), ['Canary', 'canary sing', 'harbour bell'])).toEqual([]);
});
