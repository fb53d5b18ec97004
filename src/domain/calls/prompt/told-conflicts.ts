import { leadOf, type Member } from './only-viewpoint.ts';
import type { PromptChapter, PromptConflict, PromptInput } from './prompt-input.ts';
import { viewpointOf } from './viewpoint.ts';

/** The conflicts of a book as a chapter sees them, strongest first. */
export interface ToldConflicts {
  /** Both ends take part. */
  here: readonly PromptConflict[];
  /** Open ones with somebody who takes no part: those of the viewpoint character, near the end of the book also the lead's. */
  absent: readonly PromptConflict[];
  others: readonly PromptConflict[];
}

type Material = Pick<PromptInput, 'conflicts' | 'cast' | 'plan' | 'chapters'>;

/** Which conflicts a chapter is told with. */
export function toldConflicts(input: Material, chapter: PromptChapter, participants: readonly Member[]): ToldConflicts {
  const known = new Set(input.cast.map(({ id }) => id));
  const present = new Set(participants.map(({ id }) => id));
  const carriers = carriersOf(input, chapter);
  const {
    here = [],
    absent = [],
    others = [],
  } = Object.groupBy(input.conflicts.toSorted(strongestFirst), ({ fromCharacterId, toCharacterId, status }) => {
    if (present.has(fromCharacterId) && present.has(toCharacterId)) return 'here';
    const isCarried = carriers.has(fromCharacterId) || carriers.has(toCharacterId);
    const isOpen = status !== 'resolved' && known.has(fromCharacterId) && known.has(toCharacterId);
    return isCarried && isOpen ? 'absent' : 'others';
  });
  return { here, absent, others };
}

/** In the last part of a book everything that the lead has open must come to its end. */
const lastPart = 3 / 4;

function carriersOf({ cast, plan, chapters }: Material, chapter: PromptChapter): ReadonlySet<string> {
  const lead = chapter.order > chapters.length * lastPart ? leadOf(cast) : undefined;
  return new Set([viewpointOf(chapter, cast, { plan }), lead].flatMap((one) => (one ? [one.id] : [])));
}

const statusOrder = ['escalating', 'open', 'latent'];

function strongestFirst(one: PromptConflict, other: PromptConflict): number {
  return (
    Number(one.status === 'resolved') - Number(other.status === 'resolved') ||
    other.intensity - one.intensity ||
    statusOrder.indexOf(one.status) - statusOrder.indexOf(other.status) ||
    (one.id < other.id ? -1 : 1)
  );
}
