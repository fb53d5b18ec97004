import { type ReplyFaults, readReply } from '../../../providers/json-reply.ts';
import { defaultTitle } from '../../story/book/rules.ts';
import { findBeatSheet } from '../../story/plan/beats.ts';
import { withEveryBeat } from './every-beat.ts';
import type { OutlineInput } from './outline-input.ts';
import { type OutlineReply, outlineShape } from './outline-shape.ts';

/** A validated outline. */
export interface Outline {
  /** Null if the book keeps its title. */
  title: string | null;
  /** Detected values; null if the book has one or none was found. A confidence, 0–100, is set only with a value. */
  genre: string | null;
  genreConfidence: number | null;
  audience: string | null;
  audienceConfidence: number | null;
  /** In order, at least one. */
  chapters: OutlinedChapter[];
}

export interface OutlinedChapter {
  title: string;
  summary: string;
  povCharacterId: string | null;
  /** At least one with a beat sheet; otherwise empty. */
  beatKeys: string[];
  participantIds: string[];
}

/** Parses the outline in a reply, or answers its faults. The reply continues the planned chapters. Never throws. */
export function readOutline(
  text: string,
  input: OutlineInput,
  planned?: OutlineReply,
): { outline: Outline } | ReplyFaults {
  const read = readReply(text, outlineShape(input, planned));
  return 'faults' in read ? read : { outline: outlineFrom(joined(planned, read.value), input) };
}

/** The planned chapters and those that follow them. */
export function joined(planned: OutlineReply | undefined, rest: OutlineReply): OutlineReply {
  return planned ? { ...planned, chapters: [...planned.chapters, ...rest.chapters] } : rest;
}

/** The outline of a valid reply. */
export function outlineFrom(reply: OutlineReply, { plan }: OutlineInput): Outline {
  const sheet = plan.beatSheetTemplate === null ? undefined : findBeatSheet(plan.beatSheetTemplate);
  const named = reply.chapters.map(({ beats }) => beats ?? []);
  const beats = sheet === undefined ? [] : withEveryBeat(sheet, named);
  const genre = reply.genre ?? null;
  const audience = reply.audience ?? null;
  return {
    title: reply.title && reply.title !== defaultTitle ? reply.title : null,
    genre,
    genreConfidence: genre === null ? null : (reply.genreConfidence ?? null),
    audience,
    audienceConfidence: audience === null ? null : (reply.audienceConfidence ?? null),
    chapters: reply.chapters.map(({ title, summary, pov, participants }, index) => ({
      title,
      summary,
      povCharacterId: pov,
      beatKeys: beats[index] ?? [],
      participantIds: participants,
    })),
  };
}
