import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
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
import { tokenCounter } from './tokenizer.ts';

/** Model name in every answer, whatever was requested. The header `x-rehearsal: true` marks it too. */
export const rehearsalModel = 'fabula-rehearsal';

/**
 * A local stand-in for a text provider, to try the service without a key. It writes placeholder prose of the ordered length
 * with the title and names of the chapter's prompt; equal prompts give equal text. `url` ends in `/v1`.
 */
export async function startRehearsal({
  wordsPerSecond,
}: {
  wordsPerSecond: number;
}): Promise<{ url: string; close(): Promise<void> }> {
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
  const usage = await usageOf(request, text);
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
  const recap = recapOf(request) ?? arcOf(cue.material);
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
    words: wordsWanted(prompt),
    seed: messages.map(({ content }) => content).join('\n'),
  };
}

/** Length of a chapter for which no length is ordered, words, as of current models. */
const usualWords = 2_000;
/** Length of an end. */
const endWords = 60;

/** The length that the last paragraph of a prompt orders: for the whole text, or for its rest. */
function wordsWanted(prompt: string): number {
  const task = prompt.slice(prompt.lastIndexOf('\n\n'));
  const [, ordered] = /about ([\d,]+) remain/.exec(task) ?? /, about ([\d,]+) words/.exec(task) ?? [];
  if (ordered) return Number(ordered.replaceAll(',', ''));
  if (task.includes('end soon')) return endWords;
  const [, present] = /<present_text>(.*?)<\/present_text>/s.exec(prompt) ?? [];
  const [, written = '0'] = /About ([\d,]+) words are written/.exec(task) ?? [];
  const whole = present === undefined ? usualWords : wordCountOf(present);
  return Math.max(endWords, whole - Number(written.replaceAll(',', '')));
}

/** How ten recaps begin, and the last state; undefined for other requests. */
function arcOf(material: string): string | undefined {
  if (!material.includes('</chapter_heading>')) return undefined;
  const events = valuesOf('events', material).map((text) => text.split('. ', 1)[0]);
  return JSON.stringify({ events: `${events.join('. ')}.`, state: valuesOf('state', material).at(-1) ?? '' });
}

/** Characters of the two parts of a recap. */
const recapUnits = { events: 600, state: 250 };

/** The first and last sentences of the chapter to sum up, with whom of the cast it names; undefined for other requests. */
function recapOf({ messages }: CompletionRequest): string | undefined {
  const prompt = messages.find(({ content }) => content.includes('</chapter_text>'))?.content ?? '';
  const chapter = /<chapter_text>([^<]*)<\/chapter_text>/.exec(prompt)?.[1]?.trim();
  if (!chapter) return undefined;
  const sentences = chapter.replaceAll(/\s+/g, ' ').split(/(?<=\. )/);
  const [cast = ''] = valuesOf('cast', prompt);
  const here = cast.split(', ').filter((name) => name.split(' ').some((word) => word !== '' && chapter.includes(word)));
  const last = within(recapUnits.state, sentences.toReversed()).toReversed();
  const state = [...here.map((name) => `${name} is there. `), ...last].join('').trim();
  return JSON.stringify({ events: within(recapUnits.events, sentences).join('').trim(), state });
}

/** As many of the first sentences as have room, but at least one. */
function within(units: number, sentences: readonly string[]): string[] {
  let left = units;
  return sentences.filter(({ length }, at) => {
    left -= length;
    return at === 0 || left >= 0;
  });
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

/** Counted as the service does, paragraph by paragraph with turns of the event loop in between. */
async function usageOf({ messages }: CompletionRequest, text: string): Promise<TextUsage> {
  const countTokens = await tokenCounter();
  const tokensOf = async (prose: string) => {
    let tokens = 0;
    for (const paragraph of prose.split(/(?<=\n)(?=\S)/)) {
      tokens += countTokens(paragraph);
      await turn();
    }
    return tokens;
  };
  const inputTokens = await tokensOf(messages.map(({ content }) => content).join('\n'));
  return { inputTokens, cachedInputTokens: 0, outputTokens: await tokensOf(text) };
}

function wordCountOf(prose: string): number {
  return prose.match(/\S+/g)?.length ?? 0;
}
