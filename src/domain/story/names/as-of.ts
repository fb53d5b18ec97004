import { CastNames, type NameBearer } from './cast-names.ts';

/** State of a character in a chapter. */
export type LifeStatus = 'alive' | 'dead' | 'away';

/** A state, with the order of the chapter from which it holds; 0: from the beginning of the book. */
export interface PlacedStatus {
  readonly is: LifeStatus;
  readonly order: number;
}

interface PlacedAlias {
  readonly text: string;
  readonly order: number;
}

/** The dated fields of a character, with orders of chapters instead of ids. Absent: none. */
export interface Dated {
  readonly status?: readonly PlacedStatus[] | undefined;
  readonly datedAliases?: readonly PlacedAlias[] | undefined;
}

interface FromChapter {
  readonly fromChapterId: string | null;
}

interface DatedRow {
  readonly status: readonly (FromChapter & { readonly is: LifeStatus })[];
  readonly datedAliases: readonly (FromChapter & { readonly text: string })[];
}

/** A stored character with the orders of its dates. Dates of archived chapters do not count. */
export type Placed<Row extends DatedRow> = Omit<Row, keyof DatedRow> & {
  readonly [List in keyof Dated]-?: NonNullable<Dated[List]>;
};

export function placed<Row extends DatedRow>(
  cast: readonly Row[],
  chapters: readonly { readonly id: string; readonly order: number }[],
): Placed<Row>[] {
  const orders = new Map(chapters.map(({ id, order }) => [id, order]));
  const inOrder = <One extends FromChapter>(all: readonly One[]) =>
    all
      .flatMap((one) => {
        const order = one.fromChapterId === null ? 0 : orders.get(one.fromChapterId);
        return order === undefined ? [] : [{ ...one, order }];
      })
      .sort((one, other) => one.order - other.order);
  return cast.map((row) => ({
    ...row,
    status: inOrder(row.status).sort((one, other) => beginOf(one) - beginOf(other)),
    datedAliases: inOrder(row.datedAliases),
  }));
}

/** Where a state begins: death after its chapter, anything else with it. */
function beginOf({ is, order }: PlacedStatus): number {
  return is === 'dead' ? order + 0.5 : order;
}

/** The state of a character in a chapter: the last one that has begun by then. */
export function statusAt({ status = [] }: Dated, order: number): LifeStatus {
  const since = status.filter((one) => beginOf(one) <= order);
  return since.at(-1)?.is ?? 'alive';
}

/** False for the dead and the absent: they take part only where a chapter lists them. */
export function isThereAt(member: Dated, order: number): boolean {
  return statusAt(member, order) === 'alive';
}

/** False for the dead and the absent, unless the chapter lists them: a ghost may tell it. */
export function mayTell(
  member: Dated & { readonly id: string },
  { order, participantIds = [] }: { readonly order: number; readonly participantIds?: readonly string[] },
): boolean {
  return isThereAt(member, order) || participantIds.includes(member.id);
}

/** The ids without those of the dead and the absent. */
export function thereAt(
  cast: readonly (Dated & { readonly id: string })[],
  order: number,
  ids: readonly string[],
): string[] {
  const gone = new Set(cast.filter((one) => !isThereAt(one, order)).map(({ id }) => id));
  return ids.filter((id) => !gone.has(id));
}

/** A character as of a chapter: with the names that they have by then. */
export function asOf<Member extends Dated & { readonly aliases: readonly string[] }>(
  member: Member,
  order: number,
): Member {
  const since = (member.datedAliases ?? []).filter((one) => one.order <= order);
  return since.length === 0 ? member : { ...member, aliases: [...member.aliases, ...since.map(({ text }) => text)] };
}

/** A cast as of each chapter: one list for all chapters in which the names are the same. */
export class CastByChapter<Member extends NameBearer & Dated> {
  readonly #cast: readonly Member[];
  /** Orders from which somebody has a new name. */
  readonly #changes: readonly number[];
  readonly #known = new Map<number, readonly Member[]>();

  constructor(cast: readonly Member[]) {
    this.#cast = cast;
    this.#changes = cast.flatMap(({ datedAliases = [] }) => datedAliases.map(({ order }) => order));
  }

  at(order: number): readonly Member[] {
    const since = this.#changes.reduce((last, change) => (change <= order ? Math.max(last, change) : last), 0);
    const known = this.#known.get(since) ?? this.#cast.map((member) => asOf(member, since));
    this.#known.set(since, known);
    return known;
  }
}

/** The names of a cast in each chapter. */
export class NamesByChapter {
  readonly #casts: CastByChapter<NameBearer & Dated>;
  readonly #language: string;
  readonly #known = new Map<readonly NameBearer[], CastNames>();

  constructor(cast: readonly (NameBearer & Dated)[], language: string) {
    [this.#casts, this.#language] = [new CastByChapter(cast), language];
  }

  at(order: number): CastNames {
    const cast = this.#casts.at(order);
    const known = this.#known.get(cast) ?? new CastNames(cast, this.#language);
    this.#known.set(cast, known);
    return known;
  }
}
