const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

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

// Further verbs of people, with which a summary says what somebody does.
const plotVerbsByLanguage: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words(
    'finds discovers learns meets tells decides refuses confronts tries wants sees hears confesses realises realizes admits agrees believes takes goes comes gives brings leads keeps leaves returns arrives waits runs sits stands watches opens reads writes shows saves kills dies hides steals follows drives sends makes lets gets puts loses wins fights escapes warns begs threatens reveals invites persuades travels enters joins marries betrays accuses rescues visits lies searches carries speaks sleeps works buys sells pays begins stops starts turns listens',
  ),
  de: words(
    'findet entdeckt erfährt trifft erzählt entscheidet versucht gesteht glaubt hört sieht nimmt geht kommt gibt bringt führt verlässt kehrt wartet sitzt steht liest schreibt zeigt hilft ruft schickt macht lässt verliert öffnet legt zieht bleibt will kann muss weiß hat ist wird lacht lächelt nickt schweigt seufzt flüstert schreit weint steht holt redet arbeitet schläft fragt denkt lügt streitet besucht bittet lädt flieht stirbt tötet rettet folgt beginnt spricht verrät',
  ),
  fr: words(
    'trouve découvre apprend rencontre raconte décide refuse affronte essaie veut avoue attend arrive entre sort prend donne parle ment sourit pleure',
  ),
  es: words(
    'encuentra descubre conoce cuenta decide rechaza enfrenta intenta quiere confiesa espera llega entra sale toma da habla miente sonríe llora',
  ),
  it: words(
    'trova scopre incontra racconta decide rifiuta affronta vuole confessa aspetta arriva entra esce prende dà parla mente sorride piange',
  ),
  pt: words('encontra descobre conhece conta decide recusa enfrenta tenta quer confessa'),
  nl: words('vindt ontdekt leert ontmoet vertelt besluit weigert probeert bekent'),
  sv: words('finner upptäcker möter berättar beslutar vägrar försöker erkänner'),
  da: words('finder opdager møder fortæller beslutter nægter prøver tilstår'),
  nb: words('finner oppdager møter forteller bestemmer nekter prøver tilstår'),
};

// Verbs that may follow any subject.
const auxiliariesByLanguage: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words('is was has had does did will would can could may might must should never cannot'),
  de: words('ist war hat hatte wird wurde kann konnte will wollte muss musste soll sollte darf bleibt kommt geht'),
  fr: words('est était a avait va peut doit veut fut sera'),
  es: words('es está era estaba ha había va puede debe quiere fue será'),
  it: words('è era ha aveva va può deve vuole fu sarà'),
  pt: words('é está era estava tem tinha vai pode deve quer foi será'),
  nl: words('is was heeft had wordt werd kan kon wil wilde moet moest zal zou'),
  sv: words('är var har hade blir blev kan kunde vill ville ska skulle måste'),
  da: words('er var har havde bliver blev kan kunne vil ville skal skulle må måtte'),
  nb: words('er var har hadde blir ble kan kunne vil ville skal skulle må måtte'),
};

/** Languages in which names do not change, apart from a genitive. */
const plainNames = words('en de nl fr es it pt ca gl sv da nb nn no af zh ja ko th lo km my');

/** Titles before a name, after which no sentence ends. */
export const titles: ReadonlySet<string> = words(
  'Mr Mrs Ms Miss Dr Sir Lady Lord Herr Frau Monsieur Madame Mademoiselle Señor Señora Don Doña Signor Signora Senhor Senhora The',
);

/** Further ranks and epithets. Before a name they name nobody; as its last word they are a surname (Stephen King). */
const ranks = words(
  'Capt Lt Sgt Col Gen Cpl Insp Supt Messrs Captains Colonels Admirals Generals Doctors Agents Officers Detectives Misses Ladies Lords Cousin Madam Mom Mum Dad Reverend Nurse Sheriff Deputy Mayor Senator Governor Coach Marshal Chancellor Minister Superintendent Warden Prof Rev St Saint Master Mistress Doctor Professor Dame Captain Colonel General Major Corporal Private Sergeant Lieutenant Commander Admiral Inspector Commissioner Councillor Councilman Councilwoman Alderman Magistrate Pilot Skipper Bosun Mate Widow Widower Abbot Abbess Prior Prioress Deacon Vicar Curate Parson Pastor Rabbi Imam Canon Rector Headmaster Headmistress Principal Director Secretary Steward Attorney Lawyer Barrister Solicitor Prosecutor Counsellor Counselor Ambassador Consul Congressman Congresswoman Representative Ensign Midshipman Cadet Trooper Gunner Engineer Navigator Surgeon Midwife Teacher Editor Reporter Detective Constable Officer Agent Judge Father Mother Brother Sister Uncle Aunt Auntie Grandma Grandpa Granny King Queen Prince Princess Duke Duchess Earl Marquess Marquis Viscount Viscountess Count Countess Baron Baroness Emperor Empress Pope Bishop President Chief Old Young Little Big Great Poor Mad Herrn Fräulein Freiherr Fürst Fürstin Herzog Herzogin Prinz Prinzessin Kaiser Kaiserin Baronin Bischof Pater Abt Äbtissin Leutnant Hauptwachtmeister Oberst Feldwebel Oberkommissar Oberkommissarin Polizist Polizistin Ermittler Ermittlerin Staatsanwalt Staatsanwältin Notar Notarin Kollege Kollegin Chef Chefin Professorin Doktorin Schwager Schwägerin Cousine Neffe Nichte Freund Freundin Graf Gräfin Doktor Kapitän Onkel Tante König Königin Kommissar Kommissarin Hauptkommissar Hauptkommissarin Inspektor Wachtmeister Hauptmann Pastor Pastorin Pfarrer Pfarrerin Bürgermeister Bürgermeisterin Lehrer Lehrerin Förster Direktor Direktorin Richter Richterin Anwalt Anwältin Wirt Wirtin Witwe Witwer Nachbar Nachbarin Bruder Schwester Vater Mutter Oma Opa Mme Mlle Docteur Capitaine Père Mère Oncle Comte Comtesse Roi Reine Señorita Capitán Padre Madre Tío Tía Rey Reina Conde Signorina Dottor Dottore Dottoressa Conte Contessa Zio Zia Dom Dona Doutor Doutora Tio Tia Meneer Mevrouw Oom Dokter Fru Fröken Frøken Pan Pani Bay Hanım',
);

/** Parts of surnames and of descriptions that name nobody by themselves. */
const particles = words(
  'von van der den del della delle dei degli das dos les las los ter ten zum zur vom auf aus und and the och ibn bin bint abu mac fitz née Jr Sr Jnr Snr Junior Senior III VII VIII',
);

// In English, "Don" is a first name.
const isNoTitle = (word: string, language: string) => word === 'Don' && baseLanguage(language) === 'en';

/** Whether a word before a name is a title, a rank or an epithet. */
export function isTitle(word: string, language: string): boolean {
  return (titles.has(word) || ranks.has(word)) && !isNoTitle(word, language);
}

const [female, male] = [
  words(
    'Mrs Ms Miss Mistress Lady Dame Mother Sister Aunt Auntie Grandma Granny Queen Princess Duchess Countess Baroness Empress Frau Fräulein Gräfin Tante Königin Oma Madame Mademoiselle Mme Mlle Mère Comtesse Reine Señora Señorita Doña Madre Tía Reina Signora Signorina Dottoressa Contessa Zia Senhora Dona Doutora Tia Mevrouw Fru Fröken Frøken Pani Hanım Kommissarin Pastorin Pfarrerin Bürgermeisterin Lehrerin Wirtin Witwe Nachbarin Schwester Mutter Richterin Anwältin',
  ),
  words(
    'Mr Sir Lord Master Father Brother Uncle Grandpa King Prince Duke Count Baron Emperor Herr Graf Onkel König Opa Monsieur Père Oncle Comte Roi Señor Don Padre Tío Rey Conde Signor Dottor Dottore Conte Zio Senhor Dom Doutor Tio Meneer Oom Pan Bay Bruder Vater Witwer',
  ),
];

/** Of a title that only a woman or only a man has; undefined for any other word. */
export function genderOfTitle(word: string): 'female' | 'male' | undefined {
  if (female.has(word)) return 'female';
  return male.has(word) ? 'male' : undefined;
}

// Words of kin before a name, which some languages write small (ours).
const [women, men] = [
  words(
    'aunt auntie mother sister daughter niece grandmother granny wife widow tante mère sœur fille nièce épouse veuve madre hermana hija sobrina tía abuela esposa mujer viuda sorella figlia zia nonna moglie vedova mãe irmã filha sobrinha tia avó viúva moeder zus dochter nicht vrouw weduwe mor mamma syster dotter moster faster änka søster datter kone enke',
  ),
  words(
    'uncle father brother son nephew grandfather grandpa husband widower oncle père frère fils neveu mari veuf padre hermano hijo sobrino tío abuelo marido viudo fratello figlio zio nonno marito vedovo pai irmão filho sobrinho tio avô viúvo vader broer zoon neef oom man weduwnaar far pappa bror morbror farbror änkling onkel sønn søn mann enkemann',
  ),
];

/** Of a word of kin before a name; undefined for any other word. */
export function genderOfKin(word: string): 'female' | 'male' | undefined {
  if (women.has(word)) return 'female';
  return men.has(word) ? 'male' : undefined;
}

const ands = words('and und et y e en och og');

/** Whether a word joins two titles of one name: Mr. and Mrs. Venn. */
export function isAnd(word: string): boolean {
  return ands.has(word);
}

export function isParticle(word: string): boolean {
  return particles.has(word) || particles.has(word.toLowerCase());
}

/** Language of a BCP 47 tag, without script and region: `de` for `de-CH`. */
export function baseLanguage(tag: string): string {
  const [base = ''] = tag.toLowerCase().split('-');
  return base === 'no' || base === 'nn' ? 'nb' : base;
}

/**
 * Verbs that people perform; undefined if there is no list, for languages without capitals, and for those with inflected
 * names.
 */
export function deedsOf(tag: string): ReadonlySet<string> | undefined {
  return deedsByLanguage[baseLanguage(tag)];
}

/** Whether a word is a verb that only a person can be the subject of, next to a name. */
export function isDeed(word: string, tag: string): boolean {
  const base = baseLanguage(tag);
  return deedsByLanguage[base]?.has(word) === true || plotVerbsByLanguage[base]?.has(word) === true;
}

/** Verbs that may follow any subject; none for a language without a list. */
export function auxiliariesOf(tag: string): ReadonlySet<string> {
  return auxiliariesByLanguage[baseLanguage(tag)] ?? new Set();
}

/** Whether a word behind a name may say what they do or are. In English by its ending too. */
export function isVerb(word: string, tag: string): boolean {
  if (isDeed(word, tag) || auxiliariesOf(tag).has(word)) return true;
  return baseLanguage(tag) === 'en' && /^[a-z]{3,}(?:s|ed)$/.test(word);
}

export function keepsNames(tag: string): boolean {
  return plainNames.has(baseLanguage(tag));
}

/** Whether capitals inside a sentence mark only names; German capitalizes all nouns. */
export function marksNamesAlone(tag: string): boolean {
  return baseLanguage(tag) !== 'de';
}

const calendars = new Map<string, ReadonlySet<string>>();

/** Months and days, which some languages capitalize. Kept, because a text asks for them at each of its names. */
export function calendarWords(tag: string): ReadonlySet<string> {
  const base = baseLanguage(tag);
  const locale = /^[a-z]{2,3}$/.test(base) ? base : 'en';
  const known = calendars.get(locale) ?? calendarOf(locale);
  // A tag of three letters may be anything.
  if (calendars.size < calendarsMax) calendars.set(locale, known);
  return known;
}

const calendarsMax = 100;

function calendarOf(locale: string): ReadonlySet<string> {
  const name = (options: Intl.DateTimeFormatOptions, day: number) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(Date.UTC(2026, day / 31, (day % 31) + 1));
  const months = Array.from({ length: 12 }, (_, month) => name({ month: 'long' }, month * 31));
  const days = Array.from({ length: 7 }, (_, day) => name({ weekday: 'long' }, day));
  return new Set([...months, ...days].map((word) => word.toLowerCase()));
}
