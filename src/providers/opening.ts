import type { Readable } from 'node:stream';
import type { Call } from './call.ts';
import { ProviderFailure, refusedSetting, textSettings } from './failure.ts';
import { bodyOf } from './node-fetch.ts';
import { lazyOpenAi, type OpenAiCall, type OpenAiOptions } from './openai.ts';
import { type DroppedParameters, type LimitNames, OptionalMembers, RefusedMembers } from './optional-members.ts';
import type { TextRequest } from './text-provider.ts';

/** Members of a request body by model, which are passed through. */
type ModelSettings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface OpenerOptions extends OpenAiOptions {
  settings?: ModelSettings;
  /** A model that is listed here is sent the limit of its answer. */
  limits?: ReadonlyMap<string, { contextTokens: number; outputTokens: number }>;
  /** Called when a provider accepts a request only without some of its members. */
  onDropped?: (dropped: DroppedParameters) => void;
}

/** An answer before its body. */
interface Opened {
  body: Readable;
  contentType: string | null;
}

/** Sends requests to a text provider, and asks for less when it refuses an optional member. */
export class Opener {
  readonly refused = new RefusedMembers();
  private readonly options: OpenerOptions;
  private readonly connect: () => Promise<OpenAiCall>;
  private readonly limitNames: LimitNames;

  constructor(options: OpenerOptions) {
    this.options = options;
    this.connect = lazyOpenAi(options);
    this.limitNames = limitNamesAt(options.baseUrl);
  }

  /** Throws ProviderFailure. */
  async open(request: TextRequest, call: Call): Promise<Opened> {
    const { model, shape } = request;
    const openAi = await this.connect();
    const wanted = { shape, outputTokensMax: this.outputTokensMax(request) };
    let optional = new OptionalMembers(wanted, this.limitNames, this.refused.levelsOf(model));
    let isOnce = false;
    for (;;) {
      try {
        const opened = await this.send(openAi, request, optional, call.signal);
        // What is too much for one request may not be for the next one.
        const names = isOnce ? undefined : this.refused.note(model, optional);
        if (names) this.options.onDropped?.({ model, names });
        return opened;
      } catch (fault) {
        optional = this.lessAfter(fault, model, optional);
        isOnce ||= countsAnswer(fault) && kindOf(fault) !== 'too_large';
        call.resetIdleTimer();
      }
    }
  }

  private async send(
    openAi: OpenAiCall,
    { model, messages }: TextRequest,
    optional: OptionalMembers,
    signal: AbortSignal,
  ): Promise<Opened> {
    const settings = this.settingsOf(model);
    const own = { model, messages: [...messages], stream: true as const, ...optional.body };
    const response = await openAi(
      { model, settings: textSettings },
      (client) => client.chat.completions.create({ ...settings, ...own }, { signal }).asResponse(),
      [...Object.keys(settings), ...optional.words],
    );
    const body = bodyOf(response);
    if (body === undefined) throw new ProviderFailure('cut');
    return { body, contentType: response.headers.get('content-type') };
  }

  /** The smaller request after a failure. Throws the failure if there is none. */
  private lessAfter(fault: unknown, model: string, optional: OptionalMembers): OptionalMembers {
    if (!(fault instanceof ProviderFailure)) throw fault;
    const { kind, member } = fault;
    // The limit counts as a part of the request, so it may be what is too long, or too short for reasoning.
    if (countsAnswer(fault) && optional.hasLimit) return optional.withoutLimit();
    if (kind !== 'refused' || member === '') throw fault;
    if (member !== undefined && member in this.settingsOf(model)) throw refusedSetting(model, member);
    const less = optional.withLess(member);
    if (!less) throw fault;
    return less;
  }

  private settingsOf(model: string): Readonly<Record<string, unknown>> {
    return this.options.settings?.[model] ?? {};
  }

  /** The operator's own limit replaces ours. */
  private outputTokensMax({ model, promptTokens }: TextRequest): number | undefined {
    const limit = this.options.limits?.get(model);
    if (!limit || this.limitNames.some((name) => name in this.settingsOf(model))) return undefined;
    return Math.max(1, Math.min(limit.outputTokens, limit.contextTokens - promptTokens));
  }
}

const kindOf = (fault: unknown) => (fault instanceof ProviderFailure ? fault.kind : undefined);

/** Whether a request without the limit of its answer may be taken. */
function countsAnswer(fault: unknown): boolean {
  return ['too_large', 'over_rate', 'spent'].includes(kindOf(fault) ?? '');
}

/** Newer models of OpenAI refuse the older name; most other servers know only that one. */
function limitNamesAt(baseUrl: string | undefined): LimitNames {
  const isOpenAi = baseUrl === undefined || /(^|\.)(openai\.com|openai\.azure\.com)$/.test(new URL(baseUrl).hostname);
  return isOpenAi ? ['max_completion_tokens', 'max_tokens'] : ['max_tokens', 'max_completion_tokens'];
}
