import { oneLine, tagged } from './fence.ts';
import type { PromptPlan } from './prompt-input.ts';

const povGuides = new Map([
  ['first', 'The viewpoint character narrates as "I" and knows only what that person knows.'],
  ['second', 'The viewpoint character is "you".'],
  ['third-limited', 'Third person, in one mind at a time; other minds show only in what can be seen and heard.'],
  ['third-omniscient', 'Third person, with a narrator who may know every mind and changes between minds on purpose.'],
  ['third-objective', 'Third person, only what can be seen and heard, without thoughts.'],
  ['multi', 'Several viewpoint characters, one to a scene, never changed inside it.'],
]);

const tenseGuides = new Map([
  ['past', 'Narrate in the past tense.'],
  ['present', 'Narrate in the present tense.'],
]);

const personGuides = new Map([
  ['first', 'The viewpoint character narrates as "I".'],
  ['second', 'The viewpoint character is "you".'],
  ['third', 'Third person: a narrator tells of the viewpoint character.'],
]);

/** The language by name and tag, fenced. */
export function languageLock(tag: string): string | undefined {
  return tagged('language', languageName(tag));
}

/** Locks of a plan, fenced and explained; undefined if nothing is locked. */
export function povLock(plan: Pick<PromptPlan, 'povLock'>): string | undefined {
  return lock('point_of_view', plan.povLock, povGuides);
}

/** Person of a narration, fenced and explained. */
export function personLock(person: string): string | undefined {
  return lock('person', person, personGuides);
}

export function tenseLock(plan: Pick<PromptPlan, 'tenseLock'>): string | undefined {
  return lock('tense', plan.tenseLock, tenseGuides);
}

export function depthLock({ povDepth }: Pick<PromptPlan, 'povDepth'>): string | undefined {
  if (povDepth === null) return undefined;
  return `<pov_depth>${povDepth}</pov_depth> On a scale from 0, a camera that stays outside, to 100, inside the mind thought by thought.`;
}

/** Whether the book has several viewpoint characters. */
export function isMultiPov({ povLock: value }: Pick<PromptPlan, 'povLock'>): boolean {
  return known(value) === 'multi';
}

function lock(tag: string, value: string | null, guides: Map<string, string>): string | undefined {
  const fence = tagged(tag, value === null ? null : oneLine(value));
  const guide = guides.get(known(value));
  return fence !== undefined && guide !== undefined ? `${fence} ${guide}` : fence;
}

function known(value: string | null): string {
  return value?.trim().toLowerCase() ?? '';
}

/** English name of a language, with its tag. */
export function languageName(tag: string): string {
  const plain = oneLine(tag);
  try {
    const name = new Intl.DisplayNames('en', { type: 'language' }).of(plain);
    return name === undefined || name === plain ? plain : `${name} (${plain})`;
  } catch {
    // Malformed tags are refused on input; any that remain are only labels.
    return plain;
  }
}
