import { describe, expect, it } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import { http } from '../support/faces.ts';
import { type Behaviour, refusedUrl, reply } from '../support/provider.ts';
import {
  faultsAfterText,
  faultsBeforeText,
  leaks,
  providerKey,
  textAfterFault,
  textBeforeFault,
} from '../support/provider-faults.ts';
import { startService } from '../support/service.ts';
import { serviceWith } from '../support/service-with.ts';

const { own, fakes } = serviceWith({ text: true }, { OPENAI_API_KEY: providerKey, GENERATION_IDLE_SECONDS_MAX: '1' });

const newDesk = async () => ChapterClient.create(own.url(), await own.running().newKey());
/** Runs some work while the provider behaves as scripted. */
function scripted<T>(behaviour: Behaviour, work: () => Promise<T>): Promise<T> {
  fakes.text.script(behaviour);
  return work();
}

describe.each(faultsBeforeText)('a provider that %s', (_name, fault) => {
  it('gives an ordinary 502, leaves the chapter empty, and a second request completes it', async () => {
    const desk = await newDesk();
    const { status, text, json } = await scripted(fault, () =>
      http(desk.url, desk.key, 'POST', `${desk.path}/write`, {}),
    );
    expect([status, json.error.code]).toEqual([502, 'generation_failed']);
    expect(leaks(text)).toEqual([]);
    const [run] = await desk.runs();
    expect(run).toMatchObject({ state: 'failed', charsWritten: 0, error: { code: 'generation_failed' } });
    expect([json.error.message, run.error.message]).not.toContainEqual(expect.stringMatching(/kept/));
    expect(leaks(JSON.stringify(run))).toEqual([]);
    expect(await desk.chapter()).toMatchObject({ status: 'empty', content: '', wordCount: 0 });
    await scripted(reply.text([textBeforeFault, textAfterFault]), () => desk.write().ended);
    expect(await desk.chapter()).toMatchObject({ status: 'complete', content: textBeforeFault + textAfterFault });
  });
});

describe.each(faultsAfterText)('a provider that after some text %s', (_name, fault) => {
  it('ends the stream early and keeps a partial text, which a second request completes', async () => {
    const desk = await newDesk();
    const { text, isWhole } = await scripted(fault, () => desk.write().ended);
    expect([text, isWhole]).toEqual([textBeforeFault, false]);
    const [run] = await desk.runs();
    expect(run).toMatchObject({
      state: 'failed',
      charsWritten: textBeforeFault.length,
      error: { code: 'generation_failed' },
    });
    expect(run.error.message).toContain('The text so far is kept');
    expect(leaks(JSON.stringify(run))).toEqual([]);
    expect(await desk.chapter()).toMatchObject({ status: 'partial', content: textBeforeFault });
    await scripted(reply.text([textAfterFault]), () => desk.write().ended);
    expect(await desk.chapter()).toMatchObject({ status: 'complete', content: textBeforeFault + textAfterFault });
  });
});

describe('slow or fragmented replies', () => {
  it.each([
    ['drips byte by byte', reply.slowDrip(['Größe, 🛶, 長い. ', textAfterFault])],
    ['splits characters over writes', reply.splitAt(['Größe, 🛶, 長い. ', textAfterFault], 125)],
  ])('arrive completely from a provider that %s', async (_name, behaviour) => {
    const desk = await newDesk();
    const { text, isWhole } = await scripted(behaviour, () => desk.write().ended);
    expect([text, isWhole]).toEqual([`Größe, 🛶, 長い. ${textAfterFault}`, true]);
    expect(await desk.chapter()).toMatchObject({ status: 'complete', content: text });
  });
});

describe('an unreachable provider', () => {
  it('gives an ordinary 502', async () => {
    const isolated = await startService({ OPENAI_BASE_URL: await refusedUrl(), OPENAI_API_KEY: providerKey });
    const desk = await ChapterClient.create(isolated.url, await isolated.newKey());
    const { status, text } = await http(desk.url, desk.key, 'POST', `${desk.path}/write`, {});
    expect(status).toBe(502);
    expect(leaks(text + isolated.logged.join('\n'))).toEqual([]);
    expect(await desk.chapter()).toMatchObject({ status: 'empty' });
    await isolated.close();
  });
});

it('the log has no provider message, key or prose', () => {
  expect(own.running().logged.length).toBeGreaterThan(50);
  expect(leaks(own.running().logged.join('\n'))).toEqual([]);
});
