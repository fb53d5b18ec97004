import { z } from 'zod';

const whole = (fallback: number, min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,10}$/, { error, abort: true })
    .transform(Number)
    .pipe(z.int({ error }).min(min, { error }).max(max, { error }))
    .default(fallback);
};
const limit = (fallback: number) => whole(fallback, 0, 1_000_000_000);
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values, fallback: Values[number]) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` }).default(fallback);
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' });
const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be a URL such as postgres://user:password@host:5432/database',
});
const host = z
  .string()
  .regex(/^[^\s/]+$/, 'must be an address or a host name alone, such as 127.0.0.1')
  .transform((name) => name.replace(/^\[(.*)\]$/, '$1'));
const origins = z
  .string()
  .regex(
    /^\s*([a-z][a-z\d+.-]*:\/\/[^/\s,]+\s*(,\s*|$))*$/i,
    'must be origins such as https://app.example.com, separated by commas, without a path',
  );

/** What a model costs, in units of some currency per million tokens: one such token costs as many millionths of it. */
export interface Price {
  input: number;
  cachedInput: number;
  output: number;
}

const priceLine = /^([^\s=]+)=(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)$/;
const prices = z
  .string()
  .transform((text, context): ReadonlyMap<string, Price> => {
    const found = new Map<string, Price>();
    for (const line of text.split(',').map((one) => one.trim())) {
      const [, model, input, cachedInput, output] = priceLine.exec(line) ?? [];
      if (model === undefined || found.has(model)) {
        const message = `must be prices such as gpt-5-mini=0.25/0.025/2, separated by commas, each model once; see ${JSON.stringify(line)}`;
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      }
      found.set(model, { input: Number(input), cachedInput: Number(cachedInput), output: Number(output) });
    }
    return found;
  })
  .optional();

/** The environment: each variable with its meaning, unit and default. README's table is made from this. */
export const environment = z.object({
  HOST: host.default('127.0.0.1').describe('Address to listen on; a first key is made on loopback only.'),
  PORT: whole(4000, 0, 65_535).describe('Port; 0 takes a free one and says which.'),
  DATA_DIR: z.string().min(1).default('.data').describe('Directory of the embedded database and the first key.'),
  DATABASE_URL: postgresUrl
    .optional()
    .describe('PostgreSQL 15 or newer, shared by any number of nodes. Unset: the embedded database.'),
  DATABASE_DIRECT_URL: postgresUrl
    .optional()
    .describe('The same database past a transaction pooler, for migrations and LISTEN.'),
  DATABASE_PREPARE: oneOf(['on', 'off'], 'on').describe('Named statements; `off` behind an old transaction pooler.'),
  PUBLIC_URL: httpUrl
    .refine((url) => !/[?#@]/.test(url), 'must not have a query, a fragment or a user')
    .optional()
    .describe('How clients reach this service. Default: the address it listens on.'),
  TRUSTED_PROXIES: whole(0, 0, 10).describe(
    'Proxies in front that each add to X-Forwarded-For. 0: the address of a reader is the socket’s.',
  ),
  ALLOWED_ORIGINS: origins.default('').describe('Comma-separated origins that browsers may call from.'),
  OPENAI_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
    .optional()
    .describe('Key of the text provider. Without key and base URL, writing is off.'),
  OPENAI_BASE_URL: httpUrl.optional().describe('An OpenAI-compatible provider, ending in /v1.'),
  CHAPTER_MODEL_DRAFT: z.string().min(1).default('gpt-5-nano').describe('Model of the draft tier.'),
  CHAPTER_MODEL_STANDARD: z.string().min(1).default('gpt-5-mini').describe('Model of the standard tier.'),
  CHAPTER_MODEL_EDITORIAL: z.string().min(1).default('gpt-5').describe('Model of the editorial tier.'),
  MODEL_PRICES: prices.describe(
    'Prices, `model=input/cached input/output` per million tokens, comma-separated: `gpt-5-mini=0.25/0.025/2`. A model without one costs null.',
  ),
  CHAPTER_SUMMARIES: oneOf(['on', 'off'], 'on').describe(
    'Whether the draft model sums up each finished chapter, in the background, for the prompts of later ones.',
  ),
  SPEECH_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
    .optional()
    .describe('Key of the speech provider. Without key and base URL, narration is off.'),
  SPEECH_BASE_URL: httpUrl.optional().describe('An OpenAI-compatible speech provider, ending in /v1.'),
  SPEECH_MODEL: z.string().min(1).default('gpt-4o-mini-tts').describe('Model that narrates.'),
  SPEECH_VOICE: z.string().min(1).max(100).default('alloy').describe('Voice of narrations that ask for no other.'),
  IMAGE_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
    .optional()
    .describe('Key of the image provider. Without key and base URL, covers are drawn and no pictures made.'),
  IMAGE_BASE_URL: httpUrl.optional().describe('An OpenAI-compatible provider of pictures, ending in /v1.'),
  IMAGE_MODEL: z.string().min(1).default('gpt-image-1').describe('Model that makes pictures for covers.'),
  GENERATION_SECONDS_MAX: whole(300, 1, 300).describe(
    'Longest run, seconds; the text so far is kept and a new request goes on.',
  ),
  GENERATION_IDLE_SECONDS_MAX: whole(60, 1, 300).describe('Longest silence of the provider, seconds.'),
  RUNS_PER_NODE_MAX: whole(1000, 1, 100_000).describe(
    'Runs that a node has under way; more are `unavailable`. A node that runs late takes none before.',
  ),
  LIMIT_REQUESTS_PER_MINUTE: limit(6000).describe('Requests a token a minute, in each node; 0 is no limit.'),
  LIMIT_PLAN_PER_MINUTE: limit(120).describe('Plan calls a token a minute, over all faces and nodes; 0 is no limit.'),
  LIMIT_PROVIDER_PER_MINUTE: limit(60).describe('Provider calls an account a minute; 0 is no limit.'),
  LIMIT_PROVIDER_CONCURRENT: limit(8).describe('Runs of an account at the same time; 0 is no limit.'),
  QUOTA_CHAPTERS_PER_DAY: limit(200).describe(
    'Runs that write a chapter, an account and UTC day; 0 is no limit. A run without text does not count.',
  ),
  QUOTA_NARRATIONS_PER_DAY: limit(50).describe(
    'Narrations of a chapter, an account and UTC day; 0 is no limit. A run that spoke nothing does not count.',
  ),
  QUOTA_OUTLINES_PER_DAY: limit(100).describe('Outlines, variants and grades, an account and UTC day; 0 is no limit.'),
  QUOTA_COVERS_PER_DAY: limit(20).describe(
    'Runs that make pictures for covers, an account and UTC day; 0 is no limit. A run without a picture does not count.',
  ),
  QUOTA_OUTPUT_TOKENS_PER_DAY: limit(2_000_000).describe(
    'Tokens that models write, an account and UTC day; at it no run begins. 0 is no limit.',
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
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info').describe(
    'Lowest level that is logged.',
  ),
});

const names = Object.keys(environment.shape) as (keyof typeof environment.shape)[];
/** Their values are never shown. */
const secrets = new Set<string>([
  ...['DATABASE_URL', 'DATABASE_DIRECT_URL', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'],
  ...['SPEECH_API_KEY', 'SPEECH_BASE_URL'],
  ...['IMAGE_API_KEY', 'IMAGE_BASE_URL'],
]);

export type Config = ReturnType<typeof readConfig>;

export class ConfigError extends Error {}

/** Reads the environment once; a wrong value is a ConfigError of one line that says which variable and why. Blanks around a value do not count, and an empty variable is unset. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(names.map((name) => [name, env[name]?.trim() || undefined]));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = names.find((one) => one === issue?.path[0]) ?? 'HOST';
    const value = secrets.has(name) ? '' : ` (it is ${JSON.stringify(given[name])})`;
    throw new ConfigError(`${name}: ${issue?.message}${value}. ${environment.shape[name].description}`);
  }
  const values = parsed.data;
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL)
    throw new ConfigError(
      `DATABASE_DIRECT_URL: needs DATABASE_URL too. ${environment.shape.DATABASE_DIRECT_URL.description}`,
    );
  if (values.PERSISTED_OPERATIONS_ONLY === 'on' && !values.PERSISTED_OPERATIONS)
    throw new ConfigError(
      `PERSISTED_OPERATIONS_ONLY: needs PERSISTED_OPERATIONS too. ${environment.shape.PERSISTED_OPERATIONS.description}`,
    );
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
    databasePrepare: values.DATABASE_PREPARE === 'on',
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    trustedProxies: values.TRUSTED_PROXIES,
    allowedOrigins: values.ALLOWED_ORIGINS.split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
    text: { apiKey: values.OPENAI_API_KEY, baseUrl: values.OPENAI_BASE_URL },
    speech: {
      apiKey: values.SPEECH_API_KEY,
      baseUrl: values.SPEECH_BASE_URL,
      model: values.SPEECH_MODEL,
      voice: values.SPEECH_VOICE,
    },
    image: { apiKey: values.IMAGE_API_KEY, baseUrl: values.IMAGE_BASE_URL, model: values.IMAGE_MODEL },
    models: {
      draft: values.CHAPTER_MODEL_DRAFT,
      standard: values.CHAPTER_MODEL_STANDARD,
      editorial: values.CHAPTER_MODEL_EDITORIAL,
    },
    prices: values.MODEL_PRICES ?? new Map<string, Price>(),
    chapterSummaries: values.CHAPTER_SUMMARIES === 'on',
    generationSecondsMax: values.GENERATION_SECONDS_MAX,
    runsPerNodeMax: values.RUNS_PER_NODE_MAX,
    generationIdleSecondsMax: values.GENERATION_IDLE_SECONDS_MAX,
    limits: {
      requestsPerMinute: values.LIMIT_REQUESTS_PER_MINUTE,
      planPerMinute: values.LIMIT_PLAN_PER_MINUTE,
      providerPerMinute: values.LIMIT_PROVIDER_PER_MINUTE,
      providerConcurrent: values.LIMIT_PROVIDER_CONCURRENT,
    },
    quotas: {
      chapters: values.QUOTA_CHAPTERS_PER_DAY,
      narrations: values.QUOTA_NARRATIONS_PER_DAY,
      outlines: values.QUOTA_OUTLINES_PER_DAY,
      covers: values.QUOTA_COVERS_PER_DAY,
      outputTokens: values.QUOTA_OUTPUT_TOKENS_PER_DAY,
    },
    persistedOperations: { file: values.PERSISTED_OPERATIONS, only: values.PERSISTED_OPERATIONS_ONLY === 'on' },
    logLevel: values.LOG_LEVEL,
  };
}
