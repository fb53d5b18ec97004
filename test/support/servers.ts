import type { ServerResponse } from 'node:http';
import { eventStreamHeaders } from '../../src/providers/completions.ts';
import type { Behaviour, ReceivedRequest } from './provider.ts';

/** A kind of server that speaks the protocol in its own way, as its public documents describe it. */
export interface ServerKind {
  name: string;
  /** How it differs, for docs/generation.md. */
  differs: string;
  /** The status and body of a refusal; undefined if it answers. */
  refuses?: (request: ReceivedRequest) => { status: number; body: object } | undefined;
  /** Whether its answers have usage. */
  counts: boolean;
  answer: (response: ServerResponse, text: string, request: ReceivedRequest) => void;
}

const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };

/** One frame of a stream. */
const data = (frame: object | string) => `data: ${typeof frame === 'string' ? frame : JSON.stringify(frame)}\n\n`;
const delta = (content: unknown, finish: string | null = null, more: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  choices: [
    {
      index: 0,
      delta: typeof content === 'object' && content !== null && !Array.isArray(content) ? content : { content },
      finish_reason: finish,
    },
  ],
  ...more,
});
const end = '[DONE]';

/** The text in pieces of some words. */
const piecesOf = (text: string) => text.match(/\s*\S+(?:\s+\S+){0,3}\s*$|\s*\S+(?:\s+\S+){0,3}/gu) ?? [text];

function stream(
  response: ServerResponse,
  frames: readonly (object | string)[],
  type = eventStreamHeaders['content-type'],
) {
  response.writeHead(200, { 'content-type': type });
  for (const frame of frames) response.write(typeof frame === 'string' && frame !== end ? frame : data(frame));
  response.end();
}

const asksUsage = ({ body }: ReceivedRequest) => body.stream_options?.include_usage === true;
const formatOf = ({ body }: ReceivedRequest) => body.response_format?.type;
const refusal = (status: number, error: object) => ({ status, body: { error } });

/** The frames of a text, and its usage in a frame of its own if it was asked for. */
function plain(text: string, request: ReceivedRequest): object[] {
  const frames: object[] = [
    delta({ role: 'assistant', content: '' }),
    ...piecesOf(text).map((piece) => delta(piece)),
    delta({}, 'stop'),
  ];
  return asksUsage(request) ? [...frames, { choices: [], usage }] : frames;
}

export const servers: readonly ServerKind[] = [
  {
    name: 'OpenAI',
    differs: 'usage in a last frame with `choices: []`; refuses `max_tokens` for newer models',
    refuses: ({ body }) =>
      'max_tokens' in body
        ? refusal(400, {
            message:
              "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
            type: 'invalid_request_error',
            param: 'max_tokens',
            code: 'unsupported_parameter',
          })
        : undefined,
    counts: true,
    answer: (response, text, request) => stream(response, [...plain(text, request), end]),
  },
  {
    name: 'Azure OpenAI',
    differs: 'a first frame with filter results and no choice; filter results in every choice',
    counts: true,
    answer: (response, text, request) =>
      stream(response, [{ choices: [], prompt_filter_results: [{ prompt_index: 0 }] }, ...plain(text, request), end]),
  },
  {
    name: 'vLLM',
    differs: '`reasoning_content` before the text; usage in every frame',
    counts: true,
    answer: (response, text) =>
      stream(response, [
        delta({ role: 'assistant', content: '' }),
        delta({ content: null, reasoning_content: 'A lamp.' }),
        ...piecesOf(text).map((piece) => delta(piece, null, { usage })),
        delta('', 'stop', { usage }),
        end,
      ]),
  },
  {
    name: 'llama.cpp',
    differs: '`timings` beside a last frame without choices; comments; marks of the template at the end',
    counts: true,
    answer: (response, text) =>
      stream(response, [
        ': waiting\n\n',
        ...piecesOf(text).map((piece) => delta(piece)),
        delta('<|im_end|>'),
        delta({}, 'stop'),
        { usage, timings: { predicted_n: 7 } },
        end,
      ]),
  },
  {
    name: 'Ollama',
    differs: '`finish_reason` in a frame with an empty text; the mark of reasoning in the text',
    counts: true,
    answer: (response, text, request) =>
      stream(response, [
        delta('<think>'),
        delta('A lamp.'),
        delta('</think>\n\n'),
        ...piecesOf(text).map((piece) => delta(piece)),
        delta('', 'stop'),
        ...(asksUsage(request) ? [{ choices: null, usage }] : []),
        end,
      ]),
  },
  {
    name: 'LM Studio',
    differs: 'refuses `json_object`; no usage',
    refuses: (request) =>
      formatOf(request) === 'json_object'
        ? { status: 400, body: { error: "'response_format.type' must be 'json_schema' or 'text'" } }
        : undefined,
    counts: false,
    answer: (response, text) =>
      stream(response, [...piecesOf(text).map((piece) => delta(piece)), delta({}, 'stop'), end]),
  },
  {
    name: 'LiteLLM',
    differs: 'refuses `stream_options` for some models; usage only without it',
    refuses: ({ body }) =>
      body.stream_options
        ? refusal(400, {
            message: 'litellm.UnsupportedParamsError: does not support parameters: stream_options',
            type: 'None',
            param: null,
            code: '400',
          })
        : undefined,
    counts: true,
    answer: (response, text) =>
      stream(response, [...piecesOf(text).map((piece) => delta(piece)), delta({}, 'stop'), { usage }, end]),
  },
  {
    name: 'OpenRouter',
    differs: 'comments while it waits; `reasoning` and `reasoning_details`; usage in a frame after the finish',
    counts: true,
    answer: (response, text) =>
      stream(response, [
        ': OPENROUTER PROCESSING\n\n',
        delta({ content: '', reasoning: 'A lamp.', reasoning_details: [{ type: 'reasoning.text', text: 'A lamp.' }] }),
        ...piecesOf(text).map((piece) => delta(piece)),
        delta({ content: '' }, 'stop', { provider: 'x' }),
        delta({ content: '' }, null, { usage }),
        end,
      ]),
  },
  {
    name: 'DeepSeek',
    differs: 'refuses `json_schema`; `content: null` while it reasons',
    refuses: (request) =>
      formatOf(request) === 'json_schema'
        ? refusal(400, {
            message: 'This response_format type is unavailable now',
            type: 'invalid_request_error',
            param: null,
            code: 'invalid_request_error',
          })
        : undefined,
    counts: true,
    answer: (response, text) =>
      stream(response, [
        ': keep-alive\n\n',
        delta({ content: null, reasoning_content: 'A lamp.' }),
        ...piecesOf(text).map((piece) => delta({ content: piece, reasoning_content: null })),
        delta({ content: '', reasoning_content: null }, 'stop', { usage }),
        end,
      ]),
  },
  {
    name: 'Mistral',
    differs: '422 for members that it does not know; the text in parts, with parts of `thinking`',
    refuses: ({ body }) => {
      const unknown = ['stream_options', 'max_completion_tokens'].find((name) => name in body);
      return unknown
        ? {
            status: 422,
            body: {
              object: 'error',
              message: { detail: [{ type: 'extra_forbidden', loc: ['body', unknown] }] },
              type: 'invalid_request_error',
            },
          }
        : undefined;
    },
    counts: true,
    answer: (response, text) =>
      stream(response, [
        delta([{ type: 'thinking', thinking: [{ type: 'text', text: 'A lamp.' }] }]),
        ...piecesOf(text).map((piece) => delta([{ type: 'text', text: piece }])),
        delta('', 'stop', { usage }),
        end,
      ]),
  },
  {
    name: 'Gemini through a proxy',
    differs: '`finish_reason` in every frame; no end mark; usage in every frame',
    counts: true,
    answer: (response, text) =>
      stream(
        response,
        piecesOf(text).map((piece) => delta(piece, 'STOP', { usage })),
        'text/event-stream;charset=UTF-8',
      ),
  },
  {
    name: 'Fireworks',
    differs: 'usage with the finish; other events between the frames',
    counts: true,
    answer: (response, text) =>
      stream(response, [
        ...piecesOf(text).map((piece) => delta(piece)),
        'event: metrics\ndata: {"tokens": 7}\n\n',
        delta({}, 'stop', { usage, perf_metrics: null }),
        end,
      ]),
  },
  {
    name: 'TGI',
    differs: '`eos_token` as finish; no space after `data:`; refuses every `response_format` of OpenAI',
    refuses: ({ body }) =>
      body.response_format
        ? {
            status: 422,
            body: {
              error: 'Failed to deserialize: response_format: unknown variant, expected `json` or `regex`',
              error_type: 'Input validation error',
            },
          }
        : undefined,
    counts: false,
    answer: (response, text) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const frame of [...piecesOf(text).map((piece) => delta(piece)), delta('</s>', 'eos_token')])
        response.write(`data:${JSON.stringify(frame)}\n\n`);
      response.end('data:[DONE]\n\n');
    },
  },
  {
    name: 'a plain JSON server',
    differs: 'does not stream: one whole completion, with JSON in a fence',
    counts: true,
    answer: (response, text) => {
      const content = text.startsWith('{') ? `\`\`\`json\n${text}\n\`\`\`` : text;
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices, usage }));
    },
  },
];

/** Plays a kind of server that answers with what `compose` says. */
export function playing(server: ServerKind, compose: (request: ReceivedRequest) => string): Behaviour {
  return (request, response) => {
    const refused = server.refuses?.(request);
    if (!refused) return server.answer(response, compose(request), request);
    response.writeHead(refused.status, { 'content-type': 'application/json' }).end(JSON.stringify(refused.body));
  };
}
