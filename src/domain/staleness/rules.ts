/** What a chapter can be told of, in the order in which changes are listed: `chapter` is its own line of the outline, `outline` those beside it. */
export const inputKinds = ['book', 'plan', 'chapter', 'outline', 'character', 'conflict', 'mood'] as const;
export type InputKind = (typeof inputKinds)[number];

export const changeKinds = ['changed', 'added', 'removed'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** A record as a text was told of it: its name then, its version, and the prints of those of its fields that count, one behind the other. */
export type Told = readonly [name: string, version: number, prints: string];

/** Everything that a text was built from, by kind and id (docs/generation.md, "Staleness"). */
export type BuiltFrom = { readonly [Kind in InputKind]?: Readonly<Record<string, Told>> };

/** One record that a text was built from, at the version it then had. */
export interface Source {
  input: InputKind;
  id: string;
  name: string;
  version: number;
}

/** The records that a text was built from, by kind, oldest first. */
export function sourcesOf(builtFrom: BuiltFrom): Source[] {
  return inputKinds.flatMap((input) =>
    Object.entries(builtFrom[input] ?? {})
      .map(([id, [name, version]]) => ({ input, id, name, version }))
      .sort((one, other) => (one.id < other.id ? -1 : 1)),
  );
}
