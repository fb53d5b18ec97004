import type { Register } from './register.ts';
import { ofBook } from './story.ts';

export const statistics: Register = {
  feature: 'books',
  operations: { statistics: { tools: { get_statistics: { args: ofBook } } } },
};
