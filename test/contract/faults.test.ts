import { describe, expect, it } from 'vitest';
import { ChapterClient } from '../support/chapter-client.ts';
import { http } from '../support/faces.ts';
import { testFaults, verbs } from '../support/fault-suite.ts';
import { type Behaviour, refusedUrl, reply } from '../support/provider.ts';
import { leaks, providerKey, textAfterFault } from '../support/provider-faults.ts';
import { startService } from '../support/service.ts';
import { serviceWith } from '../support/service-with.ts';

testFaults(verbs.write);

describe('slow or fragmented replies', () => {
  const { own, fakes } = serviceWith({ text: true });

  it.each<[string, Behaviour]>([
    ['drips byte by byte', reply.slowDrip(['Größe, 🛶, 長い. ', textAfterFault])],
    ['splits characters over writes', reply.splitAt(['Größe, 🛶, 長い. ', textAfterFault], 125)],
  ])('arrive completely from a provider that %s', async (_name, behaviour) => {
    const client = await ChapterClient.create(own.url(), await own.running().newKey());
    fakes.text.script(behaviour);
    const { text, isWhole } = await client.write().ended;
    expect([text, isWhole]).toEqual([`Größe, 🛶, 長い. ${textAfterFault}`, true]);
    expect(await client.chapter()).toMatchObject({ status: 'complete', content: text });
  });
});

describe('an unreachable provider', () => {
  it('gives an ordinary 502', async () => {
    const isolated = await startService({ OPENAI_BASE_URL: await refusedUrl(), OPENAI_API_KEY: providerKey });
    const client = await ChapterClient.create(isolated.url, await isolated.newKey());
    const { status, text } = await http(client.url, client.key, 'POST', `${client.path}/write`, {});
    expect(status).toBe(502);
    expect(leaks(text + isolated.logged.join('\n'))).toEqual([]);
    expect(await client.chapter()).toMatchObject({ status: 'empty' });
    await isolated.close();
  });
});
