import { enoughShare, type Order } from '../../calls/prompt/order.ts';
import { noText, type TextMaterial, type Verdict } from './material.ts';

/** A text with more than this share of its ordered length is too long (ours). */
const tooMuchShare = 1.6;

/**
 * A complete text far from its ordered length. If the chapter has a target and a run wrote the text to another length, both
 * must be missed.
 */
export function findLengthOff({ content, chapter, ordered, prose }: TextMaterial): Verdict {
  if (content === '') return noText;
  if (chapter.status !== 'complete') return { skipped: 'The text is not complete.' };
  const target = chapter.targetWords ?? null;
  const orders = [...(target === null ? [] : [{ words: target, from: 0 }]), ...(ordered ? [ordered] : [])];
  const [first] = orders;
  if (!first) return { skipped: 'No length was ordered.' };
  const words = prose.words.length;
  if (!orders.every((one) => isOff(words, one))) return [];
  const whole = first.from + first.words;
  return [
    {
      evidence: words < whole ? 'short' : 'long',
      message: `The chapter has ${words} words; about ${whole} were ordered.`,
      fix: words < whole ? 'Continue the chapter, or change its target.' : 'Shorten the chapter, or change its target.',
    },
  ];
}

function isOff(words: number, { words: ordered, from }: Order): boolean {
  const share = (words - from) / ordered;
  return share < enoughShare || share > tooMuchShare;
}
