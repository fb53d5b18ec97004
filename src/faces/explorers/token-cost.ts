import type { Tool } from '@modelcontextprotocol/server';
import { tokenCounter } from '../../providers/tokenizer.ts';

/** Tokens that the definition of a tool takes in a model's context. */
export interface Cost {
  /** Name, description and input schema: the part that all hosts send to a model. */
  prompt: number;
  /** The whole definition, with title, annotations and output schema. Some hosts send all of it. */
  whole: number;
}

/** Costs of tools, in the order of their listings. */
export async function costsOf(listings: readonly Tool[]): Promise<Cost[]> {
  const count = await tokenCounter();
  return listings.map((listing) => {
    const { name, description, inputSchema } = listing;
    return {
      prompt: count(JSON.stringify({ name, description, inputSchema })),
      whole: count(JSON.stringify(listing)),
    };
  });
}

/** Total of several costs. */
export function sumOf(costs: readonly Cost[]): Cost {
  return costs.reduce((sum, { prompt, whole }) => ({ prompt: sum.prompt + prompt, whole: sum.whole + whole }), {
    prompt: 0,
    whole: 0,
  });
}
