import type { SampleBook } from './book.ts';

/** A thriller told in the first person. */
export const thriller: SampleBook = {
  book: {
    title: 'Dead Reckoning',
    premise:
      'Nora Keane audits shipping insurance in Rotterdam. When a freighter that she has just certified sinks with eleven men, somebody pays off her mortgage. She has four days to find out who, before the inquiry finds her.',
    language: 'en',
    genre: 'Thriller',
    audience: 'Adults',
    toneStyle: 'Dry, fast, unsentimental; jokes are a defence.',
    targetWords: 90_000,
  },
  plan: {
    themeStatement: 'A signature is a promise to strangers.',
    readerPromise: 'Every clue is on the page before it matters.',
    beatSheetTemplate: 'save-the-cat',
    povLock: 'first',
    tenseLock: 'past',
    povDepth: 60,
  },
  cast: [
    {
      id: 'nora',
      name: 'Nora Keane',
      role: 'Marine insurance auditor, narrator',
      isPov: true,
      want: 'To prove that she was used and not bought.',
      fear: 'That she saw the fault in the hull and let it pass.',
      lie: 'If the papers are right, I am right.',
      voiceProfile: 'Numbers before feelings. Answers questions with dates. Swears only in Dutch.',
      bio: 'Forty-one, from Cork, nine years in Rotterdam. Left a doctorate in statistics to pay for her brother’s rehab; he relapsed anyway.',
    },
    {
      id: 'vos',
      name: 'Bram Vos',
      aliases: ['the Harbourmaster'],
      role: 'Deputy harbourmaster who cleared the ship',
      want: 'To retire in spring without a stain.',
      fear: 'His daughter learning what her house cost.',
      voiceProfile: 'Courteous, never finishes a threat.',
    },
    {
      id: 'declan',
      name: 'Declan Keane',
      role: 'Nora’s brother, sober for seven months',
      want: 'To be trusted with something.',
      lie: 'One favour is not a debt.',
      voiceProfile: 'Talks in half-finished jokes.',
    },
    { id: 'ilse', name: 'Ilse Brandt', role: 'Investigator of the inquiry' },
  ],
  conflicts: [
    {
      fromCharacterId: 'nora',
      toCharacterId: 'vos',
      kind: 'secret',
      description: 'He knows who paid her mortgage and she cannot ask without admitting that it was paid.',
      stakes: 'Her licence and his pension.',
      intensity: 4,
      status: 'escalating',
    },
    {
      fromCharacterId: 'nora',
      toCharacterId: 'declan',
      kind: 'debt',
      description: 'She has paid for him for nine years and keeps the receipts.',
      intensity: 3,
    },
  ],
  chapters: [
    {
      title: 'Eleven',
      summary: 'Nora learns from the radio that the Calder Star has sunk. She signed its hull survey nine days ago.',
      recap: {
        events:
          'The Calder Star sank off Texel in calm weather with eleven crew. Nora heard it on the radio while filing her own expenses, drove to the office before dawn and copied the survey file onto a stick. Her login had been used at 02:10, when she was asleep.',
        state:
          'Nora has the copied survey on a stick taped under her desk lamp. She has told nobody about the login. Declan sleeps on her sofa. Ilse Brandt of the inquiry has asked for a meeting on Friday; today is Monday.',
        isStale: false,
      },
    },
    {
      title: 'Paid in Full',
      summary:
        'The bank congratulates Nora: her mortgage of 214,000 euros has been repaid in full by a notary’s account.',
      recap: {
        events:
          'The bank told Nora that her mortgage was repaid. The notary’s office was a letterbox in Schiedam. Nora lied to the bank clerk and said that it was an inheritance; the call was recorded. Declan found the letter and thought it was good news.',
        state:
          'Nora has lied on a recorded line. Declan knows of the money and believes in the inheritance. The letterbox is rented in the name of a B. Vos. It is Tuesday noon; rain since morning; Nora’s left hand is cut from prying the letterbox open.',
        isStale: true,
      },
    },
    {
      title: 'The Deputy',
      summary:
        'Nora visits Bram Vos at the port office under a pretext. He is kind, gives her tea, and shows her a photograph of her own front door.',
      notes: 'The tea is too sweet and she drinks it. Keep the cut on her left hand. Vos must not confirm anything.',
      povCharacterId: 'nora',
      participantIds: ['nora', 'vos'],
    },
    {
      title: 'A Favour',
      summary:
        'Declan admits that he carried an envelope for a man in Schiedam in May. He does not know what was in it.',
    },
    {
      title: 'Wreck Divers',
      summary: 'Nora pays two divers to film the hull. The plates that she certified are not on the ship.',
    },
    { title: 'Friday', summary: 'Ilse Brandt questions Nora, and already has the recording of the bank.' },
    { title: 'What the Water Kept', summary: 'Nora gives Brandt the stick, and her own name first.' },
  ],
  order: 3,
  previousTail: `I wrapped the hand in a tea towel and drove with the other. The wipers were losing.

B. Vos. There would be hundreds. I told myself that twice between the Maas tunnel and the ring road, and the second time I worked it out: four hundred and six in the greater Rotterdam directory, if you allowed for the unlisted, and one of them had stamped the clearance of the Calder Star.

Declan rang while I was parking. I let it ring. He would want to know what we should do with the money, and I would have to say “we” back to him.

The port office has a revolving door. It was built so that nobody can hold it open for anybody.`,
  targetWords: 2_400,
};
