import type { Terminal } from './command.ts';

/** The key in FABULA_API_KEY; undefined if unset. Its former name FABULA_KEY is read with a warning. */
export function apiKeyIn({ env, err }: Pick<Terminal, 'env' | 'err'>): string | undefined {
  if (env.FABULA_API_KEY) return env.FABULA_API_KEY;
  if (!env.FABULA_KEY) return undefined;
  err('FABULA_KEY is now FABULA_API_KEY. This release still reads the old name; the next one does not.');
  return env.FABULA_KEY;
}
