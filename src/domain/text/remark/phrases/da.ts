import type { Phrases } from '../phrases.ts';

/** Danish. */
export const da: Phrases = {
  agrees:
    'selvfølgelig|naturligvis|klart|javist|gerne|okay|ok|absolut|med glæde|forstået|helt sikkert|tak|intet problem|sikkert',
  presents: 'her er|her kommer|her følger|nedenfor er|nedenfor følger|nedenfor|dette er|det her er',
  reports:
    'jeg har skrevet|jeg har forsøgt|jeg har bevaret|jeg har fulgt|jeg har sørget|jeg skriver|jeg fortsætter|jeg vil|som du bad|som ønsket|som anmodet|efter dine|ifølge dine|ud fra dine|dine ønsker|dine instruktioner|dine anvisninger',
  chapter: 'kapitel|kapitlet|kapitlerne',
  work: 'scene|scenen|tekst|teksten|version|versionen|fortsættelse|fortsættelsen|udkast|udkastet|historie|historien|afsnit|afsnittet|roman|romanen|omskrivning|fortælling',
  summary:
    'resumé|resumeet|resuméet|sammenfatning|sammenfatningen|opsummering|opsummeringen|synopsis|oversigt|begivenheder|hændelser|tilstand|status|forslag',
  revised: 'reviderede|omskrevne|opdaterede|fulde|komplette|ønskede|næste|nye version|færdige',
  your: 'din|dit|dine|jeres',
  other: 'min|mit|mine|vores|hans|hendes|deres',
  offers:
    'lad mig vide|sig til|sig endelig til|giv besked|vil du have|vil du gerne|skal jeg|ønsker du|hvis du vil|hvis du ønsker|jeg håber|forhåbentlig|jeg kan også|jeg kan|jeg har|tøv ikke|dette kapitel|i dette kapitel|det næste kapitel|i næste kapitel|næste kapitel|kapitlet',
  wishes:
    'ændringer|ændre|ændrer|ændret|justeringer|justere|justerer|justeret|tilpasse|tilpasninger|revidere|reviderer|omskrive|omskriver|fortsætte|fortsætter|næste kapitel|feedback|version|spørgsmål|kan lide|kunne lide|synes|forventninger|ønsker|tonen|tempoet|uddybe|uddyber|kommentarer|udvide',
  endOf: 'slut på|slutningen på|slutningen af|her slutter|hermed slutter',
  ended: 'fortsættelse følger|fortsættes|slut',
  words: 'ord',
  labels:
    'bemærkning|bemærk|note|noter|forfatterens note|antal ord|ordantal|ordtælling|titel|kapiteltitel|synsvinkel|resumé|tekst|svar|kommentar',
  refuses:
    'jeg beklager|beklager|undskyld|desværre|jeg kan ikke|jeg kan desværre|jeg er ikke i stand|som ai|som en ai|som sprogmodel|som en sprogmodel|jeg må afvise|jeg må afslå|denne anmodning|det kan jeg ikke',
  rules:
    'anmodning|anmodningen|forespørgsel|indhold|retningslinjer|politik|sprogmodel|som ai|som en ai|hjælpe med|hjælpe dig|efterkomme|opfylde|generere|skabe dette|skrive dette|skrive det her|skrive den|afvise|afslå',
  inserts: 'indsæt|tilføj|udfyld|beskriv',
  apparatus:
    'forfatterens note|forfatterens bemærkning|oversætterens note|antal ord|sammenfatning|resumé|indholdsadvarsel|ændringer|næste skridt',
  prefaces: 'tak for|jeg forstår|jeg sætter pris|dette kapitel|denne scene|selvom jeg',
};
