import { expectedVersion } from '../domain/shapes.ts';
import { notFound, StaleVersion } from '../errors.ts';

/** The argument by which a caller names the version it read (contract 9). */
export const versionArgument = {
  description: expectedVersion.description ?? '',
  validate: { schema: expectedVersion },
};

/** What to answer when a change found no row: the record as it stands, `not_found` without one, `conflict` when it is not at the expected version. */
export function unchanged<T extends { version: number }>(
  current: T | undefined,
  what: string,
  expectedVersion: number | null | undefined,
): T {
  if (!current) return notFound(what);
  if (expectedVersion == null || expectedVersion === current.version) return current;
  throw new StaleVersion(what, current, expectedVersion);
}
