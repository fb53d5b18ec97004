import { z } from 'zod';
import { modelLimits, modelPrices, modelSettings, promptTokensMin, promptTokensUsual } from './models.ts';
import { addressOf } from './sql/address/address.ts';
import { AddressError } from './sql/address/parts.ts';
import { certificateIn } from './sql/address/tls.ts';

const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,10}$/, { error, abort: true })
    .transform(Number)
    .pipe(z.int({ error }).min(min, { error }).max(max, { error }));
};
const whole = (fallback: number, min: number, max: number) => wholeNumber(min, max).default(fallback);
const limit = (fallback: number) => whole(fallback, 0, 1_000_000_000);
const anyOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values, fallback: Values[number]) =>
  anyOf(values).default(fallback);
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' });
/** Also with the route that documents of providers print behind it. */
const providerUrl = httpUrl
  .refine((url) => !/[?#]/.test(url), 'must not have a query or a fragment')
  .transform((url) => url.replace(/\/+$/, '').replace(providerRoute, '').replace(/\/+$/, ''));
const providerRoute = /\/(chat\/completions|completions|responses|embeddings|audio\/speech|images\/generations)$/i;
const modelName = z.string().min(1);
const key = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces');
/** An address as hosts print it (sql/address). */
const postgresUrl = z.string().superRefine((text, { addIssue }) => {
  try {
    addressOf(text);
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    addIssue({ code: 'custom', message: error.message.replace(/\.$/, '') });
  }
});
const certificateFile = z.string().refine(isCertificate, 'is no file with a certificate that can be read');
function isCertificate(path: string): boolean {
  try {
    certificateIn('DATABASE_CA_FILE', path);
    return true;
  } catch {
    return false;
  }
}

const host = z
  .string()
  // One colon is that of a port; an IPv6 address has more.
  .regex(/^(?![^:]*:[^:]*$)[^\s/]+$/, 'must be an address or a host name alone, such as 127.0.0.1')
  .transform((name) => name.replace(/^\[(.*)\]$/, '$1'));
const listed = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
/** In the form in which browsers send them. */
const origins = z
  .string()
  .default('')
  .transform((text) => listed(text).map((origin) => origin.replace(/\/$/, '')))
  .refine(
    (all) => all.every((origin) => /^[a-z][a-z\d+.-]*:\/\/[^/\s"'*?#@]+$/i.test(origin) && URL.canParse(origin)),
    {
      error: 'must be origins such as https://app.example.com, separated by commas, without a path',
    },
  )
  .transform((all) => all.map((origin) => (/^https?:/i.test(origin) ? new URL(origin).origin : origin.toLowerCase())));

/** Names, also with a port, in the form in which the URL of a request has them. */
const hostNames = z
  .string()
  .default('')
  .transform(listed)
  .refine((names) => names.every((name) => /^[^\s/*@?#]+$/.test(name) && URL.canParse(`http://${name}`)), {
    error: 'must be host names such as fabula or host.docker.internal, separated by commas, without a scheme or a path',
  })
  .transform((names) => names.map((name) => new URL(`http://${name}`).hostname));

/** Cost of one GraphQL document (docs/graphql.md). */
export const documentCostMax = 250_000;

/** Environment variables with meaning, unit and default. Source of docs/configuration.md. */
export const environment = z.object({
  HOST: host.default('127.0.0.1').describe('Address to listen on; a first key is made on loopback only.'),
  PORT: whole(4000, 0, 65_535).describe('Port; 0 takes a free one and says which.'),
  DATA_DIR: z
    .string()
    .regex(/^(?!~)/, 'must not begin with ~, which only a shell replaces')
    .default('.data')
    .describe('Directory of the embedded database and the first key.'),
  DATABASE_URL: postgresUrl
    .optional()
    .describe('PostgreSQL 15 or newer, shared by any number of nodes. Unset: the embedded database.'),
  DATABASE_DIRECT_URL: postgresUrl
    .optional()
    .describe('The same database without the transaction pooler, for migrations and LISTEN.'),
  DATABASE_CA_FILE: certificateFile
    .optional()
    .describe('File with the certificate of the authority that signed the certificate of the database, in PEM.'),
  ANSWER_BYTES_MAX: whole(16 * 1024 ** 2, 1024 ** 2, 1024 ** 3).describe(
    'Bytes of one GraphQL answer, and of prose in any answer; a request for more is `invalid_request`.',
  ),
  WORK_THREADS: whole(2, 1, 16).describe(
    'Threads for work that reads whole texts: checks, comparisons, statistics. One account uses all but one of them.',
  ),
  DATABASE_PREPARE: z
    .enum(['on', 'off'], { error: 'must be one of on, off' })
    .optional()
    .describe(
      'Named statements. Default: `on`, but `off` behind a pooler that does not keep the settings of a connection.',
    ),
  PUBLIC_URL: httpUrl
    .refine((url) => !/[?#@]/.test(url), 'must not have a query, a fragment or a user')
    .optional()
    .describe('How clients reach this service. Default: the address it listens on.'),
  TRUSTED_PROXIES: whole(0, 0, 10).describe(
    'Proxies in front that each add to X-Forwarded-For. 0: the address of a client is the socket’s.',
  ),
  KEEP_ALIVE_SECONDS: whole(125, 5, 3600).describe(
    'Seconds that an idle connection is kept. Longer than the proxy in front keeps it, or a request can meet the close.',
  ),
  STOP_GRACE_SECONDS: wholeNumber(0, 300)
    .optional()
    .describe(
      'After SIGTERM, seconds in which requests are still taken while `/readyz` answers 503. Default: 3, on a terminal 0.',
    ),
  ALLOWED_ORIGINS: origins.describe('Comma-separated origins that browsers may call from.'),
  ALLOWED_HOSTS: hostNames.describe(
    'Comma-separated host names, besides that of PUBLIC_URL, by which clients of MCP reach this service, such as `fabula` or `host.docker.internal`. Loopback names, addresses and the hosts of ALLOWED_ORIGINS are always taken.',
  ),
  OPENAI_API_KEY: key.optional().describe('Key of the text provider. Without key and base URL, writing is off.'),
  OPENAI_BASE_URL: providerUrl.optional().describe('An OpenAI-compatible provider, ending in /v1.'),
  CHAPTER_MODEL_DRAFT: modelName.default('gpt-5-nano').describe('Model of the draft tier.'),
  CHAPTER_MODEL_STANDARD: modelName.default('gpt-5-mini').describe('Model of the standard tier.'),
  CHAPTER_MODEL_EDITORIAL: modelName.default('gpt-5').describe('Model of the editorial tier.'),
  MODEL_PRICES: modelPrices.describe(
    'Prices, `model=input/cached input/output` per million tokens, comma-separated: `gpt-5-mini=0.25/0.025/2`. A model without a price has cost null.',
  ),
  PRICE_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a code of ISO 4217, such as EUR')
    .default('USD')
    .describe('Currency of MODEL_PRICES, a code of ISO 4217.'),
  MODEL_LIMITS: modelLimits.describe(
    'Tokens that models read and write, `model=context/output`, comma-separated: `llama3.1:8b=8192/4096`. Any other model counts as 128,000/16,384.',
  ),
  MODEL_SETTINGS: modelSettings.describe(
    'JSON that is passed through to the text provider: `{"gpt-5-mini": {"reasoning_effort": "low"}}`. The members that a request sets itself cannot be set here.',
  ),
  PROMPT_TOKENS_MAX: wholeNumber(promptTokensMin, 1_000_000)
    .optional()
    .describe(
      `Largest prompt, tokens. Default: ${promptTokensUsual.listed.toLocaleString('en')} for a model in MODEL_LIMITS, ${promptTokensUsual.unlisted.toLocaleString('en')} for any other. A model with less room gets less: its context without its answer and 5 %.`,
    ),
  CHAPTER_RECAPS: anyOf(['on', 'off'])
    .optional()
    .describe(
      'Whether the draft model makes the recap of each finished chapter, in the background, for the prompts of later ones. Default: `on`.',
    ),
  CHAPTER_SUMMARIES: anyOf(['on', 'off'])
    .optional()
    .describe('The former name of CHAPTER_RECAPS, which is read where that is not set.'),
  SPEECH_API_KEY: key.optional().describe('Key of the speech provider. Without key and base URL, narration is off.'),
  SPEECH_BASE_URL: providerUrl.optional().describe('An OpenAI-compatible speech provider, ending in /v1.'),
  SPEECH_MODEL: modelName.default('gpt-4o-mini-tts').describe('Model that narrates.'),
  SPEECH_VOICE: z.string().min(1).max(100).default('alloy').describe('Voice of narrations that ask for no other.'),
  IMAGE_API_KEY: key
    .optional()
    .describe('Key of the image provider. Without key and base URL, covers are drawn and no pictures made.'),
  IMAGE_BASE_URL: providerUrl.optional().describe('An OpenAI-compatible provider of pictures, ending in /v1.'),
  IMAGE_MODEL: modelName.default('gpt-image-1').describe('Model that makes pictures for covers.'),
  GENERATION_SECONDS_MAX: whole(300, 1, 300).describe(
    'Longest run, seconds; the text so far is kept and a new request continues it.',
  ),
  GENERATION_IDLE_SECONDS_MAX: whole(60, 1, 300).describe('Longest silence of the provider, seconds.'),
  RUNS_PER_NODE_MAX: whole(1000, 1, 100_000).describe(
    'Runs of a node at the same time; more are `unavailable`. A node whose event loop is late refuses new runs below this number too.',
  ),
  LIMIT_REQUESTS_PER_MINUTE: limit(6000).describe('Requests per key and minute, in each node; 0 is no limit.'),
  LIMIT_ACCOUNT_REQUESTS_PER_MINUTE: limit(20_000).describe(
    'Requests per account and minute over all its keys, in each node; 0 is no limit.',
  ),
  LIMIT_GRAPHQL_COST_PER_MINUTE: limit(10_000_000)
    .refine((perMinute) => perMinute === 0 || perMinute >= documentCostMax, {
      error: `must be 0 or at least ${documentCostMax}, the cost of the largest document`,
    })
    .describe('Cost of GraphQL documents per account and minute, in each node; 0 is no limit.'),
  LIMIT_AUTH_FAILURES_PER_MINUTE: limit(300).describe(
    'Requests with unknown keys per address and minute, in each node; more are 429. 0 is no limit. Valid keys are not counted.',
  ),
  LIMIT_PLAN_PER_MINUTE: limit(120).describe('Plan calls per key and minute, over all faces and nodes; 0 is no limit.'),
  LIMIT_PROVIDER_PER_MINUTE: limit(60).describe('Provider calls per account and minute; 0 is no limit.'),
  LIMIT_PROVIDER_CONCURRENT: limit(8).describe('Runs of an account at the same time; 0 is no limit.'),
  QUOTA_CHAPTERS_PER_DAY: limit(200).describe(
    'Runs that write a chapter, per account and UTC day; 0 is no limit. A run without text does not count.',
  ),
  QUOTA_NARRATIONS_PER_DAY: limit(50).describe(
    'Narrations of a chapter, per account and UTC day; 0 is no limit. A run that spoke nothing does not count.',
  ),
  QUOTA_OUTLINES_PER_DAY: limit(100).describe('Outlines, variants and grades, per account and UTC day; 0 is no limit.'),
  QUOTA_COVERS_PER_DAY: limit(20).describe(
    'Runs that make pictures for covers, per account and UTC day; 0 is no limit. A run without a picture does not count.',
  ),
  QUOTA_OUTPUT_TOKENS_PER_DAY: limit(2_000_000).describe(
    'Tokens that models write, per account and UTC day; when it is reached, no run starts. 0 is no limit.',
  ),
  QUOTA_BYTES: limit(0).describe(
    'Bytes of texts, pictures and sound that an account can store; when they are reached, nothing is added. 0 is no limit.',
  ),
  PERSISTED_OPERATIONS: z
    .string()
    .min(1)
    .optional()
    .describe(
      'JSON file of the GraphQL documents that clients name by hash or id: `{id: document}` or an Apollo manifest.',
    ),
  PERSISTED_OPERATIONS_ONLY: oneOf(['on', 'off'], 'off').describe(
    '`on`: /graphql runs the documents of that file and no others. REST and MCP are not touched.',
  ),
  EXECUTOR: oneOf(['compiled', 'graphql-js'], 'compiled').describe(
    'What executes GraphQL documents. `graphql-js`: the reference implementation alone, with the same answers and more CPU time.',
  ),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info').describe(
    'Lowest level that is logged. The log goes to standard error: coloured text if both outputs are a terminal (plain with `NO_COLOR`), JSON lines otherwise.',
  ),
});
