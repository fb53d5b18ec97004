import { type Issue, invalidRequest } from '../../errors.ts';
import { type Feature, features } from '../../operation.ts';

/** Settings of a connection that narrow its tools. */
export interface Narrowing {
  /** `core` lists the direct tools and the dispatchers. Default: `all` if features are named, else `core`. */
  tools?: 'all' | 'core';
  features?: readonly Feature[];
  readOnly?: boolean;
  /** Every call uses this book. */
  bookId?: string;
}

/** Parses the settings of a connection. `name` maps each setting to its name in errors, such as a query parameter. */
export function narrowingOf(
  given: { tools?: string | null; features?: string | null; readOnly?: string | null; book?: string | null },
  name: Record<keyof typeof given, string>,
): Narrowing {
  const issues: Issue[] = [];
  const tools = given.tools === 'all' || given.tools === 'core' ? given.tools : undefined;
  if (given.tools && !tools) issues.push({ path: name.tools, message: 'must be all or core.' });
  const wanted = given.features ? given.features.split(',').map((feature) => feature.trim()) : [];
  const known = wanted.filter(isFeature);
  if (known.length < wanted.length)
    issues.push({ path: name.features, message: `must be of ${features.join(', ')}, comma-separated.` });
  if (given.readOnly && !/^(true|false)$/.test(given.readOnly))
    issues.push({ path: name.readOnly, message: 'must be true or false.' });
  if (issues.length > 0) throw invalidRequest(issues);
  return {
    ...(tools ? { tools } : {}),
    ...(known.length > 0 ? { features: [...new Set(known)] } : {}),
    ...(given.readOnly === 'true' ? { readOnly: true } : {}),
    ...(given.book ? { bookId: given.book } : {}),
  };
}

function isFeature(name: string): name is Feature {
  return features.some((feature) => feature === name);
}
