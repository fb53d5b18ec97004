import type { BeatSheet } from '../beat.ts';

/** No percentages were published for this shape; the positions are convention. */
export const freytag: BeatSheet = {
  id: 'freytag',
  name: "Freytag's Pyramid",
  description:
    'A rise to a turning point in the middle and a fall that follows from it. Suits tragedy, family sagas and stories in which one act decides everything after it.',
  beats: [
    {
      key: 'exposition',
      label: 'Exposition',
      intent: 'Lay out the people, their ties and the imbalance that will set them in motion.',
      start: 0,
      end: 0.15,
    },
    {
      key: 'rising-action',
      label: 'Rising Action',
      intent: 'Each step toward the goal makes the next one harder and the way out narrower.',
      start: 0.15,
      end: 0.45,
    },
    {
      key: 'climax',
      label: 'Climax',
      intent: 'The act or the discovery after which fortune runs the other way.',
      start: 0.45,
      end: 0.55,
    },
    {
      key: 'falling-action',
      label: 'Falling Action',
      intent: 'Let the consequences of the turn come in one by one, with a last hope held out before the end.',
      start: 0.55,
      end: 0.85,
    },
    {
      key: 'denouement',
      label: 'Denouement',
      intent: 'Bring the catastrophe or the settlement, and the quiet in which its meaning is felt.',
      start: 0.85,
      end: 1,
    },
  ],
};
