import type { BeatSheet } from '../beat.ts';

/** Positions are the percentages in use for novels. */
export const saveTheCat: BeatSheet = {
  id: 'save-the-cat',
  name: 'Save the Cat',
  description:
    'Fifteen closely spaced beats that follow one flawed lead from an unsustainable life to a changed one. Suits commercial fiction that wants a steady pull and a clear inner arc.',
  beats: [
    {
      key: 'opening-image',
      label: 'Opening Image',
      intent:
        "Give one telling picture of the lead's life before anything moves, so that the ending can be held against it.",
      start: 0,
      end: 0.01,
    },
    {
      key: 'theme-stated',
      label: 'Theme Stated',
      intent: 'Let someone say, almost in passing, what the lead will have to learn. The lead does not hear it yet.',
      start: 0.05,
      end: 0.05,
    },
    {
      key: 'setup',
      label: 'Setup',
      intent:
        'Show the people, the routine and the goal, and the flaw that already has a price: staying as they are must look expensive.',
      start: 0.01,
      end: 0.1,
    },
    {
      key: 'catalyst',
      label: 'Catalyst',
      intent: 'Something happens to the lead that closes the door on the old normal.',
      start: 0.1,
      end: 0.1,
    },
    {
      key: 'debate',
      label: 'Debate',
      intent: 'Let the lead hesitate for good reasons, and make the price of saying yes plain.',
      start: 0.1,
      end: 0.2,
    },
    {
      key: 'break-into-two',
      label: 'Break into Two',
      intent: 'The lead decides, by their own will, to step into the new situation.',
      start: 0.2,
      end: 0.2,
    },
    {
      key: 'b-story',
      label: 'B Story',
      intent: 'Open or deepen the relationship through which the lead will come to understand the theme.',
      start: 0.22,
      end: 0.22,
    },
    {
      key: 'fun-and-games',
      label: 'Fun and Games',
      intent:
        'Deliver what the premise made the reader look forward to, as the lead learns the new world by trying it.',
      start: 0.2,
      end: 0.5,
    },
    {
      key: 'midpoint',
      label: 'Midpoint',
      intent: 'A victory that is hollow or a defeat that is not final; either way more is at stake from here on.',
      start: 0.5,
      end: 0.5,
    },
    {
      key: 'bad-guys-close-in',
      label: 'Bad Guys Close In',
      intent: 'Tighten the pressure from outside while the unmended flaw does its damage from within.',
      start: 0.5,
      end: 0.75,
    },
    {
      key: 'all-is-lost',
      label: 'All Is Lost',
      intent: 'Take away what the lead could least afford to lose.',
      start: 0.75,
      end: 0.75,
    },
    {
      key: 'dark-night',
      label: 'Dark Night of the Soul',
      intent: 'Stay with the lead inside the loss until they see their own part in it.',
      start: 0.75,
      end: 0.8,
    },
    {
      key: 'break-into-three',
      label: 'Break into Three',
      intent: 'What the relationship has taught meets the problem outside, and a way forward appears.',
      start: 0.8,
      end: 0.8,
    },
    {
      key: 'finale',
      label: 'Finale',
      intent: 'The lead acts on the lesson, at a cost, and the main question of the story is answered.',
      start: 0.8,
      end: 0.99,
    },
    {
      key: 'final-image',
      label: 'Final Image',
      intent: 'Answer the first picture with its counterpart: the same life, seen changed.',
      start: 0.99,
      end: 1,
    },
  ],
};
