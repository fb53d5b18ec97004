import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { http, type Json, premise } from '../support/faces.ts';
import { freePort, type NodeGroup, newNodeGroup } from '../support/node.ts';
import { type FakeSpeech, speech, startSpeech } from '../support/speech.ts';
import { until } from '../support/stream.ts';

let provider: FakeSpeech;
let ground: NodeGroup;
beforeAll(async () => {
  provider = await startSpeech();
  ground = await newNodeGroup();
});
afterAll(async () => {
  await ground.clear();
  await provider.close();
});

/** So many paragraphs that no chapter is complete when the node is killed. */
const texts = ['Rain', 'Wind', 'Hail'].map((word) => Array.from({ length: 12 }, (_, n) => `${word} ${n}.`));

describe('narration of a book after the node is killed', () => {
  it('resumes after a restart, completes each chapter once and reuses stored speech', async () => {
    const env = { SPEECH_BASE_URL: provider.url };
    const port = await freePort();
    const node = await ground.start(env, port);
    const key = await ground.newKey();
    let { url } = node;
    const ask = async (method: string, path: string, body?: object): Promise<Json> =>
      (await http(url, key, method, `/v1/books${path}`, body)).json.data;
    const { id } = await ask('POST', '', { premise });
    for (const [index, paragraphs] of texts.entries())
      await ask('POST', `/${id}/chapters`, { title: `Part ${index + 1}`, content: paragraphs.join('\n\n') });

    // Two chapters run at once with four requests each. The first nine requests are answered.
    provider.script(...Array.from({ length: 9 }, () => speech.speak()), speech.hang());
    expect(await ask('POST', `/${id}/narrate`)).toMatchObject({ total: 3, ready: 0 });
    const kept = async () => Number((await ground.database().read`SELECT count(*) FROM speech_segment`)[0]?.count);
    await until(async () => (await kept()) === 9 && provider.requests.length === 17);
    await node.end('SIGKILL');
    const before = provider.takeTexts();

    provider.script();
    ({ url } = await ground.start(env, port));
    const ended = await until(async () => {
      const found = await ask('GET', `/${id}/narration`);
      return found.queued + found.running === 0 && found;
    });
    expect(ended).toMatchObject({ total: 3, ready: 3, failed: 0 });
    const all = [...before, ...provider.takeTexts()];
    expect(new Set(all)).toEqual(new Set([...texts.flat(), 'Part 1', 'Part 2', 'Part 3']));
    // Only the requests under way at the kill are sent twice.
    expect(all).toHaveLength(3 * 13 + 8);
    const runs: Json[] = await ask('GET', `/${id}/runs`);
    const completed = runs.filter(({ state }) => state === 'completed').map(({ chapterId }) => chapterId);
    expect(completed.toSorted()).toEqual(ended.chapters.map(({ chapterId }: Json) => chapterId).toSorted());
    expect(await ground.database().read`SELECT 1 FROM narration_order`).toHaveLength(0);
  });
});
