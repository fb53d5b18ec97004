import type { SampleBook } from './book.ts';

/** Titles and summaries of its first chapters. */
const outline: readonly (readonly [string, string])[] = [
  ['The White Tongue', 'The last oathwright dies in the middle of a sentence, and the court pretends not to notice.'],
  ['Low Water', 'Sael tastes the lie in a tax-collector’s blessing and spits where everyone can see.'],
  ['The Warden Reads', 'Corvane finds the clause by which every treaty ends with the oathwright.'],
  ['Carts', 'Sael joins the salt guard under her dead mother’s name.'],
  ['Father and Son', 'Idris refuses to swear, and nobody can make him.'],
  ['The Toll at Brack', 'The guard pays a toll to men who have forgotten whom they serve.'],
  ['Ink', 'Corvane drafts a treaty that binds without salt.'],
  ['What Jessamy Knows', 'Jessamy catches Sael tasting the air before an ambush.'],
  ['A Small Lie', 'Corvane tells Sael that her sister is under his protection. She is not.'],
  ['Copper', 'Sael recognises the taste too late to refuse him.'],
  ['Squared Paper', 'Corvane waits for the delegates of the east and hears about a girl.'],
  [
    'The Taster',
    'Corvane asks Sael to taste the delegates at the treaty table. She agrees, for a price that he cannot pay.',
  ],
  ['The Eastern Table', 'Three delegates lie, and one tells the truth that ruins the treaty.'],
  ['Idris Rides', 'Idris takes two hundred horse across the march without an order.'],
  ['Sister', 'Sael learns where her sister really is.'],
];

/** A fantasy with several viewpoints. */
export const fantasy: SampleBook = {
  book: {
    title: 'The Salt Oath',
    premise:
      'In Harrowmere an oath sworn on salt binds the body: break it and the tongue goes white and silent. The last oathwright has died without an heir, and every treaty of the realm dissolves at midwinter.',
    language: 'en-GB',
    genre: 'Epic fantasy',
    toneStyle: 'Grave, tactile, with dry humour among the guards.',
    targetWords: 150_000,
  },
  plan: {
    themeStatement: 'A promise is only worth what it costs to keep.',
    beatSheetTemplate: 'heros-journey',
    povLock: 'multi',
    tenseLock: 'past',
    povDepth: 75,
  },
  style: { personLock: 'third' },
  cast: [
    {
      id: 'sael',
      name: 'Sael Marrowin',
      role: 'Salt-gatherer’s daughter who can taste a lie',
      isPov: true,
      want: 'To keep her taste secret until her sister is safe.',
      fear: 'The white tongue; her mother died of it.',
      lie: 'Silence harms nobody.',
      voiceProfile: 'Short, coastal, concrete. Compares everything to weather and food.',
    },
    {
      id: 'corvane',
      name: 'Lord Corvane',
      aliases: ['the Warden'],
      role: 'Warden of the eastern march',
      isPov: true,
      want: 'A treaty that outlives him.',
      fear: 'That his son is right about war.',
      lie: 'Law is stronger than people.',
      voiceProfile: 'Long balanced sentences; never a contraction.',
    },
    { id: 'jessamy', name: 'Jessamy Tull', role: 'Captain of the salt guard', want: 'Her men home by spring.' },
    {
      id: 'idris',
      name: 'Idris Corvane',
      role: 'Corvane’s son, who has sworn nothing',
      want: 'A war that he can win.',
    },
  ],
  conflicts: [
    {
      fromCharacterId: 'sael',
      toCharacterId: 'corvane',
      kind: 'trust',
      description: 'He needs a taster at the treaty table; she knows that he has lied to her once already.',
      stakes: 'The eastern treaty.',
      intensity: 4,
    },
    {
      fromCharacterId: 'corvane',
      toCharacterId: 'idris',
      kind: 'ideology',
      description: 'Law against force.',
      intensity: 5,
    },
  ],
  chapters: Array.from({ length: 24 }, (_, index) => {
    const order = index + 1;
    const [title, summary] = outline[index] ?? [
      `Winter ${order}`,
      'The march on the salt road goes on, and the oaths weaken.',
    ];
    return {
      title,
      summary,
      povCharacterId: order % 2 === 0 ? 'sael' : 'corvane',
      ...(order === 12
        ? { participantIds: ['sael', 'corvane', 'jessamy'], notes: 'Sael tastes copper when he says “safe”.' }
        : {}),
      recap:
        order < 12
          ? {
              events: `${summary} Word of it reached the guard before nightfall, and Jessamy doubled the watch on the salt carts.`,
              state: `After chapter ${order} Sael travels with the salt guard under a false name, and only Jessamy knows. Corvane holds the unsigned eastern treaty. ${13 - order} weeks remain until midwinter.`,
              isStale: false,
            }
          : null,
    };
  }),
  order: 12,
  previousTail: `Corvane laid the pen down beside the paper and squared the one against the other.

He had been told that the girl was simple. He had been told that by Captain Tull, whose word he had never yet had cause to weigh, and he found that he was weighing it.

‘Bring her,’ he said. ‘And bring salt.’`,
  targetWords: 4_000,
};
