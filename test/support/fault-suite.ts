import { describe, expect, it } from 'vitest';
import { ChapterClient } from './chapter-client.ts';
import { http } from './faces.ts';
import { reply } from './provider.ts';
import {
  type FaultyRequest,
  faultsAfterText,
  faultsBeforeText,
  faultsFor,
  leaks,
  providerKey,
  textAfterFault,
  textBeforeFault,
} from './provider-faults.ts';
import { serviceWith } from './service-with.ts';

const old = 'The harbour bell was silver. Canary. ';
const whole = textBeforeFault + textAfterFault;

/** A request that makes a run write the text of a chapter, and what a fault of the provider leaves behind. */
interface Verb {
  kind: FaultyRequest;
  route: 'write' | 'rewrite';
  body: object;
  /** Text of the chapter before. */
  before: string;
  /** Its text and revisions after a run that broke off after some text. */
  broken: { content: string; status: string; revisions: string[]; message: string };
  /** Its text and revisions after the same request again. */
  done: { content: string; revisions: string[] };
}

const kept = 'The text so far is kept';

export const verbs = {
  write: {
    kind: 'write',
    route: 'write',
    body: {},
    before: '',
    broken: { content: textBeforeFault, status: 'partial', revisions: [], message: kept },
    done: { content: whole, revisions: [] },
  },
  continue: {
    kind: 'continue',
    route: 'write',
    body: { continue: true, words: 50, instructions: 'Let the canary sing.' },
    before: old,
    broken: { content: old + textBeforeFault, status: 'partial', revisions: [old], message: kept },
    done: { content: old + whole, revisions: [old] },
  },
  rewrite: {
    kind: 'rewrite',
    route: 'rewrite',
    body: { directive: 'Make the canary sing.' },
    before: old,
    broken: { content: old, status: 'complete', revisions: [textBeforeFault], message: 'The chapter has its old text' },
    done: { content: whole, revisions: [old] },
  },
} as const satisfies Record<string, Verb>;

/** Tests a request with the faults of a provider: nothing of the author's text is lost, and a retry completes it. */
export function testFaults({ kind, route, body, before, broken, done }: Verb): void {
  const { own, fakes } = serviceWith({ text: true }, { OPENAI_API_KEY: providerKey, GENERATION_IDLE_SECONDS_MAX: '1' });
  const [early, late] = [faultsFor(kind, faultsBeforeText), faultsFor(kind, faultsAfterText)];
  const newClient = async () =>
    ChapterClient.create(own.url(), await own.running().newKey(), before === '' ? {} : { content: before });
  const ask = (client: ChapterClient) => client.run(route, body).ended;
  const stateOf = async (client: ChapterClient) => {
    const { content, status, wordCount } = await client.chapter();
    const rows = await own.running().database.read<{ body: string }[]>`
      SELECT body FROM chapter_revision WHERE chapter_id = ${client.chapterId}`;
    return { content, status, wordCount, revisions: rows.map((row) => row.body) };
  };

  describe.each(early)('a provider that %s', (_name, fault) => {
    it('gives an ordinary 502 and leaves the chapter as it was; a second request completes it', async () => {
      const client = await newClient();
      const former = await stateOf(client);
      fakes.text.script(fault);
      const { status, text, json } = await http(client.url, client.key, 'POST', `${client.path}/${route}`, body);
      expect([status, json.error.code, leaks(text)]).toEqual([502, 'generation_failed', []]);
      const [run] = await client.runs();
      expect(run).toMatchObject({
        kind: route,
        state: 'failed',
        charsWritten: 0,
        error: { code: 'generation_failed' },
      });
      expect([json.error.message, run.error.message]).not.toContainEqual(expect.stringMatching(/kept/));
      expect([leaks(JSON.stringify(run)), await stateOf(client)]).toEqual([[], former]);
      fakes.text.script(reply.text([textBeforeFault, textAfterFault]));
      await ask(client);
      expect(await stateOf(client)).toMatchObject({ status: 'complete', ...done });
    });
  });

  describe.each(late)('a provider that after some text %s', (_name, fault) => {
    it('ends the stream early and keeps the text, which a second request completes', async () => {
      const client = await newClient();
      fakes.text.script(fault);
      const { text, isWhole } = await ask(client);
      expect([text, isWhole]).toEqual([textBeforeFault, false]);
      const [run] = await client.runs();
      expect(run).toMatchObject({
        state: 'failed',
        charsWritten: textBeforeFault.length,
        error: { code: 'generation_failed' },
      });
      const { message, ...left } = broken;
      expect(run.error.message).toContain(message);
      expect(leaks(JSON.stringify(run), [old, 'canary sing'])).toEqual([]);
      expect(await stateOf(client)).toMatchObject(left);
      fakes.text.script(reply.text([textAfterFault]));
      expect((await ask(client)).text).toBe(textAfterFault);
      expect(await stateOf(client)).toMatchObject({ status: 'complete', ...done });
    });
  });

  it('logs no provider text, key, prose or instructions', () => {
    expect(own.running().logged.length).toBeGreaterThan(3 * (early.length + late.length));
    expect(leaks(own.running().logged.join('\n'), ['Canary', 'canary sing', 'harbour bell'])).toEqual([]);
  });
}
