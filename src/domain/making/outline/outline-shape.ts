import { z } from 'zod';
import { firstOf } from '../../../providers/json-reply.ts';
import { isMultiPov } from '../../calls/prompt/locks.ts';
import { defaultTitle, newBook } from '../../story/book/rules.ts';
import { findBeatSheet } from '../../story/plan/beats.ts';
import { planPatch } from '../../story/plan/rules.ts';
import { newChapter } from '../../text/chapter/rules.ts';
import type { OutlineInput } from './outline-input.ts';
import { namesOf, type Roster, rosterOf } from './roster.ts';
import { chapterCountMax } from './rules.ts';

const chapterTitle = newChapter.shape.title.unwrap();
const summary = newChapter.shape.summary.unwrap();
const detected = planPatch.shape.genre.unwrap();
const confidence = planPatch.shape.genreConfidence.unwrap();

/** A validated reply, with names converted to ids. */
export interface OutlineReply {
  title?: string | null | undefined;
  genre?: string | null | undefined;
  genreConfidence?: number | null | undefined;
  audience?: string | null | undefined;
  audienceConfidence?: number | null | undefined;
  chapters: {
    title: string;
    summary: string;
    pov: string | null;
    beats?: string[] | null | undefined;
    participants: string[];
  }[];
}

/**
 * Shape of an outline for this book, for the prompt and the validation. Title, genre and audience are included only if the
 * book lacks them; names are converted to ids. Lengths are those of the records. After `planned` chapters only the missing
 * ones are included.
 */
export function outlineShape(input: OutlineInput, planned?: OutlineReply): z.ZodType<OutlineReply> {
  if (planned) return z.object({ chapters: chaptersShape(input, planned.chapters.length) });
  const { title, genre, audience } = input.book;
  const settled = {
    ...(title === defaultTitle ? {} : { title: true as const }),
    ...(genre === null ? {} : { genre: true as const, genreConfidence: true as const }),
    ...(audience === null ? {} : { audience: true as const, audienceConfidence: true as const }),
  };
  return z.object({ ...ofBook, chapters: chaptersShape(input) }).omit(settled);
}

const ofBook = {
  title: newBook.shape.title.unwrap().describe('A title for the book.').nullish(),
  genre: detected.describe('The genre that you detect, in a few words.').optional(),
  genreConfidence: confidence.describe('How sure you are of it, 0 to 100.').optional(),
  audience: detected.describe('Who you find the book is for, in a few words.').optional(),
  audienceConfidence: confidence.describe('How sure you are of it, 0 to 100.').optional(),
};

function chaptersShape(input: OutlineInput, planned = 0) {
  const chapters = z
    .array(chapterShape(input))
    .describe(
      planned === 0 ? 'Every chapter of the book, in order.' : `The chapters from ${planned + 1} on, in order.`,
    );
  const countMax = chapterCountMax - planned;
  // After a cut nobody knows whether the last chapter was there.
  if (input.chapterCount === null) return firstOf(countMax, chapters.min(planned === 0 ? 1 : 0).max(countMax));
  const chapterCount = input.chapterCount - planned;
  const error = ({ input: sent }: { input: unknown }) =>
    `must be exactly ${chapterCount}${Array.isArray(sent) && sent.length <= chapterCountMax ? `, not ${sent.length}` : ''}`;
  return firstOf(chapterCountMax, chapters.length(chapterCount, { error }));
}

// More than a chapter can have, and more than any sheet has. Ours.
const participantsMax = 100;
const beatsMax = 40;

function chapterShape(input: OutlineInput) {
  const roster = rosterOf(input.cast, input.book.language);
  return z.object({
    title: chapterTitle.describe('The heading, without a number.'),
    summary: summary.trim().min(1).describe('What happens in the chapter and what it changes.'),
    pov: povShape(input, roster),
    beats: beatsShape(input),
    participants: firstOf(
      participantsMax,
      z.array(z.string().transform((name, context) => idOf(name, context, input, roster))).max(participantsMax),
    )
      .nullish()
      .transform((ids) => [...new Set(ids?.filter((id) => id !== null))])
      .describe('Names from <cast> of everybody who takes part; empty without a cast.'),
  });
}

function povShape(input: OutlineInput, roster: Roster) {
  const viewpoints = input.cast.filter(({ isPov }) => isPov);
  const onlyViewpoints = isMultiPov(input.plan) && viewpoints.length > 0;
  return z
    .string()
    .nullish()
    .transform((name, context) => {
      const id = name ? idOf(name, context, input, roster) : null;
      if (id === null || !onlyViewpoints || viewpoints.some((member) => member.id === id)) return id;
      return refused(context, `${quoted(name)} carries no point of view; use one of ${namesOf(viewpoints)}`);
    })
    .describe('Name from <cast> of the character it is told through; null for nobody in particular.');
}

function beatsShape({ plan }: OutlineInput) {
  const sheet = plan.beatSheetTemplate === null ? undefined : findBeatSheet(plan.beatSheetTemplate);
  const none = firstOf(0, z.array(z.string())).nullish().describe('Empty: the book has no beat sheet.');
  if (sheet === undefined) return none;

  const keys = sheet.beats.map(({ key }) => key);
  const key = z.preprocess(
    (sent) => (typeof sent === 'string' ? sent.trim().toLowerCase() : sent),
    z.enum(keys, {
      error: ({ input: sent }) => `${quoted(sent)} is no beat of the sheet; use some of ${keys.join(', ')}`,
    }),
  );
  return firstOf(beatsMax, z.array(key).max(beatsMax))
    .nullish()
    .describe('Keys of the beats it carries, at least one.');
}

/** Null for a blank name, and for any name if there is no cast. */
function idOf(name: string, context: z.RefinementCtx, { cast }: OutlineInput, roster: Roster): string | null {
  if (name.trim() === '' || cast.length === 0) return null;
  const member = roster.find(name);
  return member?.id ?? refused(context, `${quoted(name)} is not in the cast; use one of ${namesOf(cast)}`);
}

function refused(context: z.RefinementCtx, message: string): null {
  context.addIssue({ code: 'custom', message });
  return null;
}

// An invented name may be a page long.
const sentShownMax = 80;

function quoted(sent: unknown): string {
  return (JSON.stringify(sent) ?? 'nothing').slice(0, sentShownMax);
}
