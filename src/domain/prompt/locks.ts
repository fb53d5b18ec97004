import { oneLine, tagged } from './fence.ts';
import type { PromptPlan } from './prompt-input.ts';

const povGuides = new Map([
  ['first', 'the viewpoint character tells it as "I"; nothing is known that they do not know'],
  ['second', 'the viewpoint character is "you"'],
  ['third-limited', 'third person, in one mind at a time; other minds show only in what can be seen and heard'],
  ['third-omniscient', 'third person, a narrator who may know every mind; change between minds on purpose'],
  ['third-objective', 'third person, only what can be seen and heard; no thoughts'],
  ['multi', 'several viewpoint characters; one to a scene, never changed inside it'],
]);

const tenseGuides = new Map([
  ['past', 'narrate in the past tense; speech keeps its own'],
  ['present', 'narrate in the present tense; speech keeps its own'],
]);

/** The language by name and tag, fenced. */
export function languageLock(tag: string): string | undefined {
  return tagged('language', languageName(tag));
}

/** Locks of a plan, fenced and explained; undefined if nothing is locked. */
export function povLock(plan: Pick<PromptPlan, 'povLock'>): string | undefined {
  return lock('point_of_view', plan.povLock, povGuides);
}

export function tenseLock(plan: Pick<PromptPlan, 'tenseLock'>): string | undefined {
  return lock('tense', plan.tenseLock, tenseGuides);
}

export function depthLock({ povDepth }: Pick<PromptPlan, 'povDepth'>): string | undefined {
  if (povDepth === null) return undefined;
  return `<pov_depth>${povDepth}</pov_depth> of 100, from 0, a camera that stays outside, to 100, inside the mind thought by thought`;
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
