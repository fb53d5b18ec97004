import type { Person } from '../../story/plan/rules.ts';
import { isMultiPov } from './locks.ts';
import type { PromptChapter, PromptPlan, PromptStyle } from './prompt-input.ts';

/** What decides person or tense of a chapter. */
export interface Narration<Value> {
  value: Value;
  /** The record that says so. */
  by: 'chapter' | 'plan' | 'style';
}

/**
 * The person of a chapter: its own, else that of the plan's point of view, else that of the style. Undefined if nothing
 * decides it. `multi` leaves the person to the style.
 */
export function personOf(
  chapter: Pick<PromptChapter, 'person'>,
  { povLock }: Pick<PromptPlan, 'povLock'>,
  { personLock }: Pick<PromptStyle, 'personLock'>,
): Narration<string> | undefined {
  if (chapter.person) return { value: chapter.person, by: 'chapter' };
  if (povLock && !isMultiPov({ povLock })) return { value: povLock, by: 'plan' };
  return personLock ? { value: personLock, by: 'style' } : undefined;
}

/** The same for the writer: with several viewpoints, it is the limited third if nobody says otherwise. */
export function personToTell(
  chapter: Pick<PromptChapter, 'person'>,
  plan: Pick<PromptPlan, 'povLock'>,
  style: Pick<PromptStyle, 'personLock'>,
): Narration<string> | undefined {
  return personOf(chapter, plan, style) ?? (isMultiPov(plan) ? { value: 'third-limited', by: 'plan' } : undefined);
}

/** The tense of a chapter: its own, else that of the plan. */
export function tenseOf(
  chapter: Pick<PromptChapter, 'tense'>,
  { tenseLock }: Pick<PromptPlan, 'tenseLock'>,
): Narration<string> | undefined {
  if (chapter.tense) return { value: chapter.tense, by: 'chapter' };
  return tenseLock ? { value: tenseLock, by: 'plan' } : undefined;
}

/** The person that a value names, such as `third-limited`; undefined for other words. */
export function grammaticalPerson(value: string): Person | undefined {
  return /^(first|second|third)(?:-|$)/.exec(value.trim().toLowerCase())?.[1] as Person | undefined;
}
