import { ProviderFailure } from './failure.ts';

/** Shape of a structured reply, as a JSON Schema. */
export interface ReplyShape {
  name: string;
  schema: Record<string, unknown>;
}

/** Ways to request a structured reply, best first. The messages always describe the shape, so the last one needs nothing. */
const forms = [
  ({ name, schema }: ReplyShape) => ({
    response_format: { type: 'json_schema' as const, json_schema: { name, schema, strict: false } },
  }),
  () => ({ response_format: { type: 'json_object' as const } }),
  () => ({}),
];
type ReplyForm = ReturnType<(typeof forms)[number]>;

/** Remembers, while the process lives, the form of structured replies that each model accepts. */
export class ReplyForms {
  readonly #accepted = new Map<string, number>();

  /** Sends a request in the best form that the provider does not refuse. Throws the last refusal, or any other failure. */
  async send<Answer>(
    model: string,
    shape: ReplyShape | undefined,
    request: (form: ReplyForm) => Promise<Answer>,
  ): Promise<Answer> {
    if (shape === undefined) return request({});
    for (let at = this.#accepted.get(model) ?? 0; ; at += 1) {
      try {
        const answer = await request(forms[at]?.(shape) ?? {});
        this.#accepted.set(model, at);
        return answer;
      } catch (fault) {
        const isRefused = fault instanceof ProviderFailure && fault.kind === 'refused';
        if (!isRefused || at >= forms.length - 1) throw fault;
      }
    }
  }
}
