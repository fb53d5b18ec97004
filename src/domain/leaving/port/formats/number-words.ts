import type { HeadingLanguage } from './heading-table.ts';

/** Number words of one language, as regular expressions. Accents and capitals are removed before they are compared. */
interface Numbers {
  /** One part of a cardinal number; a word can have several. */
  cardinal: string;
  /** An ordinal number, or the last part of one. */
  ordinal: string;
  /** An ending that makes a cardinal number ordinal. */
  suffix?: string;
  /** Words that stand between or before number words: `twenty and one`, `the first`. */
  between?: string;
}

/** By primary language, up to a hundred. */
const numbers: Readonly<Record<HeadingLanguage, Numbers>> = {
  cs: {
    cardinal:
      'jed(?:en|n[aou])|dv[aě]|tři|čtyři|pět|šest|sedm|osm|devět|deset|(?:jede|dva|tři|čtr|pat|šest|sedm|osm|devate)náct|(?:dva|tři|čtyři)cet|(?:pa|še|sedm|osm|deva)desát|padesát|šedesát|sto',
    ordinal:
      'prv(?:ní|ý|á|é)|(?:druh|třet|čtvrt|pát|šest|sedm|osm|devát|desát|(?:jede|dva|tři|čtr|pat|šest|sedm|osm|devate)náct|(?:dva|tři|čtyři)cát|(?:pa|še|sedm|osm|deva)desát|st)[ýáéí]',
  },
  da: {
    cardinal:
      'e[nt]|to|tre|fire|fem|seks|syv|otte|ni|ti|elleve|tolv|(?:tret|fjor|fem|seks|syt|at|nit)ten|tyve|tredive|fyrre|(?:halv)?treds|tres|halvfjerds|firs|halvfems|hundrede|og',
    ordinal:
      'første|and(?:en|et)|tredje|fjerde|femte|sjette|(?:syv|ott|ni|ti)ende|ellevte|tolvte|(?:tret|fjor|fem|seks|syt|at|nit)tende|tyvende|tredivte|fyrretyvende|(?:halvtreds|tres|halvfjerds|firs|halvfems)indstyvende|hundrede',
  },
  de: {
    cardinal:
      'ein(?:s|er|es|e)?|zwei|zwo|drei|vier|fünf|sechs?|sieb(?:en)?|acht|neun|zehn|elf|zwölf|zwanzig|drei(?:ß|ss)ig|(?:vier|fünf|sech|sieb|acht|neun)zig|hundert|und',
    ordinal: '(?:ers|drit|ach)te[rsnm]?',
    suffix: 's?te[rsnm]?',
  },
  el: {
    cardinal:
      'ένας?|μία|δύο|τρία|τρεις|τέσσερ[αι]ς?|πέντε|έξι|ε[πφ]τά|ο[κχ]τώ|εννέα|εννιά|δέκα|έν?[τδ]εκα|δώδεκα|είκοσι|(?:τριά|σαρά|πενή|εξή|εβδομή|ογδό|ενενή)ντα|εκατό',
    ordinal:
      '(?:πρώτ|δεύτερ|τρίτ|τέταρτ|πέμπτ|έκτ|έβδομ|όγδο|έ[νν]ατ|δέκατ|ενδέκατ|δωδέκατ|εικοστ|τριακοστ|τεσσαρακοστ|πεντηκοστ|εξηκοστ)(?:ος|η|ο)',
  },
  en: {
    cardinal:
      'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred',
    ordinal:
      'first|second|third|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf)th|(?:thir|four|fif|six|seven|eigh|nine)teenth|(?:twen|thir|for|fif|six|seven|eigh|nine)tieth|hundredth',
    between: 'and|the|a',
  },
  es: {
    cardinal:
      'un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci|veint[ei]|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien(?:to)?',
    ordinal:
      '(?:primer|segund|tercer|cuart|quint|sext|se[pq]?tim|octav|noven|non|décim|undécim|duodécim|vigésim|trigésim|cuadragésim|quincuagésim|sexagésim)[oa]|primer|tercer',
    between: 'y|el|la',
  },
  fi: {
    cardinal: 'yksi|kaksi|kolme|neljä|viisi|kuusi|seitsemän|kahdeksan|yhdeksän|kymmenen|toista|kymmentä|sata',
    ordinal:
      '(?:ensimmäi|toi)nen|kolmas|neljäs|viides|kuudes|seitsemäs|kahdeksas|yhdeksäs|kymmenes|(?:yhdes|kahdes|kolmas|neljäs|viides|kuudes|seitsemäs|kahdeksas|yhdeksäs)toista|(?:kahdes|kolmas|neljäs|viides|kuudes)kymmenes',
  },
  fr: {
    cardinal:
      'une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente|quarante|cinquante|soixante|cent',
    ordinal:
      'premi(?:er|ère)|seconde?|(?:un|deux|trois|quatr|cinqu|six|sept|huit|neuv|dix|onz|douz|treiz|quatorz|quinz|seiz|vingt|trent|quarant|cinquant|soixant|cent)ième',
    between: 'et|le|la',
  },
  hu: {
    cardinal: 'egy|kettő|két|három|harminc|négy|öt|hat|hét|nyolc|kilenc|tíz|tizen|húsz|huszon|van|ven|száz',
    ordinal:
      'első|második|(?:egye|kette|harma|negye|ötö|hato|hete|nyolca|kilence|tize|husza|harminca|negyvene|ötvene|hatvana|százа)dik',
  },
  it: {
    cardinal:
      'un[oa]?|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|sedici|dicias?sette|diciotto|diciannove|venti?|trenta?|quaranta?|cinquanta?|sessanta?|settanta?|ottanta?|novanta?|cento',
    ordinal:
      '(?:prim|second|terz|quart|quint|sest|settim|ottav|non|decim)[oa]|(?:un|du|tre|quattr|cinqu|sei|sett|ott|nov|undic|dodic|tredic|quattordic|quindic|sedic|diciassett|diciott|diciannov|vent|trent|quarant|cinquant|sessant)esim[oa]',
    between: 'e|il|la',
  },
  nb: {
    cardinal:
      'en|ett?|to|tre|fire|fem|seks|sju|syv|åtte|ni|ti|elleve|tolv|(?:tret|fjor|fem|seks|syt|at|nit)ten|tjue|tyve|(?:tret|før|fem|seks|syt|åt|nit)ti|hundre|og',
    ordinal:
      'første|andre|annen|annet|tredje|fjerde|femte|sjette|(?:sju|syv|ått|ni|ti)ende|ellevte|tolvte|(?:tret|fjor|fem|seks|syt|at|nit)tende|tjuende|tyvende|(?:tret|før|fem|seks|syt|åt|nit)tiende',
  },
  nl: {
    cardinal:
      'een|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|(?:der|veer|vijf|zes|zeven|acht|negen)tien|(?:twin|der|veer|vijf|zes|zeven|tach|negen)tig|honderd|en',
    ordinal: 'eerste|derde',
    suffix: 'de|ste',
  },
  pl: {
    cardinal:
      'jeden|jedna|dwa|dwie|trzy|cztery|pięć|sześć|siedem|osiem|dziewięć|dziesięć|(?:jede|dwa|trzy|czter|pięt|szes|siedem|osiem|dziewięt)naście|dwadzieścia|(?:trzy|czter)dzieści|(?:pięć|sześć|siedem|osiem|dziewięć)dziesiąt|sto',
    ordinal:
      '(?:pierwsz|drug|trzec|czwart|piąt|szóst|siódm|ósm|dziewiąt|dziesiąt|(?:jede|dwu|trzy|czter|pięt|szes|siedem|osiem|dziewięt)nast|(?:dwu|trzy|czter)dziest|(?:pięć|sześć|siedem|osiem|dziewięć)dziesiąt|setn)i?[yaei]',
  },
  pt: {
    cardinal:
      'uma?|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|treze|(?:ca|qua)torze|quinze|dez[ae]s(?:seis|sete)|dezoito|dez[ae]nove|vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa|cem|cento',
    ordinal:
      '(?:primeir|segund|terceir|quart|quint|sext|sétim|oitav|non|décim|vigésim|trigésim|quadragésim|quinquagésim|sexagésim)[oa]',
    between: 'e|o|a',
  },
  ro: {
    cardinal:
      'un[ua]?|doi|două|trei|patru|cinci|șase|șapte|opt|nouă|zece|(?:un|doi|două|trei|pai|patru|cinci|șai|șapte|opt|nouă)sprezece|(?:două|trei|patru|cinci|șai|șapte|opt|nouă)zeci|sută',
    ordinal:
      'întâi(?:a)?|prim(?:ul|a)|(?:doi|trei|patru|cinci|șase|șapte|opt|nouă|zece|(?:un|doi|trei|pai|cinci|șai|șapte|opt|nouă)sprezece|(?:două|trei|patru|cinci|șai|șapte|opt|nouă)zeci)(?:u?lea)|doua|(?:trei|patr|cinc|șas|șapt|opt|nou|zec|sprezec)e?a',
    between: 'și|al|a',
  },
  ru: {
    cardinal:
      'один|одна|дв[ае]|три|четыре|пять|шесть|семь|восемь|девять|десять|(?:один|две|три|четыр|пят|шест|сем|восем|девят)надцать|двадцать|тридцать|сорок|(?:пять|шесть|семь|восемь)десят|девяносто|сто',
    ordinal:
      '(?:перв|втор|четв[её]рт|пят|шест|седьм|восьм|девят|десят|(?:один|две|три|четыр|пят|шест|сем|восем|девят)надцат|двадцат|тридцат|сороков|(?:пяти|шести|семи|восьми)десят|девяност|сот)(?:ый|ой|ая|ое)|трет(?:ий|ья|ье)',
  },
  sv: {
    cardinal:
      'ett?|en|två|tre|fyra|fem|sex|sju|åtta|nio|tio|elva|tolv|(?:tret|fjor|fem|sex|sjut|ar|nit)ton|tjugo|(?:tret|fyr|fem|sex|sjut|åt|nit)tio|hundra',
    ordinal:
      'först[ae]|andr[ae]|tredje|fjärde|femte|sjätte|sjunde|åttonde|nionde|tionde|elfte|tolfte|(?:tret|fjor|fem|sex|sjut|ar|nit)tonde|tjugonde|(?:tret|fyr|fem|sex|sjut|åt|nit)tionde',
  },
  tr: {
    cardinal: 'bir|iki|üç|dört|beş|altı|yedi|sekiz|dokuz|on|yirmi|otuz|kırk|elli|altmış|yetmiş|seksen|doksan|yüz',
    ordinal:
      'ilk|(?:bir|iki|üç|dörd|beş|alt|yedi|sekiz|dokuz|on|yirmi|otuz|kırk|elli|altmış|yetmiş|seksen|doksan|yüz)(?:[ıiuü]?nc[ıiuü])',
  },
  uk: {
    cardinal:
      "один|одна|дв[аі]|три|чотири|п'?ять|шість|сім|вісім|дев'?ять|десять|(?:оди|два|три|чотир|п'?ят|шіст|сім|вісім|дев'?ят)надцять|двадцять|тридцять|сорок|(?:п'?ят|шіст|сім|вісім)десят|дев'?яносто|сто",
    ordinal:
      "(?:перш|друг|четверт|п'?ят|шост|сьом|восьм|дев'?ят|десят|(?:оди|два|три|чотир|п'?ят|шіст|сім|вісім|дев'?ят)надцят|двадцят|тридцят|сороков|сот)(?:ий|а|е)|трет(?:ій|я|є)",
  },
};

/** Letters without marks and in lower case: capitals are often without accents. */
export function plainLetters(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  const bare = text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
  return bare.replaceAll('ı', 'i').replaceAll('ς', 'σ').replaceAll(/[’ʼ]/g, "'");
}

export type NumberKind = 'cardinal' | 'ordinal' | 'between';

const patterns = new Map<HeadingLanguage, Record<NumberKind, RegExp>>();

function patternsOf(language: HeadingLanguage): Record<NumberKind, RegExp> {
  const known = patterns.get(language);
  if (known) return known;
  const of = numbers[language];
  const whole = (source: string) => new RegExp(`^(?:${plainLetters(source)})$`, 'u');
  const made = {
    cardinal: whole(`(?:${of.cardinal})+`),
    ordinal: whole(`(?:${of.cardinal})*(?:${of.ordinal})|(?:${of.cardinal})+(?:${of.suffix ?? '$.'})`),
    between: whole(of.between ?? '$.'),
  };
  patterns.set(language, made);
  return made;
}

/** The kind of number word that a word is; undefined for all other words. */
export function numberKindOf(word: string, language: HeadingLanguage): NumberKind | undefined {
  const of = patternsOf(language);
  const plain = plainLetters(word);
  if (plain.length > lettersMax) return undefined;
  return (['between', 'ordinal', 'cardinal'] as const).find((kind) => of[kind].test(plain));
}

/** No number below a hundred has more (ours). */
const lettersMax = 30;
