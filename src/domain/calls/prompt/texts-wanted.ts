import { mayName } from './may-name.ts';
import type { PromptChapter, PromptCharacter, PromptInput } from './prompt-input.ts';

/** Chapters in which somebody is looked for, and chapters that are read for what they say. Ours. */
const [lookedMax, readMax] = [60, 6];

type Read = PromptChapter & { readonly ends: object | null };

/**
 * The earlier chapters whose texts may fill the room that a prompt leaves: the one before, and for each of those who may take part the
 * last one before that in which they do. By words of names alone, so that it costs little.
 */
export function textsWanted({
  chapters,
  chapterId,
  cast,
}: Pick<PromptInput, 'cast' | 'chapterId'> & { readonly chapters: readonly Read[] }): string[] {
  const index = chapters.findIndex(({ id }) => id === chapterId);
  const [chapter, former] = [chapters[index], chapters[index - 1]];
  if (!chapter) return [];
  const others = chapters
    .slice(0, Math.max(0, index - 1))
    .filter(hasText)
    .slice(-lookedMax)
    .toReversed();
  const last = membersOf(chapter, cast).flatMap((one) => others.find((earlier) => takesPart(one, earlier)) ?? []);
  const read = new Set([...(former && hasText(former) ? [former] : []), ...[...new Set(last)].slice(0, readMax)]);
  return [...read].map(({ id }) => id);
}

function membersOf(chapter: PromptChapter, cast: readonly PromptCharacter[]): PromptCharacter[] {
  return cast.filter((one) => one.isPov || one.id === chapter.povCharacterId || takesPart(one, chapter));
}

function hasText({ ends }: Read): boolean {
  return ends !== null;
}

function takesPart(one: PromptCharacter, { participantIds, title, summary, notes, recap }: PromptChapter): boolean {
  if (participantIds.length > 0) return participantIds.includes(one.id);
  return mayName(one, [title, summary, notes, recap?.events ?? '', recap?.state ?? ''].join('\n'));
}
