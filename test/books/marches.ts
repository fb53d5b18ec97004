import type { SampleBook } from './book.ts';

/** A fantasy with three viewpoint characters. */
export const marches: SampleBook = {
  book: {
    title: 'The Salt Crown',
    premise:
      'The river that feeds three kingdoms has turned to salt. A deserter, a tax-gatherer and the last river-witch each know a third of the reason. They would have to trust each other to put it right, and each of them profits from the salt.',
    language: 'en',
    genre: 'Fantasy',
    audience: 'Adults',
    toneStyle: 'Earthy, quick, with a straight face.',
  },
  plan: {
    themeStatement: 'What is owed cannot be paid in another coin.',
    readerPromise: 'The river will run sweet, and somebody will pay for it.',
    beatSheetTemplate: 'heros-journey',
    povLock: 'multi',
    tenseLock: 'past',
    povDepth: 75,
  },
  style: { personLock: 'third' },
  cast: [
    {
      id: 'rhea',
      name: 'Rhea Quist',
      role: 'Deserter of the salt guard',
      isPov: true,
      want: 'To sleep one night without a sword in reach.',
      fear: 'Her own company finding her.',
      lie: 'Orders were orders.',
      voiceProfile: 'Soldier’s shorthand. Counts exits.',
      bio: 'Cut the sluice at Oxmere on command. Two hundred farms went under the brine.',
    },
    {
      id: 'osric',
      name: 'Osric Fenn',
      aliases: ['the Reeve'],
      role: 'Tax-gatherer of the middle kingdom',
      isPov: true,
      want: 'A ledger that balances.',
      fear: 'Being laughed at by clever people.',
      lie: 'Numbers have no side.',
      voiceProfile: 'Full sentences, subordinate clauses, sums.',
    },
    {
      id: 'maud',
      name: 'Old Maud',
      aliases: ['Maud Ashby'],
      role: 'The last river-witch',
      isPov: true,
      want: 'To outlive the debt.',
      voiceProfile: 'Speaks to the river in the middle of speaking to you.',
    },
    { id: 'tam', name: 'Tam', role: 'A ferry boy who cannot swim' },
    {
      id: 'king',
      name: 'King Aldous',
      role: 'King of the lower kingdom',
      want: 'To sell the salt.',
      voiceProfile: 'Never asks.',
    },
    { id: 'garrick', name: 'Garrick Holt', role: 'Captain of the salt guard, who raised Rhea' },
  ],
  conflicts: [
    {
      fromCharacterId: 'rhea',
      toCharacterId: 'osric',
      kind: 'debt',
      description: 'He has her name in his ledger for the price of two hundred farms.',
      stakes: 'Her neck.',
      intensity: 3,
    },
    {
      fromCharacterId: 'garrick',
      toCharacterId: 'rhea',
      kind: 'love',
      description: 'He raised her and will hang her, and wants her to say that he is right.',
      intensity: 4,
      status: 'escalating',
    },
    {
      fromCharacterId: 'maud',
      toCharacterId: 'king',
      kind: 'power',
      description: 'She can turn the river; he owns its bed.',
      intensity: 2,
      status: 'resolved',
    },
  ],
  chapters: [
    {
      title: 'Brine',
      summary: 'Rhea crosses the dead fields by night and pays Tam with a sword for a place on the ferry.',
      povCharacterId: 'rhea',
      people: ['rhea', 'tam'],
      recap: [
        'Rhea crossed the dead fields and gave the ferry boy Tam her sword for the crossing.',
        'Rhea is on the east bank, unarmed. Tam has the sword and has seen the brand on her wrist.',
      ],
    },
    {
      title: 'The Ledger',
      summary: 'Fenn counts the farms of Oxmere and finds that one is still paying. Nobody lives there.',
      povCharacterId: 'osric',
      people: ['osric'],
      recap: [
        'Osric Fenn found that a drowned farm still pays its tax, in fresh silver, each new moon.',
        'Fenn has taken leave to ride there. Only his clerk knows. The new moon is in three days.',
      ],
    },
    {
      title: 'River Tongue',
      summary: 'Maud asks the river who is paying her rent. It answers with Tam’s name.',
      povCharacterId: 'maud',
      people: ['maud'],
      mentionedIds: ['tam'],
      recap: [
        'Maud asked the river who paid for the drowned farm. It said the name of the ferry boy.',
        'Maud is in the mill above Oxmere. She owes the river an answer of her own.',
      ],
    },
    {
      title: 'The Mill',
      summary:
        'Rhea takes shelter in the mill. The old woman there knows her brand. Holt’s riders pass below; Holt is not with them.',
      povCharacterId: 'rhea',
      mentionedIds: ['garrick'],
      notes: 'The old woman is Maud; she gives no name.',
      people: ['rhea', 'maud'],
      recap: [
        'An old woman in the mill hid Rhea from the salt guard and told her what the sluice had done.',
        'Rhea does not know that she is Maud. The guard has ridden on to Oxmere. Rhea has a fever.',
      ],
    },
    {
      title: 'Fresh Silver',
      summary: 'At the farm the Reeve catches Tam with the silver. The boy says that it grows in the salt.',
      povCharacterId: 'osric',
      people: ['osric', 'tam'],
      recap: [
        'Fenn caught Tam paying the tax. The boy found the silver in the salt itself.',
        'Fenn has a handful of the silver and a boy who trusts him. He has told Tam that he is a pedlar.',
      ],
    },
    {
      title: 'What the River Lent',
      summary: 'Maud remembers the bargain with King Aldous, and what she gave as a pledge.',
      povCharacterId: 'maud',
      mentionedIds: ['king'],
      people: ['maud'],
      recap: [
        'Maud remembered that she had pledged the sweetness of the river to the king for forty years, which end this winter.',
        'The pledge ends at midwinter unless it is renewed. Maud has told nobody. Rhea sleeps in the mill, her fever broken.',
      ],
    },
    {
      title: 'Three at a Table',
      summary: 'Osric and Tam reach the mill. Maud feeds them all. Rhea sees her own name in his book.',
      povCharacterId: 'rhea',
      people: ['rhea', 'osric', 'maud', 'tam'],
      recap: [
        'The four met in the mill. Rhea read her name in Osric’s ledger, with a price.',
        'Rhea knows that he wants her neck or the sum. Osric knows who she is. Tam has given her back the sword.',
      ],
    },
    {
      title: 'A Sum',
      summary: 'Osric works out what the salt earns and whom. Quist watches him do it.',
      povCharacterId: 'osric',
      people: ['osric', 'rhea'],
      recap: [
        'Osric found that the salt earns the king more than all the farms did, and that the drowning was ordered for it.',
        'Osric can prove it with the king’s own receipts, which lie in Oxmere Hall. Rhea believes him.',
      ],
    },
    {
      title: 'Captain',
      summary: 'Garrick takes Rhea at the ford. He asks her to say that he taught her well.',
      povCharacterId: 'rhea',
      people: ['rhea', 'garrick'],
      recap: [
        'Captain Garrick Holt took Rhea at the ford and asked her to forgive him before the hanging.',
        'Rhea is bound in the guardhouse at Oxmere. Garrick will hang her at dawn. He has not slept either.',
      ],
    },
    {
      title: 'Receipts',
      summary: 'The Reeve walks into Oxmere Hall and asks King Aldous for a receipt.',
      povCharacterId: 'osric',
      people: ['osric', 'king'],
      recap: [
        'Osric asked the king for a receipt in front of the court, and got one.',
        'Osric has the king’s seal on the truth and an hour to leave. The court laughs at the king.',
      ],
    },
    {
      title: 'Midwinter',
      summary:
        'Maud goes down into the river with Tam, who cannot swim, to give back what she pledged. Aldous stands on the bank.',
      povCharacterId: 'maud',
      people: ['maud', 'tam', 'king'],
      recap: [
        'Maud gave her voice back to the river. Tam swam.',
        'The river runs sweet below the mill. Maud cannot speak. The king has fled to Oxmere.',
      ],
    },
    {
      title: 'Sweet Water',
      summary: 'Holt cuts Rhea down and hands her his own sword. She goes to work on the farms.',
      povCharacterId: 'rhea',
      people: ['rhea', 'garrick'],
      recap: ['Garrick let Rhea go.', 'Rhea works at Oxmere.'],
    },
  ],
  ending: `The boy would not take coin. He looked at the sword the way other boys look at bread, and she unbuckled it before she had decided to.

“It’s heavy,” he said.

“That is the only good thing about it.”

He poled them out. The river made no sound at all; it had stopped making sounds in spring, when the fish came up white. She kept her sleeve down over the wrist, and he kept his eyes off it so carefully that she knew he had seen.

On the far bank something was burning, small and regular, like a lamp that somebody was paying for.`,
};
