import { type Block, fenced, type Piece, piece, type Source } from './block.ts';
import { conflictLine } from './conflict-line.ts';
import { oneLine, tagged } from './fence.ts';
import type { People } from './participants.ts';
import { nameLine, ofCharacter, sheetPieces } from './person-sheet.ts';
import type { PromptCharacter, PromptConflict } from './prompt-input.ts';

/** The people in the chapter, and those of whom it only speaks. Their sheets are here unless the cast has them. */
export function participantsBlock({ participants, mentioned }: People<PromptCharacter>, hasSheets: boolean): Block {
  const here = hasSheets ? participants.flatMap(namePiece) : participants.flatMap(sheetPieces);
  const pieces = [...here, ...mentioned.flatMap(mentionedPiece)];
  return fenced('participants', 'participants', 'the chapter names nobody of the cast', pieces);
}

function namePiece(character: PromptCharacter): Piece[] {
  return piece('participant', ofCharacter(character), 'people', nameLine(character));
}

/** One piece for each, so that the manifest names them. */
function mentionedPiece(character: PromptCharacter): Piece[] {
  return piece('mentioned', ofCharacter(character), 'people', tagged('only_mentioned', oneLine(character.name)));
}

/**
 * Conflicts between participants, strongest first. Resolved ones are last and marked, so that the writer does not
 * reopen them (ours).
 */
export function conflictsBlock(conflicts: readonly PromptConflict[], participants: readonly PromptCharacter[]): Block {
  const names = new Map(participants.map((character) => [character.id, oneLine(character.name)]));
  const takesPart = (conflict: PromptConflict) =>
    names.has(conflict.fromCharacterId) && names.has(conflict.toCharacterId);
  const pieces = conflicts
    .filter(takesPart)
    .toSorted(strongestFirst)
    .flatMap((conflict) => piece('conflict', sourceOf(conflict), 'conflicts', conflictLine(conflict, names)));
  const omitted = conflicts
    .filter((conflict) => !takesPart(conflict))
    .map((conflict) => ({
      kind: 'conflict',
      source: sourceOf(conflict),
      reason: 'an end takes no part in the chapter',
    }));
  return { ...fenced('conflicts', 'conflicts', 'no conflict has both its ends in the chapter', pieces), omitted };
}

const statusOrder = ['escalating', 'open', 'latent'];

export function strongestFirst(one: PromptConflict, other: PromptConflict): number {
  return (
    Number(one.status === 'resolved') - Number(other.status === 'resolved') ||
    other.intensity - one.intensity ||
    statusOrder.indexOf(one.status) - statusOrder.indexOf(other.status) ||
    (one.id < other.id ? -1 : 1)
  );
}

function sourceOf({ id, version }: PromptConflict): Source {
  return { type: 'conflict', id, version };
}
