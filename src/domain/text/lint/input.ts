import type { LintInput, OutlinedChapter } from './material.ts';
import { whyAbsenceIsUnknown } from './people.ts';

/** Only what the checks read: the whole outline is much longer than a text. */
export function inputOf(input: LintInput): LintInput {
  const readsOutline = whyAbsenceIsUnknown(input) === undefined;
  const chapters = input.chapters.map((one) =>
    outlineOf(one, readsOutline || one.id === input.chapter.id || one.order === input.chapter.order + 1),
  );
  return {
    language: input.language,
    plan: {
      povLock: input.plan.povLock,
      tenseLock: input.plan.tenseLock,
      beatSheetTemplate: input.plan.beatSheetTemplate,
    },
    style: {
      personLock: input.style.personLock,
      avoid: input.style.avoid,
      prosePatterns: input.style.prosePatterns,
    },
    cast: input.cast.map(({ id, name, aliases, isPov, status, datedAliases }) => ({
      id,
      name,
      aliases,
      isPov,
      status,
      datedAliases,
    })),
    chapters,
    chapter: chapters.find(({ id }) => id === input.chapter.id) ?? input.chapter,
    content: input.content,
    previousContent: input.previousContent,
    lintId: input.lintId,
    formerLintIds: input.formerLintIds ?? [],
    ordered: input.ordered,
  };
}

/** Without texts, a summary is only marked as there. */
function outlineOf(one: OutlinedChapter, hasTexts: boolean): OutlinedChapter {
  const {
    id,
    order,
    status,
    targetWords = null,
    beatKeys,
    povCharacterId,
    participantIds,
    mentionedIds = [],
    person = null,
    tense = null,
  } = one;
  const texts = hasTexts
    ? { title: one.title, summary: one.summary, notes: one.notes }
    : { title: '', summary: one.summary === '' ? '' : '…', notes: '' };
  return {
    id,
    order,
    status,
    targetWords,
    beatKeys,
    povCharacterId,
    participantIds,
    mentionedIds,
    person,
    tense,
    ...texts,
  };
}

/** Length of everything that the checks read. */
export function lengthOfInput({ chapters, content, previousContent }: LintInput): number {
  return chapters.reduce(
    (sum, { title, summary, notes }) => sum + title.length + summary.length + notes.length,
    content.length + previousContent.length,
  );
}
