import type { Sql } from '../../../sql/connect.ts';
import { marksIn, type Reading, tokensOf } from './highlight.ts';
import { type Snippet, snippetOf, withoutEscapes } from './snippet.ts';
import { type Found, findFields, type Search, stemsOf } from './store.ts';

/** A field that matches all clauses, with its best passages. */
export interface Hit extends Omit<Found, 'configuration' | 'words' | 'passages'> {
  snippets: Snippet[];
}

/** Runs two statements for any number of hits: the fields with their best passages, then the stems of the words in them. Undefined if there is no such book. */
export async function find(sql: Sql, search: Search): Promise<Hit[] | undefined> {
  const found = await findFields(sql, search);
  if (!found || found.length === 0) return found && [];
  const clauses = search.clauses.filter(({ isExcluded }) => !isExcluded);
  const known = await spelt(
    sql,
    found,
    clauses.some(({ isBeginning }) => isBeginning),
  );
  return found.map(({ configuration, words, passages, ...hit }) => {
    const readings = clauses.map((clause, index): Reading => ({ ...clause, words: words[index] ?? null }));
    const stems = known.get(configuration ?? '');
    const snippets = passages.map(({ start, body }) =>
      snippetOf(
        body,
        start,
        marksIn(body, readings, (word) => stems?.get(word) ?? []),
      ),
    );
    // The text of a chapter is Markdown; all other fields are plain.
    return { ...hit, snippets: hit.field === 'content' ? snippets.map(withoutEscapes) : snippets };
  });
}

/** Stems of the words in the passages that may match a clause, by configuration and spelling. */
async function spelt(
  sql: Sql,
  found: readonly Found[],
  isPrefix: boolean,
): Promise<Map<string, Map<string, string[]>>> {
  const words = new Map<string, Set<string>>();
  for (const { configuration, passages } of found) {
    if (configuration === null) continue;
    const seen = words.get(configuration) ?? new Set();
    words.set(configuration, seen);
    for (const { body } of passages) for (const { text } of tokensOf(body)) seen.add(text);
  }
  const spellings = [...words].flatMap(([configuration, seen]) => [...seen].map((word) => ({ configuration, word })));
  const wanted = [...new Set(found.flatMap((one) => one.words.flatMap((of) => of ?? [])))];
  if (spellings.length === 0 || wanted.length === 0) return new Map();
  const known = new Map<string, Map<string, string[]>>();
  for (const { configuration, word, stems } of await stemsOf(sql, spellings, wanted, isPrefix)) {
    const byWord = known.get(configuration) ?? new Map<string, string[]>();
    known.set(configuration, byWord.set(word, stems));
  }
  return known;
}
