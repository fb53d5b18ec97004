import type { NamesInText } from '../../story/names/names-in-text.ts';
import type { Source } from './block.ts';
import type { ManifestEntry } from './manifest.ts';
import type { PromptCharacter } from './prompt-input.ts';

/** The names of a prompt as entries of its manifest, so that a run keeps them. */
export function nameEntries(
  { recognised, ambiguous, near }: NamesInText,
  cast: readonly PromptCharacter[],
): ManifestEntry[] {
  const members = new Map(cast.map((character) => [character.id, character]));
  const entry = (id: string, status: 'full' | 'omitted', reason: string): ManifestEntry[] => {
    const character = members.get(id);
    if (!character) return [];
    const source: Source = { type: 'character', id, version: character.version };
    return [{ block: 'participants', kind: 'name', source, tokens: 0, fullTokens: 0, status, reason }];
  };
  return [
    ...recognised.flatMap(({ characterId, words }) => entry(characterId, 'full', `named ${quoted(words)}`)),
    ...ambiguous.flatMap(({ characterIds, words }) =>
      characterIds.flatMap((id) => entry(id, 'omitted', `${quoted(words)} ${mayBe(characterIds.length)}`)),
    ),
    ...near.flatMap(({ characterId, words }) =>
      entry(characterId, 'omitted', `${quoted(words)} is one letter away from a name`),
    ),
  ];
}

function mayBe(count: number): string {
  return count === 1 ? 'may mean this character, by their role' : `may be ${count} characters`;
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `“${word}”`).join(', ');
}
