import type { ReplyShape } from './reply-shape.ts';

/** What a request wants besides text. Some servers refuse parts of it. */
interface Wanted {
  shape: ReplyShape | undefined;
  /** Longest answer, tokens; undefined sends no limit. */
  outputTokensMax: number | undefined;
}

interface OptionalMember {
  /** How errors name it. */
  words: readonly string[];
  /** The forms in which it is sent, best first. The last resort is to leave it out. */
  forms: (wanted: Wanted, limitNames: LimitNames) => Record<string, unknown>[];
  /** What a request lacks after it has passed over so many forms; null for nothing. */
  lacks: readonly (string | null)[];
}

/** The names of the limit of an answer, the likelier one first. */
export type LimitNames = readonly [string, string];

/** In the order in which they are given up if an error names none. */
const members = {
  usage: {
    words: ['stream_options', 'include_usage'],
    forms: () => [{ stream_options: { include_usage: true } }],
    lacks: [null, 'stream_options'],
  },
  shape: {
    words: ['response_format', 'json_schema', 'json_object'],
    forms: ({ shape }) => (shape ? shapeForms(shape) : []),
    lacks: [null, 'json_schema', 'response_format'],
  },
  limit: {
    words: ['max_tokens', 'max_completion_tokens'],
    forms: ({ outputTokensMax: max }, limitNames) =>
      max === undefined ? [] : limitNames.map((name) => ({ [name]: max })),
    lacks: [null, null, 'max_tokens'],
  },
} satisfies Record<string, OptionalMember>;
type Name = keyof typeof members;
const names = Object.keys(members) as Name[];

function shapeForms({ name, schema }: ReplyShape) {
  return [
    { response_format: { type: 'json_schema', json_schema: { name, schema, strict: false } } },
    { response_format: { type: 'json_object' } },
  ];
}

/** By member, how many of its forms are passed over. */
type Levels = Readonly<Record<Name, number>>;
const wholeLevels: Levels = { usage: 0, shape: 0, limit: 0 };

/** The optional members of one request, and how it asks for less. */
export class OptionalMembers {
  readonly levels: Levels;
  private readonly wanted: Wanted;
  private readonly limitNames: LimitNames;

  constructor(wanted: Wanted, limitNames: LimitNames, levels = wholeLevels) {
    this.wanted = wanted;
    this.limitNames = limitNames;
    this.levels = levels;
  }

  get body(): Record<string, unknown> {
    return Object.assign({}, ...names.map((name) => this.formsOf(name)[this.levels[name]] ?? {}));
  }

  /** How errors name what is sent. */
  get words(): readonly string[] {
    return names.filter((name) => this.sends(name)).flatMap((name) => members[name].words);
  }

  get hasLimit(): boolean {
    return this.sends('limit');
  }

  /** The next smaller request: without the member of a word, else without the first one. Undefined if nothing is left. */
  withLess(word: string | undefined): OptionalMembers | undefined {
    const name = names.find((one) => this.sends(one) && (!word || members[one].words.includes(word)));
    return name && this.at({ ...this.levels, [name]: this.levels[name] + 1 });
  }

  withoutLimit(): OptionalMembers {
    return this.at({ ...this.levels, limit: this.limitNames.length });
  }

  private at(levels: Levels): OptionalMembers {
    return new OptionalMembers(this.wanted, this.limitNames, levels);
  }

  private formsOf(name: Name): Record<string, unknown>[] {
    const { forms }: OptionalMember = members[name];
    return forms(this.wanted, this.limitNames);
  }

  private sends(name: Name): boolean {
    return this.levels[name] < this.formsOf(name).length;
  }
}

/** Members of requests that a model's provider does not accept. */
export interface DroppedParameters {
  model: string;
  names: string[];
}

/** How long a refusal is remembered: the provider may be updated. */
const rememberedMs = 24 * 60 * 60 * 1000;

/** Remembers what the provider of a process refused of the requests to each model, and then accepted without it. */
export class RefusedMembers {
  private readonly byModel = new Map<string, { levels: Levels; until: number }>();

  levelsOf(model: string): Levels {
    const known = this.byModel.get(model);
    if (known && known.until <= Date.now()) this.byModel.delete(model);
    return this.byModel.get(model)?.levels ?? wholeLevels;
  }

  /** Notes what a successful request lacked. Answers its names if that is news. */
  note(model: string, { levels }: OptionalMembers): string[] | undefined {
    const known = this.levelsOf(model);
    if (names.every((name) => levels[name] <= known[name])) return undefined;
    const all = Object.fromEntries(names.map((name) => [name, Math.max(levels[name], known[name])])) as Levels;
    this.byModel.set(model, { levels: all, until: Date.now() + rememberedMs });
    return lackedAt(all);
  }

  all(): DroppedParameters[] {
    return [...this.byModel.keys()]
      .map((model) => ({ model, names: lackedAt(this.levelsOf(model)) }))
      .filter(({ names: lacked }) => lacked.length > 0);
  }
}

function lackedAt(levels: Levels): string[] {
  return names.map((name) => members[name].lacks[levels[name]] ?? null).filter((name) => name !== null);
}
