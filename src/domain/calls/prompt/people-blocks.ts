import { statusAt } from '../../story/names/as-of.ts';
import { type Block, fenced, type Piece, piece, type Source } from './block.ts';
import { conflictLine } from './conflict-line.ts';
import { oneLine, tagged } from './fence.ts';
import type { People } from './participants.ts';
import { nameLine, ofCharacter, sheetPieces } from './person-sheet.ts';
import type { PromptCharacter, PromptConflict, PromptInput } from './prompt-input.ts';
import type { ToldConflicts } from './told-conflicts.ts';

/** The people in the chapter, and those of whom it only speaks. Their sheets are here unless the cast has them. */
export function participantsBlock(
  { participants, mentioned }: People<PromptCharacter>,
  hasSheets: boolean,
  order: number,
): Block {
  const statusOf = (one: PromptCharacter) => statusWords(one, order);
  const here = participants.flatMap((one) =>
    hasSheets ? namePiece(one, statusOf(one)) : sheetPieces(one, statusOf(one)),
  );
  const pieces = [...here, ...mentioned.flatMap((one) => mentionedPiece(one, statusOf(one)))];
  return fenced('participants', 'participants', 'the chapter names nobody of the cast', pieces);
}

function namePiece(character: PromptCharacter, status: string): Piece[] {
  return piece('participant', ofCharacter(character), 'people', `${nameLine(character)}${status}`);
}

/** One piece for each, so that the manifest names them. */
function mentionedPiece(character: PromptCharacter, status: string): Piece[] {
  const name = `${oneLine(character.name)}${status}`;
  return piece('mentioned', ofCharacter(character), 'people', tagged('only_mentioned', name));
}

/** " (dead)": what the author says of somebody, also where the chapter has them all the same. Empty for the living. */
function statusWords(character: PromptCharacter, order: number): string {
  const status = statusAt(character, order);
  return status === 'alive' ? '' : ` (${status})`;
}

/**
 * Conflicts between participants, strongest first; resolved ones are last and marked, so that the writer does not reopen them
 * (ours). After them the open ones with somebody who is not there.
 */
export function conflictsBlock(input: Pick<PromptInput, 'cast'>, { here, absent, others }: ToldConflicts): Block {
  const names = new Map(input.cast.map((character) => [character.id, oneLine(character.name)]));
  const pieces = [
    ...here.flatMap((one) => piece('conflict', sourceOf(one), 'conflicts', conflictLine(one, names))),
    ...absent.flatMap((one) => piece('conflict', sourceOf(one), 'absent', `${conflictLine(one, names)} (not here)`)),
  ];
  return {
    ...fenced('conflicts', 'conflicts', 'no conflict of the chapter’s people is open', pieces),
    omitted: others.map((one) => ({ kind: 'conflict', source: sourceOf(one), reason: whyOmitted })),
  };
}

const whyOmitted = 'an end takes no part in the chapter, and the viewpoint character has no open part in it';

function sourceOf({ id, version }: PromptConflict): Source {
  return { type: 'conflict', id, version };
}
