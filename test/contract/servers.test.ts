import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeJson } from '../../src/providers/rehearsal.ts';
import { ChapterClient } from '../support/chapter-client.ts';
import { type FakeProvider, type ReceivedRequest, startProvider } from '../support/provider.ts';
import { playing, servers } from '../support/servers.ts';
import { startService, type TestService } from '../support/service.ts';

const prose = 'The lamp went out at four. Nobody on the pier looked up, and nobody asked.';
const more = 'By five the tide had turned, and Ilse lit it again without a word to anyone.';

/** JSON where the messages ask for it, whatever the form of the request; else the next prose. */
function compose(request: ReceivedRequest, text: string): string {
  const asked = request.body.messages.map(({ content }) => content).join('\n');
  return /JSON object/.test(asked) ? composeJson(request.body) : text;
}

describe.each(servers.map((server) => [server.name, server] as const))('with %s', (_name, server) => {
  let provider: FakeProvider;
  let service: TestService;
  beforeAll(async () => {
    provider = await startProvider();
    const limits = { MODEL_LIMITS: 'gpt-5-mini=32000/4096,gpt-5-nano=32000/4096' };
    service = await startService({ OPENAI_BASE_URL: provider.url, LIMIT_PROVIDER_PER_MINUTE: '0', ...limits });
  });
  afterAll(async () => {
    await service.close();
    await provider.close();
  });

  it('a chapter is written, continued and rewritten, and recaps, outlines and grades are made', async () => {
    const client = await ChapterClient.create(service.url, await service.newKey());
    const play = (text: string) => provider.script(playing(server, (request) => compose(request, text)));
    play(prose);
    await client.write().ended;
    expect(await client.chapter()).toMatchObject({ status: 'complete', content: prose });
    play(more);
    await client.write({ continue: true }).ended;
    expect(await client.chapter()).toMatchObject({ status: 'complete', content: `${prose} ${more}` });
    await client.rewrite('Shorter.').ended;
    expect(await client.chapter()).toMatchObject({ status: 'complete', content: more });
    await client.ask('POST', `${client.path}/recap`);
    await client.waitForRun();
    expect(await client.ask('GET', `${client.path}/recap`)).toMatchObject({ origin: 'model' });
    const { chapters } = await client.ask('POST', `${client.book}/outline`, { chapterCount: 3, replaceWritten: true });
    expect(chapters).toHaveLength(3);
    const from = provider.requests.length;
    const { grade } = await client.ask('POST', `${client.book}/outline/grade`, {});
    expect(grade.model).not.toBeNull();
    // What the server refuses is known by now.
    expect(provider.requests.length - from).toBe(1);
    const runs = await client.runs();
    expect(runs).toHaveLength(6);
    for (const run of runs) {
      expect([run.kind, run.state]).toEqual([run.kind, 'completed']);
      expect(run.usage.inputTokens).toBe(server.counts ? 11 : null);
    }
  });
});
