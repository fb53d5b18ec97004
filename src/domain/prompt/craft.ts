import { dialogueRule } from './dialogue.ts';
import { mannerismsRule } from './mannerisms.ts';
import { grammaticalPerson, personOf } from './person.ts';
import type { PromptInput } from './prompt-input.ts';

/** The craft rules of a book, at most 500 tokens. They are the same for all its chapters. */
export function craftRules({ book, plan, style }: Pick<PromptInput, 'book' | 'plan' | 'style'>): string {
  const person = personOf({ person: null }, plan, style)?.value ?? '';
  const rules = [
    'Build the chapter from scenes. In each, somebody wants something, something stands in the way, and the outcome changes the situation. Enter late and leave early.',
    'Whoever speaks wants something and seldom says it outright. Let the important things stay under the words. Give each speaker a voice of their own; take it from <voice>.',
    dialogueRule(book.language),
    'Stay with the senses of the viewpoint character. Name the particular thing that this person would notice, in words that this person would use.',
    personRules[grammaticalPerson(person) ?? 'third'],
    depthRule(isObjective(person) ? 0 : plan.povDepth, grammaticalPerson(person) === 'first' ? 'I' : 'she'),
    'Vary the length of sentences and paragraphs. Slow down where something is decided, and pass quickly over what only connects.',
    'Keep facts, names, objects, injuries, times and distances consistent with the material. Do not resolve what later chapters resolve.',
    'End the chapter on an image, a decision or a turn, never on a summary, a moral or a hint at what will come.',
    mannerismsRule(book.language),
  ];
  return `Craft\n${rules.map((rule) => `- ${rule}`).join('\n')}`;
}

const personRules = {
  first:
    'The narrator is a person in the story and tells it to somebody. Tell only what they saw, heard, remember or suppose, with their opinions and blind spots. Do not begin sentence after sentence with “I”, and do not let them explain their own character.',
  second:
    'The reader is put in the place of the viewpoint character. Tell only what that person perceives and thinks, and vary the openings of sentences, so that “you” does not drum.',
  third:
    'Let the narration take its colour from the character in whose viewpoint the scene stands. Other minds show only in what can be seen and heard, unless the point of view says otherwise. Use the name where a pronoun is unclear, not for variety.',
} as const;

/** How much of the mind is told, by the depth of the plan; its middle without one. */
function depthRule(depth: number | null, pronoun: string): string {
  if (depth !== null && depth <= 20) return 'Tell no thoughts: what people feel shows in what they do, say and avoid.';
  if (depth !== null && depth > 80)
    return 'Stay inside the mind: perception, memory and judgement run together, and nothing is described that the character does not care about.';
  if (depth !== null && depth > 50)
    return `Let thoughts run through the narration in the character’s own words, without “${pronoun} thought”, and most of all before a choice.`;
  return 'Tell thoughts where they change what somebody does; let action and setting carry the rest.';
}

function isObjective(person: string): boolean {
  return person.trim().toLowerCase() === 'third-objective';
}
