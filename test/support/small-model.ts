import type { ServerResponse } from 'node:http';
import { tokenCounter } from '../../src/providers/tokenizer.ts';
import { type Behaviour, type ReceivedRequest, reply } from './provider.ts';

const countTokens = await tokenCounter();

/** Tokens of the messages of a request. */
export function promptTokens({ body }: ReceivedRequest): number {
  return body.messages.reduce((sum, { content }) => sum + countTokens(content), 0);
}

/**
 * A model with hard limits, by really counting: a prompt beyond the context is a 400, and a reply is cut where its output or
 * the rest of the context ends.
 */
export function smallModel(
  { contextTokens, outputTokens }: { contextTokens: number; outputTokens: number },
  compose: (request: ReceivedRequest) => string,
): Behaviour {
  return (request, response) => {
    const inputTokens = promptTokens(request);
    const room = Math.min(outputTokens, contextTokens - inputTokens);
    if (room < 1) return tooLong(response);
    const { pieces, isWhole } = cutAt(room, compose(request));
    const usage = { inputTokens, cachedInputTokens: 0, outputTokens: countTokens(pieces.join('')) };
    return reply.text(pieces, { usage, finish: isWhole ? 'stop' : 'length' })(request, response);
  };
}

function tooLong(response: ServerResponse): void {
  const error = { message: 'maximum context length', code: 'context_length_exceeded' };
  response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
}

/** The words of a text that fit. A word with its space is counted alone, which gives at most a few tokens too many. */
function cutAt(tokensMax: number, text: string): { pieces: string[]; isWhole: boolean } {
  const pieces: string[] = [];
  let tokens = 0;
  for (const word of text.match(/\s*\S+\s*$|\s*\S+/g) ?? []) {
    tokens += countTokens(word);
    if (tokens > tokensMax) return { pieces: [...pieces, ' '], isWhole: false };
    pieces.push(word);
  }
  return { pieces, isWhole: true };
}
