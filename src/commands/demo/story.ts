/** Content that the demo adds to a book before writing, in the REST shapes of cast, plan and chapters. */
export const premise =
  'On the island of Tern Rock the lighthouse has begun to answer letters that were never posted. Maud Pellow, who keeps the lamp and has written to nobody for twelve years, is accused of it; Linus Crake, the postmaster, knows better and says nothing; and Wren, who is eleven and counts ships, sets out to find who is really writing back.';

export const title = 'The Lamp That Wrote Back';

export const plan = {
  themeStatement: 'A silence kept out of kindness is still a silence.',
  readerPromise: 'A small mystery by the sea, told with warmth and dry humour, that ends with one letter posted.',
  beatSheetTemplate: 'three-act',
  povLock: 'third-limited',
  tenseLock: 'past',
  genre: 'Gentle mystery',
  audience: 'Readers of all ages',
};

export interface Person {
  name: string;
  [field: string]: unknown;
}

const lighthouseCast: Person[] = [
  {
    name: 'Wren Tolliver',
    aliases: ['Wren'],
    role: 'Counts ships, asks questions',
    bio: 'Eleven, raised by an aunt who runs the chandlery. Keeps a ledger of every sail and is never wrong by more than one.',
    voiceProfile: 'Quick and exact. Asks the question that everybody else has been walking round.',
    want: 'To find out who writes the answers.',
    fear: 'That nobody will ever answer hers.',
    lie: 'A thing that is counted cannot be lost.',
    isPov: true,
  },
  {
    name: 'Maud Pellow',
    aliases: ['Maud', 'Mrs. Pellow'],
    role: 'Keeper of the lamp',
    bio: 'Fifty-eight. Since her brother sailed after a quarrel she has logged the weather and nothing else.',
    voiceProfile: 'Few words, most of them about the wind. Kindness comes out as instructions.',
    want: 'To be left alone with the lamp.',
    fear: 'That a letter from her brother came, and was lost.',
    lie: 'Whoever expects nothing cannot be disappointed.',
  },
  {
    name: 'Linus Crake',
    aliases: ['Linus', 'Mr. Crake'],
    role: 'Postmaster of Tern Rock',
    bio: 'Forty-four, soft-spoken, indispensable. He has read more of the island’s letters than he has delivered.',
    voiceProfile: 'Courteous, roundabout; answers the question before the one that was put.',
    want: 'To keep the island from being hurt by what it writes.',
    fear: 'To be found out by the one person whose good opinion he wants.',
    lie: 'What people do not know is a kindness done to them.',
  },
];

/** A generic cast of three for any other premise. */
const anyCast: Person[] = [
  {
    name: 'Ada Marlow',
    aliases: ['Ada'],
    role: 'The one who sets out',
    voiceProfile: 'Plain and quick; jokes when it gets serious.',
    want: 'To bring what the premise begins to a good end.',
    fear: 'To be the one who made it worse.',
    lie: 'It can be done alone.',
    isPov: true,
  },
  {
    name: 'Viktor Hale',
    aliases: ['Viktor'],
    role: 'The one who stands in the way, with reasons',
    voiceProfile: 'Measured, polite, never raises his voice.',
    want: 'To keep things as they are.',
    fear: 'To lose what he once paid dearly for.',
    lie: 'What is kept safe is kept whole.',
  },
  {
    name: 'Noor Lindqvist',
    aliases: ['Noor'],
    role: 'The friend who knows more than she says',
    voiceProfile: 'Warm, evasive; tells stories instead of answers.',
    want: 'To keep them both.',
    fear: 'The day on which she has to choose.',
    lie: 'A truth can wait until it does no harm.',
  },
];

/** Between members of the cast, by index. */
export const conflicts = [
  {
    from: 0,
    to: 1,
    kind: 'goal',
    intensity: 4,
    description: 'One wants it brought into the open, the other wants it left in peace.',
    stakes: 'The trust that has only just begun.',
    connection: 'Each sees in the other what they might have been.',
  },
  {
    from: 0,
    to: 2,
    kind: 'secret',
    intensity: 3,
    description: 'One is asking everybody; the other has the answer and goes on smiling.',
    stakes: 'A friendship that both believe to be honest.',
    connection: 'An old habit of telling each other everything but this.',
  },
  {
    from: 1,
    to: 2,
    kind: 'loyalty',
    intensity: 5,
    mutual: false,
    description: 'One has relied for years on the other’s discretion, and has never asked what it covers.',
    stakes: 'The only person who still comes to the door.',
    connection: 'A debt of kindness that neither has named.',
  },
];

/** The cast for a premise: written for ours, generic for others. */
export const castFor = (text: string): Person[] => (text === premise ? lighthouseCast : anyCast);
