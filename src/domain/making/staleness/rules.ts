import { type BuiltFrom, type InputKind, inputKinds } from '../../shapes.ts';

export const changeKinds = ['changed', 'added', 'removed'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** An input record of a text, at its version then. */
export interface Source {
  input: InputKind;
  id: string;
  name: string;
  version: number;
}

/** Input records of a text, by kind, oldest first. */
export function sourcesOf(builtFrom: BuiltFrom): Source[] {
  return inputKinds.flatMap((input) =>
    Object.entries(builtFrom[input] ?? {})
      .map(([id, [name, version]]) => ({ input, id, name, version }))
      .sort((one, other) => (one.id < other.id ? -1 : 1)),
  );
}
