import type { Phrases } from '../phrases.ts';

/** Dutch. */
export const nl: Phrases = {
  agrees: 'natuurlijk|zeker|uiteraard|graag|met plezier|oké|ok|begrepen|prima|geen probleem|bedankt|jazeker',
  presents: 'hier is|hier volgt|hier zijn|hierbij|hieronder vind je|hieronder vindt u|hieronder staat|hieronder|dit is',
  reports:
    'ik heb het hoofdstuk|ik heb de scène|ik heb de tekst|ik heb geprobeerd|ik heb gezorgd|ik schrijf|ik ga|ik zal|zoals gevraagd|zoals je vroeg|zoals u vroeg|zoals gewenst|volgens je|volgens uw|op basis van je|op basis van uw',
  chapter: 'hoofdstuk|hoofdstukken',
  work: 'scène|tekst|versie|vervolg|concept|verhaal|passage|fragment|roman|herschrijving',
  summary: 'samenvatting|synopsis|overzicht|gebeurtenissen|toestand|stand van zaken|suggestie|voorstel',
  revised: 'herziene|herschreven|bijgewerkte|volledige|gevraagde|volgende|nieuwe versie|aangepaste',
  your: 'je|jouw|uw',
  other: 'mijn|onze|ons|zijn|haar|hun',
  offers:
    'laat me weten|laat het me weten|laat maar weten|wil je dat|wilt u dat|zal ik|als je wilt|als u wilt|als je wil|indien gewenst|ik hoop|hopelijk|ik kan ook|ik kan|ik heb|heb je|heeft u|dit hoofdstuk|in dit hoofdstuk|in het volgende hoofdstuk|het volgende hoofdstuk|het hoofdstuk|aarzel niet|moet ik',
  wishes:
    'wijzigingen|aanpassingen|aanpassen|aangepast|wijzigen|herschrijven|doorgaan|verdergaan|verder ga|verder schrijf|volgende hoofdstuk|feedback|versie|vragen|bevalt|vindt|verwachtingen|wensen|toon|tempo|uitbreiden|inkorten|opmerkingen',
  endOf: 'einde van|einde|eind van|hiermee eindigt',
  ended: 'wordt vervolgd|einde|het einde',
  words: 'woorden|woord',
  labels:
    'opmerking|opmerkingen|noot|notitie|aantal woorden|woordenaantal|woorden|titel|hoofdstuktitel|perspectief|samenvatting|tekst|antwoord',
  refuses:
    'het spijt me|sorry|helaas|ik kan niet|ik kan dit niet|ik kan dat niet|ik kan deze|ik kan je|ik kan u|ik kan hier|daar kan ik|ik ben niet in staat|ik mag|als ai|als taalmodel|ik moet dit',
  rules:
    'verzoek|richtlijnen|inhoud|taalmodel|als ai|niet bij helpen|niet mee helpen|niet helpen|niet verder helpen|niet schrijven|niet voldoen|niet maken|weigeren|afwijzen|beleid',
  inserts: 'invoegen|hier invoegen|voeg in|aanvullen|beschrijf',
  apparatus:
    'noot van de auteur|opmerking van de auteur|noot van de vertaler|aantal woorden|woordenaantal|samenvatting|inhoudswaarschuwing|wijzigingen|volgende stappen',
  prefaces: 'bedankt voor|dank je voor|dank u voor|ik begrijp|ik waardeer|dit hoofdstuk|deze scène|hoewel ik',
};
