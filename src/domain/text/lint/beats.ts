import { type BeatSheet, findBeatSheet } from '../../story/plan/beats.ts';
import { beatsOfChapter, chaptersOfBeat, distanceFromBeat, placeTolerance } from '../../story/plan/placement.ts';
import type { Material, OutlinedChapter, Verdict } from './material.ts';

const noSheet = { skipped: 'The plan chooses no beat sheet.' };

function sheetOf({ plan }: Material): BeatSheet | undefined {
  return findBeatSheet(plan.beatSheetTemplate ?? '');
}

export function findUnknownBeats(material: Material): Verdict {
  const sheet = sheetOf(material);
  if (!sheet) return noSheet;
  return [...new Set(material.chapter.beatKeys)]
    .filter((key) => !sheet.beats.some((beat) => beat.key === key))
    .map((key) => ({
      evidence: key,
      message: `“${key}” is no beat of ${sheet.name}.`,
      fix: `Take it off, or use one of ${sheet.beats.map((beat) => beat.key).join(', ')}.`,
    }));
}

/** Beats of the chapter that belong elsewhere in the book. */
export function findMisplacedBeats(material: Material): Verdict {
  const sheet = sheetOf(material);
  const { chapter, chapters } = material;
  if (!sheet) return noSheet;
  if (chapter.beatKeys.length === 0) return { skipped: 'The chapter names no beats; it carries those of its place.' };
  return sheet.beats
    .filter(({ key }) => chapter.beatKeys.includes(key))
    .filter((beat) => distanceFromBeat(beat, chapter.order, chapters.length) > placeTolerance)
    .map((beat) => {
      const places = chaptersOfBeat(sheet, beat.key, chapters.length);
      return {
        evidence: beat.key,
        message: `“${beat.label}” belongs at ${percent(beat.start, beat.end)} of the book, and this is chapter ${chapter.order} of ${chapters.length}.`,
        fix: `Give it to chapter ${places.join(' or ')}, or waive it if this book turns elsewhere.`,
      };
    });
}

/** Beats expected at the chapter's position that its own beats displace and no other chapter carries. */
export function findLostBeats(material: Material): Verdict {
  const sheet = sheetOf(material);
  const { chapter, chapters } = material;
  if (!sheet) return noSheet;
  const carriedBy = (one: OutlinedChapter) => {
    const own = sheet.beats.filter(({ key }) => one.beatKeys.includes(key));
    return own.length > 0 ? own : beatsOfChapter(sheet, one.order, chapters.length);
  };
  const carried = new Set(chapters.flatMap(carriedBy));
  return beatsOfChapter(sheet, chapter.order, chapters.length)
    .filter((beat) => !carried.has(beat))
    .map(({ key, label, intent }) => ({
      evidence: key,
      message: `“${label}” falls to this chapter by its place, and no chapter of the book names it.`,
      fix: `Add ${key} to beatKeys here or nearby. What it has to do: ${intent}`,
    }));
}

function percent(start: number, end: number): string {
  const [from, to] = [start, end].map((share) => `${Math.round(share * 100)} %`);
  return from === to ? `${from}` : `${from}–${to}`;
}
