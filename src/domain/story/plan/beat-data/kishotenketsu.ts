import type { BeatSheet } from '../beat.ts';

/** Works without opposition: stakes and conflict are not expected. */
export const kishotenketsu: BeatSheet = {
  id: 'kishotenketsu',
  name: 'Kishōtenketsu',
  description:
    'Four movements that live by contrast and surprise instead of conflict. Suits quiet, observant and slice-of-life stories, and tales that turn on seeing a thing anew.',
  beats: [
    {
      key: 'ki',
      label: 'Ki (Introduction)',
      intent: 'Introduce the people and the place as they are, with an eye for what is particular.',
      start: 0,
      end: 0.15,
    },
    {
      key: 'sho',
      label: 'Shō (Development)',
      intent: 'Go deeper into what is there. Let it grow by detail and familiarity, without forcing a clash.',
      start: 0.15,
      end: 0.55,
    },
    {
      key: 'ten',
      label: 'Ten (Twist)',
      intent: 'Bring in something unforeseen from outside the pattern that makes everything so far read differently.',
      start: 0.55,
      end: 0.8,
    },
    {
      key: 'ketsu',
      label: 'Ketsu (Conclusion)',
      intent: 'Let the first picture and the new one stand together until their harmony or their difference speaks.',
      start: 0.8,
      end: 1,
    },
  ],
};
