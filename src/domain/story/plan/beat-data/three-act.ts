import type { BeatSheet } from '../beat.ts';

/** Positions follow the rule of eighths; the acts turn at 0.25 and 0.75. */
export const threeAct: BeatSheet = {
  id: 'three-act',
  name: 'Three-Act Structure',
  description:
    'Setup, confrontation, resolution, with a turn about every eighth of the book. A dependable frame for almost any story with a goal and an obstacle.',
  beats: [
    {
      key: 'hook',
      label: 'Hook',
      intent: 'Raise a question on the first page that makes the next page necessary.',
      start: 0,
      end: 0.01,
    },
    {
      key: 'setup',
      label: 'Setup',
      intent: 'Make us know the lead, what they care about, and what could be taken from them.',
      start: 0.01,
      end: 0.12,
    },
    {
      key: 'inciting-incident',
      label: 'Inciting Incident',
      intent: 'The trouble touches the lead for the first time and cannot be wholly ignored.',
      start: 0.12,
      end: 0.12,
    },
    {
      key: 'first-plot-point',
      label: 'First Plot Point',
      intent: 'The lead commits and the way back closes. The real story starts here.',
      start: 0.25,
      end: 0.25,
    },
    {
      key: 'first-pinch',
      label: 'First Pinch Point',
      intent: 'Let the opposing force show its strength, so that we feel what the lead is up against.',
      start: 0.37,
      end: 0.37,
    },
    {
      key: 'midpoint',
      label: 'Midpoint',
      intent: 'A discovery changes what the struggle is about; the lead stops reacting and starts to act.',
      start: 0.5,
      end: 0.5,
    },
    {
      key: 'second-pinch',
      label: 'Second Pinch Point',
      intent: 'The opposing force strikes again and closer, and it costs something that matters.',
      start: 0.62,
      end: 0.62,
    },
    {
      key: 'second-plot-point',
      label: 'Second Plot Point',
      intent: 'After the worst low, the last piece falls into place; only the decisive effort remains.',
      start: 0.75,
      end: 0.75,
    },
    {
      key: 'climax',
      label: 'Climax',
      intent: 'The lead faces the main conflict themselves and settles it by a choice that only they could make.',
      start: 0.88,
      end: 0.98,
    },
    {
      key: 'resolution',
      label: 'Resolution',
      intent: 'Show briefly what the choice has made of the lead and of their world.',
      start: 0.98,
      end: 1,
    },
  ],
};
