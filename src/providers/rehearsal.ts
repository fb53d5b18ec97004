import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type CompletionRequest,
  completionJson,
  completionRequest,
  doneEvent,
  eventStreamHeaders,
  finishEvent,
  textEvent,
  usageEvent,
} from './completions.ts';
import type { TextUsage } from './frame.ts';
import { composeJudgement, composeOutline } from './rehearsal-outline.ts';
import { composeProfile } from './rehearsal-profile.ts';
import { type ChapterMaterial, composeChapter } from './rehearsal-prose.ts';

/** Model name in every answer, whatever was requested. The header `x-rehearsal: true` marks it too. */
export const rehearsalModel = 'fabula-rehearsal';

/**
 * A local stand-in for a text provider, to try the service without a key. It writes placeholder prose with the title and
 * names of the chapter's prompt; equal prompts give equal text. `url` ends in `/v1`.
 */
export async function startRehearsal(
  options: { wordsPerSecond?: number } = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const { wordsPerSecond = 40 } = options;
  const server = createServer((incoming, response) => void answer(incoming, response, 1_000 / wordsPerSecond));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(incoming: IncomingMessage, response: ServerResponse, wordMs: number): Promise<void> {
  response.setHeader('x-rehearsal', 'true');
  if (incoming.method !== 'POST' || incoming.url !== '/v1/chat/completions')
    return refuse(response, 404, 'no such route');
  const { success, data: request } = completionRequest.safeParse(await json(incoming).catch(() => undefined));
  if (!success) return refuse(response, 400, 'not a chat completion request with plain text messages');

  const text = request.response_format ? composeJson(request) : composeText(request);
  const usage = usageOf(request, text);
  if (request.stream) return tell(response, request, text, usage, wordMs);
  response.setHeader('content-type', 'application/json').end(completionJson(rehearsalModel, text, 'stop', usage));
}

async function tell(
  response: ServerResponse,
  request: CompletionRequest,
  text: string,
  usage: TextUsage,
  wordMs: number,
): Promise<void> {
  response.writeHead(200, eventStreamHeaders);
  // JSON is not streamed to readers.
  const pauseMs = request.response_format ? 0 : wordMs;
  for (const word of text.split(/(?<=\s)(?=\S)/)) {
    if (response.destroyed) return;
    response.write(textEvent(rehearsalModel, word));
    if (pauseMs > 0) await pause(pauseMs);
  }
  response.write(finishEvent(rehearsalModel, 'stop'));
  if (request.stream_options?.include_usage) response.write(usageEvent(rehearsalModel, usage));
  response.end(doneEvent);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }));
}

function composeText(request: CompletionRequest): string {
  return recapOf(request) ?? (continues(request) ? '\n\n' : '') + composeChapter(chapterMaterialOf(request));
}

/** A recap, an outline or a grade, whichever the JSON request is for. */
export function composeJson(request: CompletionRequest): string {
  const { messages } = request;
  const textOf = (wanted: string) => messages.find(({ role }) => role === wanted)?.content ?? '';
  const cue = { system: textOf('system'), material: textOf('user') };
  const recap = recapOf(request);
  if (recap) return recap;
  if (cue.system.includes('"povLock"')) return composeProfile(cue.material);
  return cue.material.includes('\n</outline>') ? composeJudgement(cue) : composeOutline(cue);
}

/** Reads the fenced blocks of a chapter's prompt. Missing ones are left out of the prose. */
function chapterMaterialOf({ messages }: CompletionRequest): ChapterMaterial {
  const prompt = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const people = blockOf('participants', prompt);
  // A small cast has its sheets elsewhere, and only names here.
  const names = [...valuesOf('name', people), ...linesOf(people)];
  return {
    title: valuesOf('title', blockOf('this_chapter', prompt))[0],
    // At most two words, as in speech.
    names: names.map((name) => name.split(' ', 2).join(' ')),
    seed: messages.map(({ content }) => content).join('\n'),
  };
}

/** First and last sentence of the chapter to sum up, with whom of the cast it names; undefined for other requests. */
function recapOf({ messages }: CompletionRequest): string | undefined {
  const prompt = messages.find(({ content }) => content.includes('</chapter_text>'))?.content ?? '';
  const chapter = /<chapter_text>([^<]*)<\/chapter_text>/.exec(prompt)?.[1]?.trim();
  if (!chapter) return undefined;
  const sentences = chapter.split('. ');
  const [cast = ''] = valuesOf('cast', prompt);
  const here = cast.split(', ').filter((name) => name.split(' ').some((word) => word !== '' && chapter.includes(word)));
  const state = [...here.map((name) => `${name} is there.`), sentences.at(-1)].join(' ');
  return JSON.stringify({ events: `${sentences[0]}.`, state });
}

function blockOf(tag: string, prompt: string): string {
  const [, block = ''] = new RegExp(`^<${tag}>$(.*?)^</${tag}>$`, 'ms').exec(prompt) ?? [];
  return block;
}

function valuesOf(tag: string, block: string): string[] {
  const values = block.matchAll(new RegExp(`<${tag}>([^<]+)</${tag}>`, 'g'));
  return Array.from(values, ([, value = '']) => value.replaceAll('&lt;', '<'));
}

function linesOf(block: string): string[] {
  const lines = block.matchAll(/^- (.+?)(?: \(viewpoint\))?$/gm);
  return Array.from(lines, ([, line = '']) => line.replaceAll('&lt;', '<'));
}

function continues({ messages }: CompletionRequest): boolean {
  return messages.some(({ role, content }) => role === 'user' && content.includes('</written_so_far>'));
}

/** Counts words as tokens, because nobody pays for them. */
function usageOf({ messages }: CompletionRequest, text: string): TextUsage {
  const wordsOf = (prose: string) => prose.match(/\S+/g)?.length ?? 0;
  const inputTokens = messages.reduce((sum, { content }) => sum + wordsOf(content), 0);
  return { inputTokens, cachedInputTokens: 0, outputTokens: wordsOf(text) };
}
