import { defaultTitle } from '../book/rules.ts';
import { findBeatSheet } from '../plan/beats.ts';
import { withEveryBeat } from './every-beat.ts';
import { type Faulty, readReply } from './json-reply.ts';
import type { OutlineInput } from './outline-input.ts';
import { type OutlineReply, outlineShape } from './outline-shape.ts';

/** An outline as it can be stored. */
export interface Outline {
  /** Null where the book keeps its title. */
  title: string | null;
  /** What was detected; null where the book has one already, or nothing was found. A confidence, 0–100, comes only with it. */
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
  /** With a beat sheet at least one; without one none. */
  beatKeys: string[];
  participantIds: string[];
}

/** The outline in a model's reply, or what is wrong with it. Never throws. */
export function readOutline(text: string, input: OutlineInput): { outline: Outline } | Faulty {
  const read = readReply(text, outlineShape(input));
  return 'faults' in read ? read : { outline: outlineFrom(read.value, input) };
}

function outlineFrom(reply: OutlineReply, { plan }: OutlineInput): Outline {
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
