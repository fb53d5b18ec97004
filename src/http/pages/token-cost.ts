import { features, type Narrowing, type ToolEntry } from '../../adapters/mcp-catalogue.ts';
import { tokenCounter } from '../../providers/tokenizer.ts';

/** A tool and what it costs in a model's context. */
export interface Costed {
  entry: ToolEntry;
  /** What hosts show to a model: name, description, input. */
  shown: number;
  /** The whole definition, which some hosts show: with title, hints and the schema of the answer. */
  whole: number;
}

/** Counts the definitions of tools as a connection with this narrowing lists them. */
export async function costOf(entries: readonly ToolEntry[], { bookId }: Narrowing): Promise<Costed[]> {
  const count = await tokenCounter();
  return entries.map((entry) => {
    const listing = bookId === undefined ? entry.listing : entry.listingOfBook;
    const { name, description, inputSchema } = listing;
    return {
      entry,
      shown: count(JSON.stringify({ name, description, inputSchema })),
      whole: count(JSON.stringify(listing)),
    };
  });
}

export function sumOf(costed: readonly Costed[]): { shown: number; whole: number } {
  return costed.reduce((sum, { shown, whole }) => ({ shown: sum.shown + shown, whole: sum.whole + whole }), {
    shown: 0,
    whole: 0,
  });
}

/** In the order in which the features are told apart, books first. */
export const featuresShown = [...features].reverse();
