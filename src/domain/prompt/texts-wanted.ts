import { mayName } from './may-name.ts';
import type { PromptChapter, PromptCharacter } from './prompt-input.ts';

/** Below this room no text of an earlier chapter is read. Ours. */
const roomTokensMin = 300;
/** Chapters in which a participant is looked for, and chapters that are read for what they say. Ours. */
const [lookedMax, readMax] = [60, 6];

/**
 * The earlier chapters whose whole texts a prompt has room for parts of: the one before, and for each participant the last one before
 * that in which they take part.
 */
export function textsWanted(
  before: readonly PromptChapter[],
  participants: readonly PromptCharacter[],
  roomTokens: number,
): string[] {
  if (roomTokens < roomTokensMin) return [];
  const written = before.filter(hasText).slice(-lookedMax);
  const former = before.at(-1);
  const others = written.filter((chapter) => chapter !== former).toReversed();
  const last = participants.flatMap((one) => others.find((chapter) => takesPart(one, chapter)) ?? []);
  const read = new Set([...(former && hasText(former) ? [former] : []), ...last.slice(0, readMax)]);
  return [...read].map(({ id }) => id);
}

function hasText({ opening, recap }: PromptChapter): boolean {
  return Boolean(opening ?? recap);
}

function takesPart(one: PromptCharacter, { participantIds, recap, summary }: PromptChapter): boolean {
  if (participantIds.length > 0) return participantIds.includes(one.id);
  return mayName(one, `${recap?.events ?? ''}\n${recap?.state ?? ''}\n${summary}`);
}
