import { oneLine, tagged } from './fence.ts';
import type { PromptCharacter, PromptPlan } from './prompt-input.ts';

const tellsAsI = 'tells it as "I"';
const knowsOnly = 'The reader gets what this person saw, was told, guessed or got wrong; nothing else is known.';

const povGuides = new Map([
  ['second', 'The viewpoint character is "you".'],
  [
    'third-limited',
    'Third person, close to one character for the whole chapter. Other minds appear only as face, gesture and word.',
  ],
  [
    'third-omniscient',
    'A narrator with a voice of its own, who may enter any mind, and does so on purpose, never twice in a paragraph.',
  ],
  ['third-objective', 'Camera and microphone: no thoughts, no feelings named.'],
  ['multi', 'Several viewpoint characters, one in each chapter.'],
]);

const tenseGuides = new Map([
  ['past', 'Narrate in the past tense.'],
  ['present', 'Narrate in the present tense.'],
]);

const personGuides = new Map([
  ['first', `The viewpoint character ${tellsAsI}. ${knowsOnly}`],
  ['second', 'The viewpoint character is "you".'],
  ['third', 'Third person, close to the viewpoint character. Other minds appear only as face, gesture and word.'],
]);

/** The language by name and tag, fenced. */
export function languageLock(tag: string): string | undefined {
  return tagged('language', languageName(tag));
}

/** Locks of a plan, fenced and explained; undefined if nothing is locked. */
export function povLock({
  plan,
  cast,
}: {
  readonly plan: Pick<PromptPlan, 'povLock' | 'tenseLock'>;
  readonly cast: readonly Pick<PromptCharacter, 'id' | 'name' | 'isPov' | 'status'>[];
}): string | undefined {
  if (known(plan.povLock) !== 'first') return lock('point_of_view', plan.povLock, povGuides);
  const [first, ...others] = cast.filter(({ isPov }) => isPov);
  // One who is dead or away in some chapter does not tell all of them.
  const narrator = others.length === 0 && !first?.status?.length ? first : undefined;
  const who = tagged('narrator', narrator && oneLine(narrator.name)) ?? 'The viewpoint character';
  const when = new Map([
    ['past', ', looking back'],
    ['present', ', as it happens'],
  ]).get(known(plan.tenseLock));
  return `${tagged('point_of_view', plan.povLock)} ${who} ${tellsAsI}${when ?? ''}. ${knowsOnly}`;
}

/** Person of a narration, fenced and explained. */
export function personLock(person: string): string | undefined {
  return lock('person', person, personGuides);
}

export function tenseLock(plan: Pick<PromptPlan, 'tenseLock'>): string | undefined {
  return lock('tense', plan.tenseLock, tenseGuides);
}

/** A tense in words, if it is one that we know. */
export function tenseWords(tense: string | undefined): string | undefined {
  return tenseGuides.has(known(tense ?? null)) ? `${known(tense ?? null)} tense` : undefined;
}

/** How much of a mind is told, up to a depth of the plan. */
const depths: readonly (readonly [upTo: number, guide: string])[] = [
  [15, 'Stay outside: no thoughts. What people feel shows in what they do, say and avoid.'],
  [40, 'Thoughts are rare, and come as reported speech.'],
  [65, 'The character colours what is perceived; thoughts run through the narration as free indirect style.'],
  [85, 'Deep inside: the narration uses the character’s own words, without "she thought".'],
  [100, 'A stream of the mind: associations, breaks, and memory without transition.'],
];

export function depthLock({ povDepth, povLock: pov }: Pick<PromptPlan, 'povDepth' | 'povLock'>): string | undefined {
  if (povDepth === null || known(pov) === 'third-objective') return undefined;
  const guide = depths.find(([upTo]) => povDepth <= upTo)?.[1];
  return known(pov) === 'third-omniscient' && guide ? `In a mind that the narrator enters: ${guide}` : guide;
}

/** Whether the book has several viewpoint characters. */
export function isMultiPov({ povLock: value }: Pick<PromptPlan, 'povLock'>): boolean {
  return known(value) === 'multi';
}

/** Whether the book has a narrator who is none of its people. */
export function isToldByNobody({ povLock: value }: Pick<PromptPlan, 'povLock'>): boolean {
  return ['third-omniscient', 'third-objective'].includes(known(value));
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
