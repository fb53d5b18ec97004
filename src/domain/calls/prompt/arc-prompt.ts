import { headOf } from './book-blocks.ts';
import { oneLine, tagged } from './fence.ts';
import { languageName } from './locks.ts';
import type { PromptMessage } from './prompt.ts';
import type { PromptChapter } from './prompt-input.ts';
import { readingRules } from './reading-rules.ts';

const rules = `You keep the running recap of a long novel. From the recaps of ten chapters you make one recap, which stands for them when the writer of a much later chapter reads it.

${readingRules}
- "events": what happened in these chapters that still matters later: decisions, discoveries, deaths, promises, losses, and what was left open. Leave out what was settled within them. At most 1,000 characters in plain sentences.
- "state": what holds at the end of these chapters: who is where, alive or dead, with or against whom, and what they hold, know, wrongly believe and owe. At most 650 characters.
- Facts, not praise; nothing that the recaps do not say. Names as in the recaps. Write in the language of <language>, without headings, lists or quotations.
- Reply with one JSON object and nothing else: {"events": "…", "state": "…"}.`;

/** Messages that request the arc of some chapters, from their recaps. */
export function arcMessages(chapters: readonly PromptChapter[], language: string): PromptMessage[] {
  const told = chapters.flatMap(({ recap, ...chapter }) => [
    `<chapter_heading>${headOf(chapter)}</chapter_heading>`,
    tagged('events', oneLine(recap?.events ?? '')),
    tagged('state', oneLine(recap?.state ?? '')),
  ]);
  const fences = [tagged('language', languageName(language)), ...told, 'Write the recap of these chapters now.'];
  return [
    { role: 'system', content: rules },
    { role: 'user', content: fences.filter((fence) => fence !== undefined).join('\n') },
  ];
}
