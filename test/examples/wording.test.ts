import { expect, it } from 'vitest';
import { inOurTerms, refusal } from '../../examples/editor/wording.ts';
import { bookPatch } from '../../src/domain/story/book/rules.ts';
import { characterPatch } from '../../src/domain/story/character/rules.ts';
import { planPatch } from '../../src/domain/story/plan/rules.ts';
import { stylePatch } from '../../src/domain/story/style/rules.ts';
import { chapterPatch } from '../../src/domain/text/chapter/rules.ts';

const error = (code: string, message: string, issues: { path: string; message: string }[] = []) => ({
  code,
  message,
  issues,
});

/** Names of fields, ids, routes and arguments of the API. */
const apiWords = /`|\b[a-z]+[A-Z]\w*\b|\b[a-z]{2,4}_[0-9a-z]{26}\b|\bpatch\b|\/v1|\bscope\b|restart: true/;

it('names the control of each field that an author can change', () => {
  for (const patch of [bookPatch, chapterPatch, characterPatch, planPatch, stylePatch])
    for (const member of Object.keys(patch.shape)) {
      const fault = error('invalid_request', '', [{ path: `patch.${member}[3]`, message: 'is 5; the limit is 4.' }]);
      expect(refusal(fault)).toMatch(/^“[A-Z][a-z: ]+ 4” is 5; the limit is 4\.$/);
      expect(refusal(fault, 'Tone')).toBe('“Tone 4” is 5; the limit is 4.');
    }
});

it.each([
  [
    'invalid_state',
    'Run run_01kahz6q8r9s0t1v2w3x4y5z6a is writing this chapter. Wait for it or cancel it, then try again.',
    /Stop writing/,
  ],
  [
    'invalid_state',
    'The chapter is complete. Send continue: true to append to it, or restart: true to write it again; the present text is kept as a revision.',
    /“Continue” or “Rewrite”/,
  ],
  ['invalid_state', 'The chapter has no text to continue. Write it without `continue`.', /Write this chapter/],
  [
    'invalid_state',
    'Chapter ch_01kahz6q8r9s0t1v2w3x4y5z6a would have 500000 characters; the limit is 400000. Accept fewer, or split it.',
    /^Chapter would have 500000/,
  ],
  [
    'invalid_state',
    'The account is full: it stores 9 bytes, and its quota is 8 (QUOTA_BYTES). To free space, delete covers with POST …/revisions/thin (thinRevisions).',
    /“Storage”/,
  ],
  ['not_found', 'No such chapter. Check the id; list what you own to see valid ids.', /was deleted/],
  [
    'conflict',
    'The chapter is at version 5, not 4. Merge your change into `current` and send that version.',
    /Somebody else has changed/,
  ],
  ['insufficient_scope', 'This token lacks the scope books:write. Create a token that has it.', /Sign in with another/],
])('says a refusal in the terms of the page: %s, %s', (code, message, expected) => {
  const said = refusal(error(code, message));
  expect(said).toMatch(expected);
  expect(said).not.toMatch(apiWords);
});

it.each([
  'Blank lines were read as the ends of paragraphs. Set `paragraphs` to `line` or `indent` to read it otherwise.',
  'Comments were left out of the text; they are in the notes of their chapters. Set `verbatim` to keep them in the text.',
  'Add them to participantIds, or to mentionedIds if they are only spoken of, or let them step back.',
  'Add midpoint to beatKeys here or nearby. What it has to do: turn.',
  'Say it in another way, or take the entry off the list `avoid` of the style.',
  'Rewrite it in the person of the plan, or change povLock if the book has changed its mind.',
])('says what the service found in the terms of the page: %s', (text) => {
  expect(inOurTerms(text)).toMatch(/“/);
  expect(inOurTerms(text)).not.toMatch(apiWords);
});
