import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { http } from '../support/faces.ts';
import { type Behaviour, type FakeProvider, refusedUrl, reply, startProvider } from '../support/provider.ts';
import { faultsAfterText, faultsBeforeText, leaks, rest, secret, some } from '../support/provider-faults.ts';
import { startService, type TestService } from '../support/service.ts';
import { Desk } from '../support/writing.ts';

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

const newDesk = async () => Desk.at(service.url, await service.newKey());
/** What comes of it while the provider behaves like this. */
function scripted<T>(behaviour: Behaviour, work: () => Promise<T>): Promise<T> {
  provider.script(behaviour);
  return work();
}

describe.each(faultsBeforeText)('a provider that %s', (_name, fault) => {
  it('is an ordinary 502; the chapter stays empty, and asking again completes it', async () => {
    const desk = await newDesk();
    const { status, text, json } = await scripted(fault, () =>
      http(desk.url, desk.key, 'POST', `${desk.path}/write`, {}),
    );
    expect([status, json.error.code]).toEqual([502, 'generation_failed']);
    expect(leaks(text)).toEqual([]);
    const [run] = await desk.runs();
    expect(run).toMatchObject({ state: 'failed', charsWritten: 0, error: { code: 'generation_failed' } });
    expect(leaks(JSON.stringify(run))).toEqual([]);
    expect(await desk.chapter()).toMatchObject({ status: 'empty', content: '', wordCount: 0 });
    await scripted(reply.text([some, rest]), () => desk.write().ended);
    expect(await desk.chapter()).toMatchObject({ status: 'complete', content: some + rest });
  });
});

describe.each(faultsAfterText)('a provider that after some text %s', (_name, fault) => {
  it('cuts the stream; the text is kept and never called complete, and asking again completes it', async () => {
    const desk = await newDesk();
    const { text, isWhole } = await scripted(fault, () => desk.write().ended);
    expect([text, isWhole]).toEqual([some, false]);
    const [run] = await desk.runs();
    expect(run).toMatchObject({ state: 'failed', charsWritten: some.length, error: { code: 'generation_failed' } });
    expect(leaks(JSON.stringify(run))).toEqual([]);
    expect(await desk.chapter()).toMatchObject({ status: 'partial', content: some });
    await scripted(reply.text([rest]), () => desk.write().ended);
    expect(await desk.chapter()).toMatchObject({ status: 'complete', content: some + rest });
  });
});

describe('what is no fault', () => {
  it.each([
    ['drips byte by byte', reply.slowDrip(['Größe, 🛶, 長い. ', rest])],
    ['splits characters over writes', reply.splitAt(['Größe, 🛶, 長い. ', rest], 125)],
  ])('a provider that %s: the text arrives whole', async (_name, behaviour) => {
    const desk = await newDesk();
    const { text, isWhole } = await scripted(behaviour, () => desk.write().ended);
    expect([text, isWhole]).toEqual([`Größe, 🛶, 長い. ${rest}`, true]);
    expect(await desk.chapter()).toMatchObject({ status: 'complete', content: text });
  });
});

describe('a provider that is not there', () => {
  it('is an ordinary 502', async () => {
    const lonely = await startService({ OPENAI_BASE_URL: await refusedUrl(), OPENAI_API_KEY: secret });
    const desk = await Desk.at(lonely.url, await lonely.newKey());
    const { status, text } = await http(desk.url, desk.key, 'POST', `${desk.path}/write`, {});
    expect(status).toBe(502);
    expect(leaks(text + lonely.logged.join('\n'))).toEqual([]);
    expect(await desk.chapter()).toMatchObject({ status: 'empty' });
    await lonely.close();
  });
});

it('says none of the provider’s words, no key and no prose in the log', () => {
  expect(service.logged.length).toBeGreaterThan(50);
  expect(leaks(service.logged.join('\n'))).toEqual([]);
});
