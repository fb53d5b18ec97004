import { type Piece, piece, type Source, taggedPiece } from './block.ts';
import { material, oneLine, tagged } from './fence.ts';
import type { PromptCharacter } from './prompt-input.ts';

/** All that a prompt says of a character, with words on their status. Null and blank fields are omitted. */
export function sheetPieces(character: PromptCharacter, status = ''): Piece[] {
  const source = ofCharacter(character);
  return [
    ...piece('character', source, 'people', sheetOf(character, status)),
    ...taggedPiece('voice', source, 'voices', 'voice', material(character.voiceProfile.trim())),
    ...taggedPiece('bio', source, 'bios', 'bio', material(character.bio.trim())),
  ];
}

/** The name on a line of its own. */
export function nameLine({ name, isPov }: Pick<PromptCharacter, 'name' | 'isPov'>): string {
  return `- ${oneLine(name)}${isPov ? ' (viewpoint)' : ''}`;
}

export function ofCharacter({ id, version }: PromptCharacter): Source {
  return { type: 'character', id, version };
}

function sheetOf(character: PromptCharacter, status: string): string {
  const aliases = character.aliases.map((alias) => oneLine(alias)).filter((alias) => alias !== '');
  return [
    tagged('name', `${oneLine(character.name)}${status}`),
    tagged('also_called', aliases.join(', ')),
    tagged('role', character.role),
    tagged('want', character.want),
    tagged('fear', character.fear),
    tagged('false_belief', character.lie),
  ]
    .filter((field) => field !== undefined)
    .join('\n');
}
