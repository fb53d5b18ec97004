import { headOf } from '../../calls/prompt/book-blocks.ts';
import { clip, material, oneLine, tagged } from '../../calls/prompt/fence.ts';
import { languageName } from '../../calls/prompt/locks.ts';
import type { PromptMessage } from '../../calls/prompt/prompt.ts';
import type { PromptChapter } from '../../calls/prompt/prompt-input.ts';
import { readingRules } from '../../calls/prompt/reading-rules.ts';

const rules = `You are the editor who takes over a finished manuscript. From the recaps of its chapters you note down what kind of book it is and who is in it, for an author who will check every word.

${readingRules}
- <opening> is how one of the chapters begins. <events> are what happens in a chapter, <state_at_the_end> is where everybody stands after the last.
- "premise": who wants what, what stands in the way, what is at stake, and how it ends. Three to five plain sentences, at most 900 characters; no praise and no question.
- "genre", "audience", "toneStyle": a few words each, as a bookseller would say them. The tone is how it is told, from <opening>.
- "povLock": "first", "second", "third-limited" for one person's view, "third-omniscient", "third-objective", or "multi" where several tell in turn; "tenseLock": "past" or "present". Both from <opening>; null where it does not show.
- "people": everybody who matters in more than one chapter, the most important first, at most twelve. "name" is the fullest name in the recaps, "aliases" what else they are called there. "role" says in a few words who they are in this world, "bio" in at most 400 characters what the recaps tell of them: where they come from, what they want, what becomes of them. "isPov" is true for those through whom it is told.
- Only what the material says. Write in the language of <language>.
- Reply with one JSON object and nothing else: {"premise": "…", "genre": "…", "audience": "…", "toneStyle": "…", "povLock": …, "tenseLock": …, "people": [{"name": "…", "aliases": [], "role": "…", "bio": "…", "isPov": false}]}.`;

/** What a profile is made from. */
export interface ProfileInput {
  title: string;
  language: string;
  /** Those with a recap, in order. */
  chapters: readonly Pick<PromptChapter, 'order' | 'title' | 'recap'>[];
  /** How some chapters begin. */
  openings: readonly string[];
}

/** Messages that request the profile. Of each chapter at most so many characters are told. */
export function profileMessages(
  { title, language, chapters, openings }: ProfileInput,
  charactersMax: number,
): PromptMessage[] {
  const last = chapters.at(-1);
  const lines = [
    tagged('language', languageName(language)),
    tagged('title', oneLine(title)),
    ...openings.map((text) => `<opening>\n${material(text.trim())}\n</opening>`),
    ...chapters.map((chapter) => toldLine(chapter, charactersMax)),
    tagged('state_at_the_end', oneLine(last?.recap?.state ?? '')),
    'Note down what kind of book this is now.',
  ];
  return [
    { role: 'system', content: rules },
    { role: 'user', content: lines.filter((line) => line !== undefined).join('\n') },
  ];
}

function toldLine(chapter: ProfileInput['chapters'][number], charactersMax: number): string {
  return `${headOf(chapter)} ${tagged('events', oneLine(clip(chapter.recap?.events ?? '', charactersMax))) ?? ''}`;
}
