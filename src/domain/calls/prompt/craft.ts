import { dialogueRule } from './dialogue.ts';
import { mannerismsRule } from './mannerisms.ts';
import { grammaticalPerson, personOf } from './person.ts';
import type { PromptInput } from './prompt-input.ts';

/** The craft rules of a book, at most 500 tokens. They are the same for all its chapters. */
export function craftRules({ book, plan, style }: Pick<PromptInput, 'book' | 'plan' | 'style'>): string {
  const person = personOf({ person: null }, plan, style)?.value ?? '';
  const turn =
    plan.beatSheetTemplate === 'kishotenketsu'
      ? 'what is seen differently at the end'
      : 'what stands in the way, what is different at the end';
  const rules = [
    `Before you write, settle for each scene: who wants what from whom, ${turn}. Two or three scenes to 2,500 words. Enter late, leave early, and cut a scene that changes nothing.`,
    'Play the turns of the summary as scenes and bridge the rest in a sentence. Cover all of it: the last third gets as much room as the first.',
    'Dialogue is action: whoever speaks wants something and seldom says it. Speakers differ in words, length and evasions, as <voice> says. Nobody tells another what both know.',
    dialogueRule(book.language),
    'Choose the two or three concrete details that the viewpoint character would notice, from their trade, mood and history. Prefer a name to a category, a verb to an adverb, one exact image to three near ones.',
    personRules[grammaticalPerson(person) ?? 'third'],
    'Keep facts, names, ages, injuries, objects, distances and times as the material has them. Where it is silent, invent something small that contradicts nothing and decides nothing.',
    'Vary sentences and paragraphs with the pulse of the scene. Begin and end otherwise than the chapters in <recent_edges>.',
    'End on an image, a decision or a turn, never on a summary, a moral or a hint at what will come.',
    'Trust the reader: name no emotion that the scene has shown, and explain no image.',
    mannerismsRule(book.language),
  ];
  return `Craft\n${rules.map((rule) => `- ${rule}`).join('\n')}`;
}

const personRules = {
  first:
    'The narrator tells it to somebody, with opinions and blind spots. Do not begin sentence after sentence with “I”, and do not let them explain their own character.',
  second:
    'The reader is put in the place of the viewpoint character. Vary the openings of sentences, so that “you” does not drum.',
  third: 'Use the name where a pronoun is unclear, not for variety.',
} as const;
