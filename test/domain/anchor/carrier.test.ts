import { describe, expect, it } from 'vitest';
import { carried } from '../../../src/domain/text/anchor/carrier.ts';
import { NormalChange, normalWords } from '../../../src/domain/text/anchor/normal.ts';
import { canHaveReturned } from '../../../src/domain/text/anchor/returned.ts';
import type { AnchorPlace, AnchorWords } from '../../../src/domain/text/anchor/rules.ts';
import { WordSearch } from '../../../src/domain/text/anchor/word-search.ts';
import { regionOf } from '../../../src/prose/region.ts';
import { proof } from '../../support/proofs.ts';
import { SeededRandom } from '../../support/seeded-random.ts';

const pointsOf = (text: string) => Array.from(text);
const part = (text: string, start: number, end: number) => pointsOf(text).slice(start, end).join('');

function anchorOn(text: string, words: string, id = 'note_1') {
  const start = pointsOf(text.slice(0, text.indexOf(words))).length;
  return anchorAt(text, start, start + pointsOf(words).length, id);
}

function anchorAt(text: string, start: number, end: number, id: string): { place: AnchorPlace; words: AnchorWords } {
  const words = {
    exact: part(text, start, end),
    prefix: part(text, Math.max(0, start - 64), start),
    suffix: part(text, end, end + 64),
  };
  return { place: { id, start, end, state: 'ok' }, words };
}

/** The places after some saves, as the service carries them. */
async function carriedThrough(
  anchors: { place: AnchorPlace; words: AnchorWords }[],
  ...texts: string[]
): Promise<AnchorPlace[]> {
  let places = anchors.map(({ place }) => place);
  for (const [index, text] of texts.slice(1).entries()) {
    const former = texts[index] ?? '';
    const normal = new NormalChange(former, text, regionOf(former, text));
    const { change } = normal;
    const search = new WordSearch(change.text);
    const lost = new Set((await canHaveReturned(change, places, search)).map(({ id }) => id));
    const words = anchors
      .filter(({ place }) => lost.has(place.id))
      .map(({ place, words }) => [place.id, normalWords(words)] as const);
    places = normal.after(await carried(change, normal.before(places), new Map(words), search));
  }
  return places;
}

const story = 'The ferry came late. 🛶 Nobody was on the quay, and the lamp was out.\n\nShe waited for the ferry.';

/** The words at the place of an anchor on `words`, and its state, after the text has become each of the others. */
async function follow(words: string, ...texts: string[]): Promise<[string, string]> {
  const [place] = await carriedThrough([anchorOn(story, words)], story, ...texts);
  return [place?.state ?? '', part(texts.at(-1) ?? '', place?.start ?? 0, place?.end ?? 0)];
}

const spelling =
  'Élise dîna à Besançon. 🛶 Où était la clé ? Señor Muñoz ne dit mot. 대한민국의 강은 얼었다. Ngô Đức về.';

describe('an anchor in a text that is spelt in two ways', () => {
  const both = [spelling.normalize('NFC'), spelling.normalize('NFD')] as const;
  const words = [
    'Élise',
    'dîna',
    'à',
    'Besançon.',
    '🛶',
    'Où était',
    'la clé',
    'Señor Muñoz',
    'mot',
    '강은',
    '얼었다',
    'Ngô',
    'Đức về',
  ];
  const cases = words.flatMap((one) =>
    [...both, ...both.toReversed()].map((text, at) => [one, text, both[at % 2 ? 0 : 1]] as const),
  );

  it.each(cases)('stays on %s', async (word, text, other) => {
    const inText = (spelt: string) => word.normalize(spelt === both[0] ? 'NFC' : 'NFD');
    const anchor = anchorOn(text, inText(text));
    const [place] = await carriedThrough([anchor], text, other, `Ève vint. ${text}`, other.replace('mot', 'rien'));
    const isEdited = word === 'mot';
    const present = other.replace('mot', 'rien');
    expect(place?.state).toBe(isEdited ? 'stale' : 'ok');
    if (!isEdited) expect(part(present, place?.start ?? 0, place?.end ?? 0)).toBe(inText(other));
    const back = await carriedThrough([anchor], text, text.replace(inText(text), ''), other);
    expect(back).toMatchObject([{ state: 'ok' }]);
  });
});

describe('an anchor', () => {
  it.each<[string, string, (text: string) => string, [string, string]]>([
    ['moves behind an insertion', 'the lamp', (text) => `Rain. ${text}`, ['ok', 'the lamp']],
    ['stays before one', 'the lamp', (text) => `${text} Rain.`, ['ok', 'the lamp']],
    ['is not touched at its start', 'Nobody', (text) => text.replace('Nobody', 'Almost Nobody'), ['ok', 'Nobody']],
    ['is not touched at its end', 'the lamp', (text) => text.replace('lamp', 'lamp-post'), ['ok', 'the lamp']],
    [
      'follows its words before equal ones',
      'the lamp',
      (t) => t.replace('the lamp', 'the the lamp'),
      ['ok', 'the lamp'],
    ],
    ['is stale when they are edited', 'the lamp', (text) => text.replace('the lamp', 'a lamp'), ['stale', 'a lamp']],
    ['is stale when they are replaced', 'Nobody', (text) => text.replace('Nobody', 'A dog'), ['stale', 'A dog']],
    [
      'is stale when words come between',
      'lamp was',
      (t) => t.replace('lamp was', 'lamp now was'),
      ['stale', 'lamp now was'],
    ],
    [
      'is orphaned when they are deleted',
      'and the lamp was out',
      (t) => t.replace(', and the lamp was out', ''),
      ['orphaned', ''],
    ],
    ['is orphaned in an empty text', 'Nobody', () => '', ['orphaned', '']],
    [
      'goes with a paragraph that moves',
      'She waited',
      (t) => t.split('\n\n').reverse().join('\n\n'),
      ['ok', 'She waited'],
    ],
    [
      'finds its words between changes on both sides',
      'was on',
      (text) => text.replace('Nobody', 'Somebody').replace('the quay', 'a pier'),
      ['ok', 'was on'],
    ],
  ])('%s', async (_title, words, change, expected) => {
    expect(await follow(words, change(story))).toEqual(expected);
  });

  it('is ok again when its words return', async () => {
    const edited = story.replace('the lamp', 'a lamp');
    expect(await follow('the lamp', edited, story)).toEqual(['ok', 'the lamp']);
    expect(await follow('the lamp', story.replace(' the lamp', ''), `Rain. ${story}`)).toEqual(['ok', 'the lamp']);
    expect(await follow('Nobody was on the quay', '', 'Other words.', story)).toEqual(['ok', 'Nobody was on the quay']);
  });

  it('stays on words that a save changes on both sides, if they are there once', async () => {
    const text = 'Then the old pilot Maro left the quay at dawn.';
    const one = anchorOn(text, 'Maro');
    const kept = 'Then a boy who had never seen the sea, Maro, and two of his dogs went at dawn.';
    expect(await carriedThrough([one], text, kept)).toMatchObject([
      { state: 'ok', start: kept.indexOf('Maro'), end: kept.indexOf('Maro') + 4 },
    ]);
    for (const other of ['Then a boy Maro saw Maro and the dogs at dawn.', 'Then a boy saw the Maroon dogs at dawn.'])
      expect(await carriedThrough([one], text, other)).toMatchObject([{ state: 'stale' }]);
  });

  it('does not settle on equal words elsewhere', async () => {
    const gone = story.replace('The ferry came late. ', '');
    expect(await follow('The ferry', gone, `${gone} The ferry sank.`)).toEqual(['orphaned', '']);
  });
});

const vocabulary =
  'the the the a a and and of to in was he she it that with his her for on ferry lamp quay river snow night door letter hand voice água naïve 🛶 Anna Boris never always looked waited came went said'.split(
    ' ',
  );

function sentence(random: SeededRandom): string {
  const words = Array.from({ length: 4 + random.below(14) }, () => random.from(vocabulary));
  const said = words.join(' ');
  return random.oneIn(4) ? `“${said},” she said.` : `${said}${random.from(['.', '.', '!', '?', ', he said.'])}`;
}

const paragraph = (random: SeededRandom) =>
  Array.from({ length: 1 + random.below(6) }, () => sentence(random)).join(' ');

/** A span with whether an edit has touched it, as an oracle that sees each edit knows it. */
interface Tracked {
  start: number;
  end: number;
  isTouched: boolean;
}

function track(span: Tracked, start: number, end: number, length: number): Tracked {
  const shift = length - (end - start);
  if (end <= span.start) return { ...span, start: span.start + shift, end: span.end + shift };
  if (start >= span.end) return span;
  const to = Math.max(end, span.end) + shift;
  return { start: Math.min(start, span.start), end: Math.max(to, Math.min(start, span.start)), isTouched: true };
}

/** One edit of a text at a random place: words come, go or change, or a whole paragraph does. */
function randomEdit(random: SeededRandom, length: number): [start: number, end: number, piece: string] {
  const start = random.below(length + 1);
  const some = Array.from({ length: 1 + random.below(6) }, () => random.from(vocabulary)).join(' ');
  const end = Math.min(length, start + random.below(random.oneIn(8) ? 300 : 40));
  const kind = random.below(8);
  if (kind < 3) return [start, start, kind === 0 ? random.from(['x', ' ', ',', 'é']) : `${some} `];
  if (kind < 5) return [start, end, ''];
  return kind < 7 ? [start, end, some] : [start, start, `\n\n${paragraph(random)}\n\n`];
}

/** 150 anchors through 200 edits, as the service places them and as they are. */
async function afterEdits(seed: number) {
  const random = new SeededRandom(seed);
  let text = Array.from({ length: 60 }, () => paragraph(random)).join('\n\n');
  const total = pointsOf(text).length;
  const anchors = Array.from({ length: 150 }, (_, index) => {
    let start = random.below(total - 100);
    while (part(text, start, start + 1).trim() === '') start += 1;
    return anchorAt(text, start, start + 1 + random.below(random.oneIn(3) ? 80 : 20), `note_${index}`);
  });
  let spans: Tracked[] = anchors.map(({ place: { start, end } }) => ({ start, end, isTouched: false }));
  const texts = [text];
  for (let edits = 0; edits < 200; ) {
    // A save has one to four edits.
    for (let left = 1 + random.below(4); left > 0; left -= 1, edits += 1) {
      const points = pointsOf(text);
      const [start, end, piece] = randomEdit(random, points.length);
      points.splice(start, end - start, piece);
      text = points.join('');
      spans = spans.map((span) => track(span, start, end, pointsOf(piece).length));
    }
    texts.push(text);
  }
  return (await carriedThrough(anchors, ...texts)).map((place, index) => {
    const [span, exact] = [spans[index], anchors[index]?.words.exact];
    if (!span) throw new Error('Every anchor is tracked.');
    const hasWords = part(text, place.start, place.end) === exact;
    // Touched words may have come together again, but only where they were.
    const isThere = span.isTouched
      ? place.end >= span.start - 20 && place.start <= span.end + 20
      : place.start === span.start;
    return { seed, exact, place, span, isRight: hasWords && isThere };
  });
}

describe('over 200 random edits', () => {
  it('at least 99 % of the untouched anchors are right, and none is silently wrong', async () => {
    const runs = Array.from({ length: proof(5, 200) }, (_, seed) => afterEdits(seed + 1));
    const all = (await Promise.all(runs)).flat();
    const untouched = all.filter(({ span }) => !span.isTouched);
    const right = untouched.filter(({ place, isRight }) => place.state === 'ok' && isRight);
    expect(all.filter(({ place, isRight }) => place.state === 'ok' && !isRight)).toEqual([]);
    expect(untouched.length).toBeGreaterThan(300);
    expect(right.length / untouched.length).toBeGreaterThanOrEqual(0.99);
  });
});
