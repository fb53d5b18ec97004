import type { Register } from './register.ts';
import { ofBook } from './story.ts';

export const staleness: Register = {
  feature: 'chapters',
  operations: { staleness: { tools: { get_staleness: { args: ofBook } } } },
};
