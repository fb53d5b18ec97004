import type { BeatSheet } from '../beat.ts';

/** No percentages were published for this shape; the positions are convention. */
export const herosJourney: BeatSheet = {
  id: 'heros-journey',
  name: "Hero's Journey",
  description:
    'Someone leaves home for an unknown world, is tested and transformed there, and brings something back. Suits quests, fantasy, coming of age, and any story built on departure and return.',
  beats: [
    {
      key: 'ordinary-world',
      label: 'Ordinary World',
      intent: 'Show home and what it lacks, so that leaving it means something.',
      start: 0,
      end: 0.1,
    },
    {
      key: 'call',
      label: 'Call to Adventure',
      intent: 'A summons, a threat or a chance arrives that home has no answer to.',
      start: 0.1,
      end: 0.12,
    },
    {
      key: 'refusal',
      label: 'Refusal of the Call',
      intent: 'The hero holds back, and their reason lets us see what they are afraid of.',
      start: 0.12,
      end: 0.17,
    },
    {
      key: 'mentor',
      label: 'Meeting the Mentor',
      intent:
        'Someone who knows the road gives a skill, a gift or the courage to begin, but cannot walk it for the hero.',
      start: 0.17,
      end: 0.24,
    },
    {
      key: 'threshold',
      label: 'Crossing the Threshold',
      intent: 'The hero crosses into the unknown world and its different rules.',
      start: 0.25,
      end: 0.25,
    },
    {
      key: 'tests-allies-enemies',
      label: 'Tests, Allies, Enemies',
      intent: 'Small trials teach the rules of the new world and show who can be trusted.',
      start: 0.25,
      end: 0.4,
    },
    {
      key: 'approach',
      label: 'Approach to the Inmost Cave',
      intent: 'Draw near the place of greatest danger, with plans made and doubts gathering.',
      start: 0.4,
      end: 0.5,
    },
    {
      key: 'ordeal',
      label: 'Ordeal',
      intent: 'The hero meets their deepest fear and something in them dies, truly or in all but name.',
      start: 0.5,
      end: 0.55,
    },
    {
      key: 'reward',
      label: 'Reward',
      intent: 'What was sought is won and there is room to breathe, though the price begins to show.',
      start: 0.55,
      end: 0.65,
    },
    {
      key: 'road-back',
      label: 'The Road Back',
      intent: 'The hero turns for home, and what was left unsettled gives chase.',
      start: 0.75,
      end: 0.75,
    },
    {
      key: 'resurrection',
      label: 'Resurrection',
      intent: 'A last and harder test shows whether the change is real.',
      start: 0.85,
      end: 0.95,
    },
    {
      key: 'return-elixir',
      label: 'Return with the Elixir',
      intent: 'The hero comes home with something that heals or alters it, and fits it in a new way.',
      start: 0.95,
      end: 1,
    },
  ],
};
