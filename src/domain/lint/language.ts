/** First and third person pronouns of a language, in lower case and all forms. */
export interface Pronouns {
  first: ReadonlySet<string>;
  second: ReadonlySet<string>;
  third: ReadonlySet<string>;
}

const words = (list: string) => new Set(list.split(' '));
const pronouns = (first: string, second: string, third: string): Pronouns => ({
  first: words(first),
  second: words(second),
  third: words(third),
});

// Singular only: a narrator who says "we" may speak for mankind. Forms with another common meaning are left out.
const pronounsByLanguage: Readonly<Record<string, Pronouns>> = {
  en: pronouns('i me my mine myself', 'you your yours yourself', 'he him his himself she her hers herself'),
  de: pronouns(
    'ich mich mir mein meine meinen meinem meiner meines',
    'du dich dir dein deine deinen deinem deiner',
    'er ihn ihm sein seine seinen seinem seiner sie ihr ihre ihren ihrem ihrer',
  ),
  nl: pronouns('ik mij me mijn mezelf', 'jij je jou jouw', 'hij hem haar zij ze zichzelf'),
  fr: pronouns('je j me m moi mon ma mes', 'tu te t toi ton ta tes vous', 'il elle lui son sa ses'),
  es: pronouns('yo me mí mi mis conmigo', 'tú te ti tu tus contigo', 'él ella le su sus'),
  it: pronouns('io mi me mio mia miei mie', 'tu ti te tuo tua tuoi tue', 'lui lei gli suo sua suoi sue egli ella'),
  pt: pronouns('eu me mim meu minha meus minhas comigo', 'tu te ti você teu tua', 'ele ela lhe seu sua seus suas'),
  sv: pronouns('jag mig min mitt mina', 'du dig din ditt dina', 'han honom hans hon henne hennes'),
  da: pronouns('jeg mig min mit mine', 'du dig din dit dine', 'han ham hans hun hende hendes'),
  nb: pronouns('jeg meg min mitt mine', 'du deg din ditt dine', 'han ham hans hun henne hennes'),
};

// Verbs that only people perform: a name next to one is a person's.
const deedsByLanguage: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words(
    'said says asked asks replied replies answered whispered muttered murmured shouted cried laughed smiled nodded shrugged sighed frowned looked looks thought thinks knew knows wanted walked turned grinned added agreed told stood sat',
  ),
  de: words(
    'sagte sagt fragte fragt antwortete flüsterte murmelte rief schrie lachte lächelte nickte seufzte dachte sah blickte wusste wollte ging stand',
  ),
  nl: words('zei zegt vroeg vraagt antwoordde fluisterde riep lachte glimlachte knikte zuchtte dacht keek wist'),
  fr: words('dit demanda répondit murmura cria rit sourit soupira pensa regarda savait'),
  es: words('dijo dice preguntó respondió contestó susurró gritó rió sonrió asintió suspiró pensó miró sabía'),
  it: words('disse dice chiese rispose sussurrò gridò rise sorrise annuì sospirò pensò guardò sapeva'),
  pt: words('disse diz perguntou respondeu sussurrou gritou riu sorriu suspirou pensou olhou sabia'),
  sv: words('sa säger frågade svarade viskade ropade skrattade log nickade suckade tänkte tittade visste'),
  da: words('sagde siger spurgte svarede hviskede råbte lo smilede nikkede sukkede tænkte kiggede vidste'),
  nb: words('sa sier spurte svarte hvisket ropte lo smilte nikket sukket tenkte visste'),
};

/** Languages in which names do not change, apart from a genitive. */
const plainNames = words('en de nl fr es it pt ca gl sv da nb nn no af zh ja ko th lo km my');

/** Titles before a name, which name nobody. */
export const titles: ReadonlySet<string> = words(
  'Mr Mrs Ms Miss Dr Sir Lady Lord Herr Frau Monsieur Madame Mademoiselle Señor Señora Don Doña Signor Signora Senhor Senhora The',
);

/** Language of a BCP 47 tag, without script and region: `de` for `de-CH`. */
export function baseLanguage(tag: string): string {
  const [base = ''] = tag.toLowerCase().split('-');
  return base === 'no' || base === 'nn' ? 'nb' : base;
}

export function pronounsOf(tag: string): Pronouns | undefined {
  return pronounsByLanguage[baseLanguage(tag)];
}

/**
 * Verbs that people perform; undefined if there is no list, for languages without capitals, and for those with inflected
 * names.
 */
export function deedsOf(tag: string): ReadonlySet<string> | undefined {
  return deedsByLanguage[baseLanguage(tag)];
}

export function keepsNames(tag: string): boolean {
  return plainNames.has(baseLanguage(tag));
}

/** Whether capitals inside a sentence mark only names; German capitalizes all nouns. */
export function marksNamesAlone(tag: string): boolean {
  return baseLanguage(tag) !== 'de';
}

/** Months and days, which some languages capitalize. */
export function calendarWords(tag: string): ReadonlySet<string> {
  const name = (options: Intl.DateTimeFormatOptions, day: number) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).format(Date.UTC(2026, day / 31, (day % 31) + 1));
  const months = Array.from({ length: 12 }, (_, month) => name({ month: 'long' }, month * 31));
  const days = Array.from({ length: 7 }, (_, day) => name({ weekday: 'long' }, day));
  return new Set([...months, ...days].map((word) => word.toLowerCase()));
}
