import { type Block, type Form, fenced, type Piece, type Source } from './block.ts';
import { headOf } from './book-blocks.ts';
import { oneLine } from './fence.ts';
import type { PromptArc, PromptChapter, PromptInput } from './prompt-input.ts';
import type { Rank } from './rank.ts';

/** The last chapters, whose events and states matter more than earlier ones (docs/prompt.md, "Budget"). */
const [recentEvents, recentStates] = [3, 10];
/** Over the budget, older recaps come and go in groups, one more for each of these tokens of the budget. Ours. */
const tokensPerMember = 3_200;
const membersMax = 10;

/**
 * The story so far: a recap of each earlier chapter that has a text, oldest first. It depends only on its own chapter, so
 * from chapter to chapter the block only grows at its end and keeps its prefix. Arcs stand for the recaps of their chapters.
 */
export function storyBlock({ chapters, budgetTokens }: PromptInput, index: number, arcs: readonly PromptArc[]): Block {
  const members = Math.min(Math.max(1, Math.floor(budgetTokens / tokensPerMember)), membersMax);
  const arcAt = (order: number) => arcs.find(({ from, to }) => from <= order && order <= to);
  const replaced = chapters.slice(0, index).filter(({ order }) => arcAt(order) !== undefined);
  const pieces = chapters.slice(0, index).flatMap((chapter, place) => {
    const arc = arcAt(chapter.order);
    if (arc) return chapter.order === arc.to ? [arcPiece(chapter, arc)] : [];
    const back = index - place;
    const forms = formsOf(chapter, ranksOf(back));
    const group = back <= recentStates ? undefined : `${Math.floor(place / members)}`;
    return forms ? [recapPiece(chapter, forms, group)] : [];
  });
  const omitted = replaced.map((chapter) => ({
    kind: 'recap',
    source: sourceOf(chapter),
    reason: arcAt(chapter.order)?.isComputed ? 'its ten chapters are told in short' : 'an arc stands for it',
  }));
  return { ...fenced('story-so-far', 'story_so_far', 'nothing comes before', pieces), isShared: true, omitted };
}

/** The ranks of a recap, by the number of chapters from it to this one. */
function ranksOf(back: number): Record<'ofState' | 'ofEvents', Rank> {
  return {
    ofState: back === 1 ? 'last-state' : back <= recentStates ? 'recent-states' : 'older-states',
    ofEvents: back <= recentEvents ? 'recent-events' : 'older-events',
  };
}

function recapPiece(chapter: PromptChapter, forms: Piece['forms'], group: string | undefined): Piece {
  return { kind: 'recap', source: sourceOf(chapter), forms, isProse: false, ...(group === undefined ? {} : { group }) };
}

/** The source is the last one of its chapters. */
function arcPiece(last: PromptChapter, { from, to, events, state }: PromptArc): Piece {
  const form = formOf('arcs', `Chapters ${from} to ${to}`, [lineOf('events', events), lineOf('state', state)]);
  return { kind: 'arc', source: sourceOf(last), forms: [form], isProse: false };
}

function sourceOf({ id, version }: PromptChapter): Source {
  return { type: 'chapter', id, version };
}

/** Where everybody stands, then also what happened; undefined for a chapter without text. */
function formsOf(chapter: PromptChapter, { ofState, ofEvents }: Record<'ofState' | 'ofEvents', Rank>) {
  const { events, state, note } = saidOf(chapter);
  const head = `${headOf(chapter)}${note}`;
  if (events === '' && state === '') return undefined;
  // A recap with one part only: that part is all that is known.
  if (events === '' || state === '') return [formOf(ofState, head, [events, state])] as const;
  return [formOf(ofState, head, [state]), formOf(ofEvents, head, [events, state])] as const;
}

function formOf(rank: Rank, head: string, lines: readonly string[]): Form {
  return { rank, before: '', body: [head, ...lines.filter((line) => line !== '')].join('\n'), after: '' };
}

/** The recap of a chapter; without one, how its text begins and ends. */
function saidOf({ recap, opening, closing }: PromptChapter): { events: string; state: string; note: string } {
  if (recap?.events.trim() || recap?.state?.trim()) {
    const note = recap.isStale ? ' (before the last edit)' : '';
    return { events: lineOf('events', recap.events), state: lineOf('state', recap.state), note };
  }
  return { events: lineOf('begins', opening), state: lineOf('ends', closing), note: '' };
}

/** A text on one line between tags; empty for an empty text. */
function lineOf(tag: string, text: string | null | undefined): string {
  const line = oneLine(text ?? '');
  return line === '' ? '' : `<${tag}>${line}</${tag}>`;
}
