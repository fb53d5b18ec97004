import { z } from 'zod';
import { eventsMax, stateMax, text } from '../../shapes.ts';

/** A whole arc, as callers write it. */
export const newArc = z.strictObject({
  events: text(eventsMax).min(1).describe('Events of its chapters that matter to later chapters, 1–1200 characters.'),
  state: text(stateMax)
    .default('')
    .describe('Where everybody stands at the end of the last of them. Up to 800 characters; default: empty.'),
});
