import type { SampleBook } from './book.ts';

/** A thriller in the first person. */
export const pilot: SampleBook = {
  book: {
    title: 'Slack Water',
    premise:
      'Celia Harrow brings ships into a harbour that her family has piloted for a century. The night a tanker grounds with her aboard, the log says that she gave an order she never gave. She has until the inquiry to find who wrote it, and the only man who could tell her is buried under her own name.',
    language: 'en',
    genre: 'Thriller',
    audience: 'Adults',
    toneStyle: 'Dry, exact, close to the water.',
  },
  plan: {
    themeStatement: 'A name is a debt that the living pay.',
    readerPromise: 'Who wrote the order, and why she might have given it.',
    beatSheetTemplate: 'save-the-cat',
    povLock: 'first',
    tenseLock: 'past',
    povDepth: 60,
    compAuthors: 'Tana French, Jane Harper',
  },
  cast: [
    {
      id: 'celia',
      name: 'Celia Harrow',
      role: 'Harbour pilot, narrator',
      isPov: true,
      want: 'To clear her name before the inquiry sits.',
      fear: 'That the order was hers.',
      lie: 'A Harrow does not make mistakes on the water.',
      voiceProfile: 'Bearings and times first, feelings last. Never says please on a bridge.',
      bio: 'Thirty-eight. Third Harrow on the station. Learned the channel from her father, who made her draw it blind.',
    },
    {
      id: 'edmund',
      name: 'Edmund Harrow',
      role: 'Her father, harbour pilot, dead four years',
      bio: 'Drowned at his own mooring. The station named the new launch after him.',
    },
    {
      id: 'martin',
      name: 'Martin Lyle',
      aliases: ['the harbourmaster'],
      role: 'Harbourmaster and her mother’s second husband',
      want: 'To keep the port open until the sale is signed.',
      fear: 'That somebody reads the dredging accounts.',
      voiceProfile: 'Courteous. Finishes other people’s sentences, never a threat.',
    },
    {
      id: 'rose',
      name: 'Rose Tully',
      role: 'Duty clerk at the pilot station, her oldest friend',
      want: 'To get her daughter off this coast.',
      lie: 'What I did not read I did not sign.',
      voiceProfile: 'Jokes until it matters, then yes or no.',
    },
    {
      id: 'anders',
      name: 'Anders Voll',
      role: 'Master of the tanker Bergliot',
      want: 'To go home with his ticket.',
      voiceProfile: 'Short English, long silences.',
    },
    { id: 'ines', name: 'Ines Marchetti', role: 'Investigator of the inquiry', voiceProfile: 'Asks everything twice.' },
    { id: 'will', name: 'Will Tully', role: 'Deckhand on the pilot launch, Rose’s brother' },
  ],
  conflicts: [
    {
      fromCharacterId: 'celia',
      toCharacterId: 'martin',
      kind: 'loyalty',
      description: 'He offers to lose the log if she lets her father take the blame for the chart.',
      stakes: 'Her licence, and the station.',
      intensity: 5,
      status: 'escalating',
    },
    {
      fromCharacterId: 'rose',
      toCharacterId: 'celia',
      kind: 'secret',
      mutual: false,
      description: 'Rose typed the order into the log at somebody’s dictation, and has not said whose.',
      intensity: 4,
      status: 'latent',
    },
  ],
  chapters: [
    {
      title: 'The Bergliot',
      summary:
        'Celia boards the Bergliot in fog. Voll wants to wait for the tide; she brings her in. The ship grounds on a bank that is not on the chart.',
      people: ['celia', 'anders'],
      recap: [
        'Celia boarded the tanker Bergliot in fog and took her in against Voll’s wish to wait. At 04:12 the ship grounded where the chart has nine metres. Nobody was hurt. In the log Celia later read an order to port that she never gave.',
        'Celia is aboard the grounded ship at dawn, unhurt; she has a photograph of the log page on her telephone. Voll believes she gave the order. The tide turns at 06:40.',
      ],
    },
    {
      title: 'Pass Log',
      summary:
        'At the station Celia asks for the log. Rose says it has gone to the office. She laughs, and does not look up.',
      people: ['celia', 'rose'],
      recap: [
        'At the pilot station Rose told Celia that the log had gone to the office. Celia saw the log’s key on Rose’s ring.',
        'Celia knows that Rose lied about the log. Rose keeps the key. It is Monday morning; the inquiry sits on Friday.',
      ],
    },
    {
      title: 'Family Table',
      summary:
        'Dinner at her mother’s. The harbourmaster carves and offers help. On the wall hangs the photograph of Edmund, whom nobody mentions.',
      mentionedIds: ['edmund'],
      people: ['celia', 'martin'],
      recap: [
        'At dinner Martin Lyle offered to have a word with the inquiry. He knew the time of the order before Celia had told anybody.',
        'Celia knows that Lyle has seen the log. Lyle has promised her a quiet week’s leave. Her mother has gone to bed early with a headache.',
      ],
    },
    {
      title: 'Harrow & Daughter',
      summary:
        'Celia searches the old office of Harrow & Lyle in Harrow Street and finds her father’s soundings. The bank was there five years ago.',
      people: ['celia'],
      recap: [
        'In the old office Celia found her father’s notebook of soundings: the bank was there a year before his death, and he had marked it for the chart.',
        'Celia has the notebook inside her jacket. Nobody knows that she has it. The office door was already unlocked when she came.',
      ],
    },
    {
      title: 'What Anders Heard',
      summary: 'Voll tells her in the seamen’s mission that the voice on the radio was a woman’s, but not hers.',
      people: ['celia', 'anders'],
      recap: [
        'Voll said that a woman’s voice on channel 12 had given the order to port, and that it called him captain; Celia calls masters by name.',
        'Voll will say so to the inquiry if he may leave on Saturday. Celia thinks of Rose. She has not slept since Sunday.',
      ],
    },
    {
      title: 'Deckhand',
      summary:
        'Will takes Celia out in the launch by night. They sound the bank together. He asks her to leave his sister out of it.',
      people: ['celia', 'will'],
      notes: 'Rose does not appear. The launch is called Edmund Harrow.',
      mentionedIds: ['rose', 'edmund'],
      recap: [
        'Celia and Will sounded the bank by night: four metres. Will asked her to keep Rose out of it and would not say why.',
        'Will knows what Rose did. Celia has new soundings with time and position. Her left hand is cut on the lead line.',
      ],
    },
    {
      title: 'Dictation',
      summary: 'Rose admits that she typed the order. She was told that it came from the bridge.',
      people: ['celia', 'rose'],
      notes: 'Celia must not shout.',
      participantIds: ['celia', 'rose'],
      recap: [
        'Rose admitted to Celia that she had typed the order and spoken it on channel 12, at the harbourmaster’s dictation.',
        'Celia has Rose’s confession without a witness. Rose will deny it for her daughter’s sake. Lyle is said to be in the capital until Thursday.',
      ],
    },
    {
      title: 'Twice',
      summary: 'Marchetti questions Celia, and asks every question twice. She already has the notebook’s last page.',
      people: ['celia', 'ines'],
      recap: [
        'Marchetti questioned Celia and showed her the last page of Edmund’s notebook, torn out: a sum, and the initials M. L.',
        'Marchetti suspects that Edmund was paid. Celia has the rest of the notebook and has not said so. It is Wednesday night.',
      ],
    },
    {
      title: 'The Mooring',
      summary:
        'Celia goes down to the mooring where Edmund Harrow drowned. Lyle is there. He tells her what her father signed.',
      mentionedIds: ['edmund'],
      people: ['celia', 'martin'],
      recap: [
        'At the mooring Lyle told Celia that Edmund had signed for dredging that was never done, and had wanted to take it back on the day he died.',
        'Celia knows that her father took the money. Lyle offers to lose the log if the dead man takes the blame. She has until noon.',
      ],
    },
    {
      title: 'A Clean Page',
      summary: 'Rose and Will decide at the kitchen table what she will say. Celia listens from the stairs.',
      people: ['celia', 'rose', 'will'],
      recap: [
        'Rose and Will argued. Rose decided to say everything. Celia heard it from the stairs and left before they saw her.',
        'Rose will speak on Friday. Will has packed her daughter’s bag. Celia has not answered Lyle.',
      ],
    },
    {
      title: 'Inquiry',
      summary: 'Celia gives Marchetti the notebook, and her father’s name first. Lyle rises to answer.',
      mentionedIds: ['edmund'],
      people: ['celia', 'martin', 'ines'],
      recap: [
        'Celia gave the notebook to the inquiry and named her father first. Rose spoke after her. Lyle asked for an adjournment.',
        'Lyle is not arrested yet. Celia’s licence is suspended for three months, by her own statement. Rose has lost her post.',
      ],
    },
    {
      title: 'Slack Water',
      summary: 'In the spring Celia takes Voll out to sea past the buoy that marks the bank. It carries no name.',
      people: ['celia', 'anders'],
      recap: ['Celia took Voll’s ship out past the new buoy.', 'The channel is open. Celia has her licence back.'],
    },
  ],
  ending: `The kettle had boiled dry. I took it off and stood there with it in my hand, because to put it down would have meant deciding where.

She had the key on her ring. I had seen it between the tide-table and the little brass anchor her daughter made at school, and she had seen me see it, and we had gone on talking about the weather in the Minch.

“You should sleep,” she said.

“I should.”

Out past the window the dredger swung on its anchor and showed its other side. It had not moved in a year. I counted the lamps on it, the way you count when you do not want to add anything up, and when I had finished there was one more than there ought to be.`,
};
