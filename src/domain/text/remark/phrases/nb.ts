import type { Phrases } from '../phrases.ts';

/** Norwegian. */
export const nb: Phrases = {
  agrees:
    'selvfølgelig|naturligvis|klart|javisst|gjerne|greit|ok|okei|absolutt|med glede|forstått|takk|ikke noe problem|selvsagt',
  presents: 'her er|her kommer|her følger|nedenfor er|nedenfor følger|nedenfor|dette er|det her er',
  reports:
    'jeg har skrevet|jeg har forsøkt|jeg har prøvd|jeg har beholdt|jeg har fulgt|jeg har sørget|jeg skriver|jeg fortsetter|jeg skal|som du ba|som ønsket|som forespurt|etter dine|ifølge dine|ut fra dine|dine ønsker|dine instruksjoner|dine anvisninger',
  chapter: 'kapittel|kapittelet|kapitlet|kapitlene',
  work: 'scene|scenen|tekst|teksten|versjon|versjonen|fortsettelse|fortsettelsen|utkast|utkastet|historie|historien|avsnitt|avsnittet|roman|romanen|omskriving|fortelling',
  summary: 'sammendrag|sammendraget|oppsummering|oppsummeringen|synopsis|oversikt|hendelser|tilstand|status|forslag',
  revised: 'reviderte|omskrevne|oppdaterte|fullstendige|komplette|ønskede|neste|nye versjonen|ferdige',
  your: 'din|ditt|dine|deres',
  other: 'min|mitt|mine|vår|vårt|våre|hans|hennes|deres',
  offers:
    'la meg vite|si ifra|si fra|gi beskjed|vil du at|vil du ha|skal jeg|ønsker du|hvis du vil|hvis du ønsker|om du vil|jeg håper|forhåpentligvis|jeg kan også|jeg kan gjerne|jeg kan|jeg har|ikke nøl|dette kapittelet|i dette kapittelet|det neste kapittelet|i neste kapittel|neste kapittel|kapittelet',
  wishes:
    'endringer|endre|endrer|endret|justeringer|justere|justerer|justert|tilpasse|tilpasninger|revidere|reviderer|omskrive|skrive om|skriver om|fortsette|fortsetter|neste kapittel|tilbakemelding|tilbakemeldinger|versjon|spørsmål|liker|likte|synes|forventninger|ønsker|tonen|tempoet|utdype|utdyper|kommentarer|utvide',
  endOf: 'slutt på|slutten på|slutten av|her slutter|dermed slutter',
  ended: 'fortsettelse følger|fortsetter|slutt',
  words: 'ord',
  labels:
    'merknad|merk|notat|note|forfatterens merknad|antall ord|ordtelling|tittel|kapitteltittel|synsvinkel|sammendrag|tekst|svar|kommentar',
  refuses:
    'jeg beklager|beklager|unnskyld|dessverre|jeg kan ikke|jeg kan dessverre|jeg er ikke i stand|som ai|som en ai|som ki|som en ki|som språkmodell|som en språkmodell|jeg må avslå|jeg må takke nei|denne forespørselen|det kan jeg ikke',
  rules:
    'forespørsel|forespørselen|innhold|innholdet|retningslinjer|policy|språkmodell|som ai|som en ai|som ki|hjelpe med|hjelpe deg|etterkomme|oppfylle|generere|lage dette|skrive dette|skrive det her|skrive den|avslå|produsere',
  inserts: 'sett inn|legg til|fyll inn|beskriv',
  apparatus:
    'forfatterens merknad|forfatterens kommentar|oversetterens merknad|antall ord|sammendrag|innholdsadvarsel|endringer|neste steg',
  prefaces: 'takk for|jeg forstår|jeg setter pris|dette kapittelet|denne scenen|selv om jeg',
};
