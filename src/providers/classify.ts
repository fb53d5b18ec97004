import { type Asked, failureFor, type ProviderFailure, type ProviderFailureKind } from './failure.ts';
import type { SaidError } from './said-error.ts';
import { toldWait } from './told-wait.ts';

/** A cause, by the codes of errors (in lower case), or by their words where servers send no code. */
type Cause = readonly [ProviderFailureKind, codes: RegExp, words: RegExp];

/**
 * Causes as OpenAI and compatible servers name them, in the order in which they are looked for: a limit of tokens a minute
 * speaks of tokens too, and its answer of the account's quota.
 */
const causes: readonly Cause[] = [
  [
    'no_credit',
    /insufficient_?(user_)?(quota|balance|credit|fund)|billing|payment_?required|credits?_?exhausted|arrearage|budget_?exceeded|exceeded_?current_?quota|freetieronly/,
    /insufficient (balance|credit|fund|quota)|credit balance|requires more credits|can only afford|(out of|no) (available )?credits|(n't|not) have any credits|used all available credits|spending limit|usage limits?\. you will regain|key limit exceeded|budget has been exceeded/i,
  ],
  [
    'over_rate',
    /(?!)/,
    /request (is )?too large.{0,200}\b(tokens? per (min|day)|tpm|tpd)|exceeds? the (maximum )?(number of )?tokens (allowed )?per min/i,
  ],
  [
    'rate_limited',
    /rate_?limit|too_?many_?requests|throttl|resource_?exhausted|slow_?down/,
    /\brate.?limit|(tokens|requests) per (min|hour|day)|too many requests|throttl|please (wait before|retry after|try again in)|\b[tr]p[md]\b/i,
  ],
  [
    'too_large',
    /context_?(length|window|size)|(prompt|input)_?(is_?)?too_?(long|large)|string_above_max|request_too_large/,
    /(maximum|available) context|context (length|size|window|limit)|(prompt|input|request) is too (long|large)|too many (input |prompt )?tokens|prompt length|(input|prompt) (token count|tokens?) .{0,80}exceed|exceeds? .{0,40}(max length|maximum (input|prompt|number of tokens))|input length|inputs must have less than|`?inputs`? tokens \+|(prompt|input) exceeds|model token limit|reduce the length of the (messages|prompt|input)/i,
  ],
  [
    'spent',
    /max_?tokens_?reached_?before/,
    /could not finish the message|max_tokens or model output limit was reached|no (text|content|output) .{0,60}reasoning/i,
  ],
  [
    'unknown_model',
    /(model|deployment)_?(is_?)?(not_?(found|exist|available)|does_?not_?exist|decommissioned|not_?supported)|(unknown|invalid|no_such)_?model/,
    /(not a valid|no such|unknown|invalid) model\b|\bmodel\b.{0,120}(not found|does not exist|not exist|decommissioned|no longer (available|supported))|do(es)? not have access to (the )?model|model identifier is invalid|LLM provider not provided|requested model\b.{0,80} not supported/i,
  ],
  [
    'policy',
    /content_?(policy|filter|moderation)|responsible_?ai|moderation|data_?inspection|prohibited_?content/,
    /content (management )?policy|usage polic|safety (system|filter)|content filter|flagged (as|by|for)/i,
  ],
  [
    'unauthorized',
    /(invalid|incorrect|expired|missing|revoked)_?api_?key|api_?key_?(invalid|expired)|authentication|unauthenticated|unauthori[sz]ed|invalid_?(token|credential)/,
    /(incorrect|invalid|wrong|missing|expired|revoked|no) (api|access|auth)[ _-]?(key|token)|api[ _-]?key.{0,40}(not valid|invalid|incorrect|expired|missing|revoked|not found|required)|authentication ?(error|failed|required)|invalid proxy server token|unauthori[sz]ed/i,
  ],
];

/** A limit of tokens in a time, not of requests. */
const tokenLimit = /tokens? per (min|hour|day)|\btp[md]\b|token rate limit|too many tokens/i;

/** Causes that words about a member can look like: "no longer supported by this model". */
const vague: readonly ProviderFailureKind[] = ['unknown_model', 'policy', 'unauthorized'];
/** Such words are about the moment, not about the model. */
const passing = /overloaded|temporarily|unavailable|capacity/i;
/** A text that is too long is the prompt unless the error names another one. */
const promptParam = /^(input|prompt|messages)(\[\d+\])?(\.content)?$/;

/** The cause that an error names; undefined without one. */
function causeOf({ codes, message, param }: SaidError, member: string | undefined): ProviderFailureKind | undefined {
  if (codes.includes('string_above_max') && param && !promptParam.test(param)) return undefined;
  const byCode = causes.find(([, code]) => code.test(codes))?.[0];
  const isVague = Boolean(member) || passing.test(message);
  const byWords = causes.find(([kind, , words]) => words.test(message) && !(isVague && vague.includes(kind)))?.[0];
  // A code of a limit does not say whether waiting helps.
  return byCode === 'rate_limited' && byWords === 'over_rate' ? byWords : (byCode ?? byWords);
}

function causeOfStatus(status: number): ProviderFailureKind | undefined {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 402) return 'no_credit';
  if (status === 404) return 'unknown_model';
  if (status === 413) return 'too_large';
  if (status === 429) return 'rate_limited';
  return status === 408 || status >= 500 ? 'unavailable' : undefined;
}

/** What a provider answered in place of a reply. */
interface Answered {
  /** Undefined for an error in a stream. */
  status?: number | undefined;
  headers?: Headers | undefined;
  said: SaidError;
  /** Whether a part of the answer came before. */
  hasBegun?: boolean;
  /** The member of the request that the error names. */
  member?: string | undefined;
}

/** Maps an error to a failure: by its code and its words, then by its status. */
export function failureOf(
  asked: Asked,
  { status, headers, said, hasBegun = false, member }: Answered,
): ProviderFailure {
  const number = status ?? said.status;
  const kind = causeOf(said, member) ?? (number === undefined ? 'unavailable' : (causeOfStatus(number) ?? 'refused'));
  if (kind === 'refused') return failureFor(asked, kind, { member });
  if (kind !== 'rate_limited' && kind !== 'unavailable') return failureFor(asked, kind);
  const retryAfterSeconds = toldWait(headers, said, Date.now(), kind === 'rate_limited');
  const isOfTokens = kind === 'rate_limited' && tokenLimit.test(said.message);
  return failureFor(asked, isOfTokens ? 'tokens_used' : kind, { retryAfterSeconds, isUnanswered: !hasBegun });
}
