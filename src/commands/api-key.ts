import { plainValue } from '../config.ts';
import type { Terminal } from './command.ts';

/** The key in FABULA_API_KEY; undefined if unset. Its former name FABULA_KEY is read with a warning. */
export function apiKeyIn({ env, err }: Pick<Terminal, 'env' | 'err'>): string | undefined {
  const key = plainValue(env, 'FABULA_API_KEY');
  const former = key === undefined ? plainValue(env, 'FABULA_KEY') : undefined;
  if (former) err('FABULA_KEY is now FABULA_API_KEY. This release still reads the old name; the next one does not.');
  return key ?? former;
}
