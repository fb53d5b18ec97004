import { environment } from './environment.ts';
import type { ModelLimit, Price } from './models.ts';
import { trusting } from './sql/address/parts.ts';

const names = Object.keys(environment.shape) as (keyof typeof environment.shape)[];
/** Values that are never printed. */
const secrets = new Set<string>([
  ...['DATABASE_URL', 'DATABASE_DIRECT_URL', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'],
  ...['SPEECH_API_KEY', 'SPEECH_BASE_URL'],
  ...['IMAGE_API_KEY', 'IMAGE_BASE_URL', 'FABULA_API_KEY', 'FABULA_KEY', 'FABULA_URL', 'PUBLIC_URL'],
]);

export type Config = ReturnType<typeof readConfig>;

/** A setting is missing or invalid. The message is one line with the variable, the reason and its meaning. */
export class ConfigError extends Error {}

/** Values that may have a `#` behind a blank. */
const withBlanks = new Set(['DATA_DIR', 'PERSISTED_OPERATIONS', 'SPEECH_VOICE']);

type Environment = Record<string, string | undefined>;

/**
 * The value of a variable as hosts pass it, without blanks and a pair of quotes around it, which `--env-file` keeps; undefined
 * for an empty one. Throws ConfigError for what is left of a shell or a file: one quote, a comment, a reference.
 */
export function plainValue(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim() ?? '';
  const value = (/^(["'])(.*)\1$/s.exec(text)?.[2] ?? text).trim();
  // Quotes are a part of JSON, and addresses of databases have rules of their own.
  if (name === 'MODEL_SETTINGS' || name.startsWith('DATABASE_')) return value || undefined;
  if (/^["']|["']$/.test(value)) throw faultOf(name, 'begins or ends with a quote that has no other', value);
  if (/\s#/.test(value) && !withBlanks.has(name))
    throw faultOf(name, 'has a comment behind its value, which needs a line of its own', value);
  if (/^\$([A-Z_][A-Z\d_]*|\{.*\})$/.test(value))
    throw faultOf(name, 'is a reference that nothing has replaced', value);
  return value || undefined;
}

function faultOf(name: string, why: string | undefined, value: string | undefined): ConfigError {
  const shown = secrets.has(name) ? '' : ` (it is ${JSON.stringify(value)})`;
  const { description = '' } = environment.shape[name as keyof typeof environment.shape] ?? {};
  return new ConfigError(`${name}: ${why}${shown}. ${description}`.trimEnd());
}

/** Reads the environment once. Throws a one-line ConfigError that names the variable and the reason. */
export function readConfig(env: Environment) {
  const given = Object.fromEntries(names.map((name) => [name, plainValue(env, name)]));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = names.find((one) => one === issue?.path[0]) ?? 'HOST';
    throw faultOf(name, issue?.message, given[name]);
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
    databaseUrl: trusting(values.DATABASE_URL, values.DATABASE_CA_FILE),
    databaseDirectUrl: trusting(values.DATABASE_DIRECT_URL ?? values.DATABASE_URL, values.DATABASE_CA_FILE),
    databasePrepare: values.DATABASE_PREPARE && values.DATABASE_PREPARE === 'on',
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    trustedProxies: values.TRUSTED_PROXIES,
    keepAliveSeconds: values.KEEP_ALIVE_SECONDS,
    stopGraceSeconds: values.STOP_GRACE_SECONDS,
    allowedHosts: values.ALLOWED_HOSTS,
    allowedOrigins: values.ALLOWED_ORIGINS,
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
    priceCurrency: values.PRICE_CURRENCY,
    modelLimits: values.MODEL_LIMITS ?? new Map<string, ModelLimit>(),
    modelSettings: values.MODEL_SETTINGS ?? {},
    promptTokensMax: values.PROMPT_TOKENS_MAX,
    chapterRecaps: (values.CHAPTER_RECAPS ?? values.CHAPTER_SUMMARIES) !== 'off',
    generationSecondsMax: values.GENERATION_SECONDS_MAX,
    runsPerNodeMax: values.RUNS_PER_NODE_MAX,
    answerBytesMax: values.ANSWER_BYTES_MAX,
    workThreads: values.WORK_THREADS,
    generationIdleSecondsMax: values.GENERATION_IDLE_SECONDS_MAX,
    limits: {
      requestsPerMinute: values.LIMIT_REQUESTS_PER_MINUTE,
      accountRequestsPerMinute: values.LIMIT_ACCOUNT_REQUESTS_PER_MINUTE,
      graphqlCostPerMinute: values.LIMIT_GRAPHQL_COST_PER_MINUTE,
      authFailuresPerMinute: values.LIMIT_AUTH_FAILURES_PER_MINUTE,
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
    quotaBytes: values.QUOTA_BYTES,
    persistedOperations: { file: values.PERSISTED_OPERATIONS, only: values.PERSISTED_OPERATIONS_ONLY === 'on' },
    executor: values.EXECUTOR,
    logLevel: values.LOG_LEVEL,
  };
}
