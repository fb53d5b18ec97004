import { baseLanguage } from '../../story/names/languages.ts';

/**
 * Mannerisms of generated prose in English. The craft rules of prompts name them, and the lint code `prose_patterns` counts
 * them: this file is the source of both.
 */

const list = (text: string) => text.trim().split(/\s*\n\s*/);

/** Worn phrases, in lower case. Prompts name the first two. */
export const wornPhrases: readonly string[] = list(`
  a breath she didn't know she was holding
  something shifted
  a breath he didn't know he was holding
  a breath i didn't know i was holding
  a testament to
  couldn't help but
  the air was thick with
  barely above a whisper
  hung in the air
  the silence stretched
  time seemed to slow
  a shiver down
  shivers down
  released a breath
  let out a breath
  let out a shaky breath
  let out a long breath
  took a deep breath
  barely a whisper
  a mix of
  a mixture of
  a symphony of
  a tapestry of
  a dance of
  a kaleidoscope of
  a wave of
  a pang of
  a flicker of
  the ghost of a smile
  a ghost of a smile
  a smile tugged at
  tugged at the corner of
  tugged at the corners of
  didn't reach her eyes
  didn't reach his eyes
  eyes widened
  eyes sparkling with
  her heart hammered
  his heart hammered
  my heart hammered
  heart pounding in
  heart hammering in
  steeled herself
  steeled himself
  steeled myself
  knuckles white
  knuckles turning white
  washed over
  the weight of
  hung heavy
  hung between them
  settled over the
  a stark reminder
  sent a chill
  sent shivers
  unbeknownst to
  the world fell away
  something like hope
  or something like it
  the kind of silence
  a voice like gravel
  with practiced ease
  with practised ease
  in the grand scheme
  he hadn't realized he'd been holding
  she hadn't realized she'd been holding
  i hadn't realized i'd been holding
  he hadn't realised he'd been holding
  she hadn't realised she'd been holding
  i hadn't realised i'd been holding
  breath hitched
  breath caught in
  clenched his jaw
  clenched her jaw
  clenched my jaw
  jaw clenched
  a muscle twitched in
  ran a hand through his hair
  ran a hand through her hair
  ran a hand through my hair
  heart skipped a beat
  pulse quickened
  unshed tears
  a single tear
  thick with emotion
  thick with tension
  was palpable
  left unsaid
  silence was deafening
  deafening silence
  in that moment
  nothing else mattered
  couldn't shake the feeling
  in the pit of his stomach
  in the pit of her stomach
  in the pit of my stomach
  electricity crackled
  dust motes danced
  a newfound sense
  held its breath
  time stood still
`);

/** Verbs that put a perceiver between reader and scene: “she saw the door open”. */
export const filterVerbs: ReadonlySet<string> = new Set(
  'saw heard felt noticed realized realised watched sensed wondered seemed knew sees hears feels notices realizes realises watches senses wonders seems knows'.split(
    ' ',
  ),
);

/** What prompts say about each pattern, by the key under which lint counts it. */
export const mannerisms = {
  worn_phrases: 'worn phrases',
  not_but: '“not X but Y”',
  triads: 'three parallel words where one is enough',
  filter_words: '“she saw” and “he felt” before the thing itself',
  echoes: 'a striking word twice within a few lines',
  same_openings: 'sentences in a row that begin alike',
  short_paragraphs: 'one-sentence paragraphs for effect',
} as const;
export type Mannerism = keyof typeof mannerisms;

/** The sentence of the craft rules. Worn phrases are named to writers of English. */
export function mannerismsRule(language: string): string {
  const { worn_phrases, ...others } = mannerisms;
  const named = wornPhrases.slice(0, 2).map((phrase) => `“${phrase.replaceAll("'", '’')}”`);
  const worn = baseLanguage(language) === 'en' ? `${worn_phrases} (${named.join(', ')})` : worn_phrases;
  const all = [worn, ...Object.values(others)];
  return `Avoid what gives a machine away: ${all.slice(0, -1).join(', ')}, and ${all.at(-1)}.`;
}
