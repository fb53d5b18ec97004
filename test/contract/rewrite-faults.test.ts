import { describe, expect, it } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import { http } from '../support/faces.ts';
import { reply } from '../support/provider.ts';
import {
  faultsAfterText,
  faultsBeforeText,
  leaks,
  providerKey,
  textAfterFault,
  textBeforeFault,
} from '../support/provider-faults.ts';
import { serviceWith } from '../support/service-with.ts';

const old = 'The harbour bell was silver. Canary.';
const directive = 'Make the canary sing.';

const { own, fakes } = serviceWith({ text: true }, { OPENAI_API_KEY: providerKey, GENERATION_IDLE_SECONDS_MAX: '1' });

const newClient = async () => ChapterClient.create(own.url(), await own.running().newKey(), { content: old });
const revisionsOf = async ({ chapterId }: ChapterClient) =>
  (
    await own.running().database.read<
      { body: string }[]
    >`SELECT body FROM chapter_revision WHERE chapter_id = ${chapterId}`
  ).map(({ body }) => body);

describe.each(faultsBeforeText)('a provider that %s', (_name, fault) => {
  it('leaves the chapter unchanged and adds no revision; a retry completes the rewrite', async () => {
    const client = await newClient();
    const before = await client.chapter();
    fakes.text.script(fault);
    const { status, text, json } = await http(client.url, client.key, 'POST', `${client.path}/rewrite`, { directive });
    expect([status, json.error.code, leaks(text)]).toEqual([502, 'generation_failed', []]);
    const [run] = await client.runs();
    expect(run).toMatchObject({
      kind: 'rewrite',
      state: 'failed',
      charsWritten: 0,
      error: { code: 'generation_failed' },
    });
    expect([await client.chapter(), await revisionsOf(client)]).toEqual([before, []]);
    fakes.text.script(reply.text([textBeforeFault, textAfterFault]));
    await client.rewrite(directive).ended;
    expect(await client.chapter()).toMatchObject({ status: 'complete', content: textBeforeFault + textAfterFault });
    expect(await revisionsOf(client)).toEqual([old]);
  });
});

describe.each(faultsAfterText)('a provider that, after some text, %s', (_name, fault) => {
  it('leaves the chapter unchanged and keeps a draft, which a retry continues', async () => {
    const client = await newClient();
    const before = await client.chapter();
    fakes.text.script(fault);
    const { text, isWhole } = await client.rewrite(directive).ended;
    expect([text, isWhole]).toEqual([textBeforeFault, false]);
    const [run] = await client.runs();
    expect(run).toMatchObject({
      state: 'failed',
      charsWritten: textBeforeFault.length,
      error: { code: 'generation_failed' },
    });
    expect(leaks(JSON.stringify(run), [old, directive])).toEqual([]);
    expect([await client.chapter(), await revisionsOf(client)]).toEqual([before, [textBeforeFault]]);
    fakes.text.script(reply.text([textAfterFault]));
    expect((await client.rewrite(directive).ended).text).toBe(textAfterFault);
    expect(await client.chapter()).toMatchObject({ status: 'complete', content: textBeforeFault + textAfterFault });
    expect(await revisionsOf(client)).toEqual([old]);
  });
});

it('logs no provider text, key, prose or directive', () => {
  expect(own.running().logged.length).toBeGreaterThan(50);
  expect(leaks(own.running().logged.join('\n'), ['Canary', 'canary sing', 'harbour bell'])).toEqual([]);
});
