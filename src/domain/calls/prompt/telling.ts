import type { PromptChapter } from './prompt-input.ts';

/** What is known of a chapter. */
export interface Telling {
  text: string;
  /** Whether it is the recap of the text: what happens in the chapter as it is written. */
  isWritten: boolean;
}

/** The summary of a chapter; without one, what its recap tells. */
export function tellingOf({ summary, recap }: Pick<PromptChapter, 'summary' | 'recap'>): Telling {
  const events = recap?.events.trim() ?? '';
  return summary.trim() === '' && events !== ''
    ? { text: events, isWritten: true }
    : { text: summary, isWritten: false };
}

/** Whether anything is known of a chapter. The title that a new one gets says nothing: Chapter 40. */
export function isKnown(chapter: Pick<PromptChapter, 'title' | 'summary' | 'recap'>): boolean {
  return tellingOf(chapter).text.trim() !== '' || !/^\s*(?:Chapter \d+)?\s*$/.test(chapter.title);
}
