import { expectedVersion } from '../domain/shapes.ts';
import { notFound, StaleVersion } from '../errors.ts';

/** Argument for the version that the caller has read (contract 9). */
export const versionArgument = {
  description: expectedVersion.description ?? '',
  validate: { schema: expectedVersion },
};

/**
 * For a change that matched no row: answers the current record, `not_found` if there is none, or `conflict` if it is not at
 * the expected version.
 */
export function answerUnchanged<T extends { version: number }>(
  current: T | undefined,
  what: string,
  expectedVersion: number | null | undefined,
): T {
  if (!current) return notFound(what);
  if (expectedVersion == null || expectedVersion === current.version) return current;
  throw new StaleVersion(what, current, expectedVersion);
}

/** How one kind of record is changed. */
interface Change<Row> {
  /** The record in errors. */
  what: string;
  patch: object;
  expectedVersion: number | null | undefined;
  /** Undefined if there is no such record at the expected version. */
  write(expected: number | undefined): Promise<Row | undefined>;
  /** The current record. */
  read(): Promise<Row | undefined>;
  /** Called if the record is at the expected version but `write` refused the patch. Throws the reason. */
  refuse?(current: Row): Promise<Row>;
}

/** Answers the record after a patch. An empty patch writes nothing. Throws `conflict` for a stale version, or `not_found`. */
export async function applyPatch<Row extends { version: number }>(change: Change<Row>): Promise<Row> {
  const { what, patch, expectedVersion, write, read, refuse } = change;
  const isEmpty = Object.keys(patch).length === 0;
  const written = isEmpty ? undefined : await write(expectedVersion ?? undefined);
  if (written) return written;
  const current = answerUnchanged(await read(), what, expectedVersion);
  return isEmpty || !refuse ? current : refuse(current);
}
