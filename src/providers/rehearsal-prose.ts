/** Inputs of a rehearsed chapter. */
export interface ChapterMaterial {
  /** Undefined if the prompt has no title. */
  title: string | undefined;
  /** Viewpoint character first. Missing names are replaced by invented ones. */
  names: readonly string[];
  /** Length of the text, words. */
  words: number;
  /** Equal seeds give equal prose. */
  seed: string;
}

const openings = [
  'The {weather} had come early to the {place}, and {a} had been awake long enough to hear it settle over the roofs. There was a list on the table, three names and a time, written in a hand that pretended to be steady. Beside it stood the {thing}, cold since midnight. Nobody had asked for any of it, and nobody could now be asked to stop.',
  'By the time {a} reached the {place} the lamps were already lit, one after another, as if somebody inside were counting. The {weather} pressed at the windows. On the sill someone had left a {thing}, turned toward the road so that whoever came would see it first. It was meant kindly, perhaps, and it looked exactly like a warning.',
  '{a} had promised not to come back to the {place}, and had kept the promise for eleven years, which was longer than most promises lasted there. Now the {weather} was rising behind the hill. The gate gave at the first push, and in the yard, where it had always been, lay the {thing}, waiting with the patience of things nobody has buried.',
];

const middles = [
  '“You could have written,” said {b} from the doorway. It was not a reproach, or it was one that had been carried so far that its edges had worn smooth. {a} looked at the floorboards and counted the knots in the wood. “I did write,” came the answer at last. “I only never found out where to send it.”',
  'They went through the rooms together, opening what was shut and shutting what was open. {b} talked the whole time, about prices, about the bridge, about a dog that had died in spring. It was only at the last door that the talk ran out. {a} put a hand on the latch, found it *warm*, and let go of it again.',
  'There is a kind of silence that belongs to people who have already decided. {a} knew it well and did not trust it. Across the table {b} was folding a piece of paper, smaller and smaller, until it would not fold any more. Outside the {weather} took hold of something loose and beat it, slowly, against the wall.',
  'The {thing} turned out to be heavier than it looked. Between them they carried it as far as the stairs, and there {b} sat down and began, without any warning, to laugh. “We used to be able to run with it,” {b} said. “We used to be able to run,” said {a}, and for a while that was enough.',
  'What {a} wanted was simple and could have been said in one breath. It was the breath that was missing. So the talk went round by way of the harvest and the neighbours, and each time it came near, {b} reached for the kettle or the lamp. By ten they had drunk four cups of tea and agreed on nothing.',
  'A cart went by on the road, and both of them stopped to listen until it was well past the turning. “Not yet,” said {b}. The {place} seemed to let out its breath. {a} thought of the list, of the third name on it, and of how little time it takes to copy a name from one paper to another.',
  '{b} had always been the better liar, chiefly because {b} never enjoyed it. “Nobody knows,” was all that came now, and it was said so plainly that {a} nearly let it pass. Then the wind dropped, and in the sudden quiet they could both hear, somewhere above them, a floorboard take the weight of a careful step.',
  'Later {a} would remember the small things: the smell of wet wool, the {thing} with its one bright edge, the way that {b} said *we* and then, a moment afterward, *I*. At the time there was only the door, and the question of who would reach it first, and what it would mean to be the second.',
];

const closings = [
  'It was {b} who finally put out the lamp. In the dark the {place} seemed larger, and kinder, and for the length of one breath it might have been any house on any night. Then somebody knocked, twice, with a pause between. {a} stood up. Neither of them had told anyone, and so it could be only one person.',
  'In the morning the {weather} was gone, and so was {b}. The bed had been made with great care. On the pillow lay the paper, unfolded now, all its creases showing like the lines of a hand. {a} read it standing, read it again by the window, and then went to find a coat and the shorter road.',
  '“Then we are agreed,” said {b}, and held out a hand. {a} looked at it for longer than was polite. There were still things that could be said, and a few that ought to be. But the light was already on the hill, and what they had begun would not wait for either of them to be brave.',
];

export const places = ['boathouse', 'schoolhouse', 'old mill', 'station', 'lighthouse', 'orchard house'];
export const things = ['brass clock', 'ledger', 'tin trunk', 'music box', 'storm lantern', 'broken oar'];
const weathers = ['fog', 'rain', 'snow', 'thunder', 'salt wind', 'first frost'];
const strangers = ['Ines', 'Tomas', 'Ottilie', 'Bram', 'Signe', 'Aurel'];

/** Words of a paragraph, about. */
const paragraphWords = 65;

/**
 * Composes placeholder prose in Markdown with up to two names, to about a paragraph of its length. A long text has several
 * scenes, each in another place.
 */
export function composeChapter({ title, names, words, seed }: ChapterMaterial): string {
  const random = randomOf(seed);
  const take = <T>(from: readonly T[], count: number) =>
    from
      .map((item) => ({ item, rank: random() }))
      .sort((one, other) => one.rank - other.rank)
      .slice(0, count)
      .map(({ item }) => item);

  const people = [
    ...names,
    ...take(
      strangers.filter((stranger) => !names.includes(stranger)),
      2,
    ),
  ];
  const [first, second] = people;
  const scene = (paragraphs: readonly string[], [a, b]: readonly (string | undefined)[]) => {
    const words = new Map([
      ['a', a],
      ['b', b],
      ['place', take(places, 1)[0]],
      ['thing', take(things, 1)[0]],
      ['weather', take(weathers, 1)[0]],
    ]);
    return paragraphs.join('\n\n').replaceAll(/\{(\w+)\}/g, (slot, key) => words.get(key) ?? slot);
  };
  const called = title === undefined ? [] : [`Afterward they would call it *${title}*, as if it had been one thing.`];
  const [closing] = take(closings, 1);
  const scenes: string[] = [];
  // The closing is one paragraph of the last scene.
  for (let left = Math.max(0, Math.round(words / paragraphWords) - 1), isLast = false; !isLast; ) {
    const count = Math.min(left, 1 + middles.length);
    left -= count;
    isLast = left === 0;
    const paragraphs = [...take(openings, Math.min(1, count)), ...take(middles, Math.max(0, count - 1))];
    const pair = scenes.length % 2 === 0 ? [first, second] : [second, first];
    scenes.push(scene([...paragraphs, ...(isLast ? [[closing, ...called].join(' ')] : [])], pair));
  }
  return scenes.join('\n\n');
}

/** Seeded random numbers in [0, 1): FNV-1a, then mulberry32. */
export function randomOf(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
