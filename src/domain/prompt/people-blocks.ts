import { type Block, fenced, type Piece, piece, type Source, taggedPiece } from './block.ts';
import { material, oneLine, tagged } from './fence.ts';
import type { People } from './participants.ts';
import type { PromptCharacter, PromptConflict } from './prompt-input.ts';

/** The people in the chapter, each starting with a name, and those of whom it only speaks. Null and blank fields are omitted. */
export function participantsBlock({ participants, mentioned }: People<PromptCharacter>): Block {
  const sheets = participants.flatMap((character) => {
    const source: Source = { type: 'character', id: character.id, version: character.version };
    return [
      ...piece('character', source, 'people', sheetOf(character)),
      ...taggedPiece('voice', source, 'voices', 'voice', material(character.voiceProfile.trim())),
      ...taggedPiece('bio', source, 'bios', 'bio', material(character.bio.trim())),
    ];
  });
  const pieces = [...sheets, ...mentioned.flatMap(mentionedPiece)];
  return fenced('participants', 'participants', 'the chapter names nobody of the cast', pieces);
}

/** One piece for each, so that the manifest names them. */
function mentionedPiece(character: PromptCharacter): Piece[] {
  const source: Source = { type: 'character', id: character.id, version: character.version };
  return piece('mentioned', source, 'people', tagged('only_mentioned', oneLine(character.name)));
}

function sheetOf(character: PromptCharacter): string {
  const aliases = character.aliases.map((alias) => oneLine(alias)).filter((alias) => alias !== '');
  return [
    tagged('name', oneLine(character.name)),
    tagged('also_called', aliases.join(', ')),
    tagged('role', character.role),
    tagged('want', character.want),
    tagged('fear', character.fear),
    tagged('lie', character.lie),
  ]
    .filter((field) => field !== undefined)
    .join('\n');
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

function conflictLine(conflict: PromptConflict, names: ReadonlyMap<string, string>): string {
  const from = names.get(conflict.fromCharacterId);
  const to = names.get(conflict.toCharacterId);
  const ends = conflict.mutual ? `${from} and ${to}` : `${from} against ${to}`;
  const strength = `${oneLine(conflict.kind)}, ${conflict.intensity} of 5, ${oneLine(conflict.status)}`;
  const clauses = [
    tagged('about', oneLine(conflict.description)),
    tagged('at_stake', conflict.stakes === null ? null : oneLine(conflict.stakes)),
    tagged('bond', conflict.connection === null ? null : oneLine(conflict.connection)),
  ];
  return [`- ${ends} (${strength})`, ...clauses.filter((clause) => clause !== undefined)].join(' ');
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
