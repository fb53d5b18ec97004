import type { ApiError } from './client.ts';

/** Fields of the service, by the names of the controls that send them. */
const controls: Record<string, string> = {
  title: 'Title',
  summary: 'Summary',
  content: 'Text',
  notes: 'Notes',
  name: 'Name',
  premise: 'Premise',
  words: 'Words to add',
  instructions: 'Instructions',
  directive: 'Directive',
  events: 'What happened',
  state: 'Where everybody stands',
  body: 'Your note',
  replacement: 'Your words',
  reason: 'Why it is meant',
  description: 'Description',
  stakes: 'Stakes',
  intensity: 'Intensity',
  paragraphs: 'Paragraphs',
  verbatim: 'Keep all in the text',
  participantIds: 'People: takes part',
  mentionedIds: 'People: only mentioned',
  beatKeys: 'Beats',
  avoid: 'Words to avoid',
  povLock: 'Point of view',
  tenseLock: 'Tense',
  personLock: 'Person',
  isPov: 'Viewpoint character',
  targetWords: 'Words ordered',
};

/** What is said in another way here, with the control that helps. The first that fits is used. */
const sentences: readonly (readonly [RegExp, string])[] = [
  [/^Run \S+ is (writing|working).*/, 'This chapter is being written. Wait for the end, or press “Stop writing”.'],
  [/^Run \S+ was cancelled.*/, 'The writing was stopped. Press the button again.'],
  [/is complete\. Send continue.*/, 'is complete. Use “Continue” or “Rewrite” below the text.'],
  [/no text to continue.*/, 'no text to continue. Press “Write this chapter”.'],
  [/Shorten its content, or send restart: true\./, 'Shorten the text, or press “Rewrite”.'],
  [/ Split the chapter, or write it again with restart: true\./, ' Press “Rewrite” to have it written anew.'],
  [/, or set its content,? /, ' or type it, '],
  [/The account is full.*/, 'The account is full. “Storage”, below the chapters, shows what frees space.'],
  [/Proposal \S+ is (\w+) already\. .*/, 'This proposal is $1 already.'],
  [/Set `paragraphs` to .*/, 'Choose another under “Paragraphs” to read it otherwise.'],
  [/Set `verbatim` to keep them in the text\./, 'Tick “Keep all in the text” to keep them there.'],
  [
    /Add them to participantIds, or to mentionedIds if/,
    'Under “People”, set them to “takes part”, or to “only mentioned” if',
  ],
  [/Add \S+ to beatKeys here or nearby\./, 'Tick it under “Beats” here or nearby.'],
  [/take the entry off the list `avoid` of the style/, 'take it off “Words to avoid” under Style'],
  [/change povLock/, 'change “Point of view” under Plan'],
  [/change personLock/, 'change “Person” under Style'],
  [/ The book's `\w+`/, ' The book’s setting'],
];

const anId = / ?\b[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26}\b/g;

/** A text of the service in the terms of this page: no field names, no ids. */
export function inOurTerms(text: string): string {
  const said = sentences.reduce((now, [pattern, words]) => now.replace(pattern, words), text);
  return said
    .replace(anId, '')
    .replace(/`?\b([a-z]+[A-Z]\w*)\b`?/g, (name, member: string) => (controls[member] ? `“${controls[member]}”` : name))
    .replace(/`([^`]*)`/g, (_all, name: string) => `“${controls[name] ?? name}”`);
}

const byCode: Record<string, string> = {
  conflict: 'Somebody else has changed this meanwhile. Look at it as it is now, and do it again if it is still wanted.',
  not_found: 'This is not there any more: it was deleted.',
  insufficient_scope: 'Your key does not allow this. Sign in with another one.',
};

/** Why the service has refused something. `label` names the control that was used. */
export function refusal(
  { code, message, issues }: Pick<ApiError, 'code' | 'message' | 'issues'>,
  label?: string,
): string {
  const known = byCode[code];
  if (known) return known;
  if (issues.length === 0) return inOurTerms(message);
  return issues.map(({ path, message: fault }) => `${nameOf(path, label)} ${inOurTerms(fault)}`).join(' ');
}

/** The control of a path such as `patch.aliases[3]`: “Aliases 4”. */
function nameOf(path: string, label: string | undefined): string {
  const [, member = '', index] = /(?:^|\.)(\w*)(?:\[(\d+)\])?(?:\.url|\.title)?$/.exec(path) ?? [];
  const words = member.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  const name = label ?? controls[member] ?? words.charAt(0).toUpperCase() + words.slice(1);
  return `“${index === undefined ? name : `${name} ${Number(index) + 1}`}”`;
}
