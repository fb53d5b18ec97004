import type { Phrases } from '../phrases.ts';

/** Swedish. */
export const sv: Phrases = {
  agrees:
    'visst|självklart|självfallet|absolut|naturligtvis|javisst|gärna|okej|ok|med glädje|uppfattat|förstått|tack|inga problem|givetvis',
  presents: 'här är|här kommer|här följer|nedan följer|nedan är|nedan finns|detta är|det här är',
  reports:
    'jag har skrivit|jag har försökt|jag har behållit|jag har följt|jag har sett till|jag skriver|jag fortsätter|jag ska|som du bad|som ni bad|som önskat|som begärt|enligt dina|enligt era|utifrån dina|utifrån din|dina önskemål|dina instruktioner|era önskemål',
  chapter: 'kapitel|kapitlet|kapitlen',
  work: 'scen|scenen|text|texten|version|versionen|fortsättning|fortsättningen|utkast|utkastet|berättelse|berättelsen|avsnitt|avsnittet|roman|romanen|omskrivning|novell',
  summary: 'sammanfattning|sammanfattningen|synopsis|översikt|händelser|läge|tillstånd|förslag',
  revised:
    'omarbetade|omskrivna|reviderade|uppdaterade|fullständiga|kompletta|begärda|önskade|nästa|nya versionen|färdiga',
  your: 'din|ditt|dina|er|era|ert',
  other: 'min|mitt|mina|vår|vårt|våra|hans|hennes|deras',
  offers:
    'låt mig veta|säg till|säg bara till|hör av dig|meddela mig|vill du att|vill ni att|ska jag|skulle du vilja|om du vill|om ni vill|om du önskar|jag hoppas|hoppas|jag kan också|jag kan även|jag kan|jag har|tveka inte|detta kapitel|det här kapitlet|i detta kapitel|i nästa kapitel|nästa kapitel|kapitlet',
  wishes:
    'ändringar|ändra|ändras|ändrar|justeringar|justera|justeras|justerar|revidera|reviderar|omarbeta|omarbetar|skriva om|skriver om|fortsätta|fortsätter|nästa kapitel|återkoppling|feedback|version|frågor|gillar|gillade|tycker|förväntningar|önskemål|tonen|tempot|utveckla|utvecklar|synpunkter|förlänga|korta',
  endOf: 'slut på|slutet på|slutet av|här slutar|därmed slutar',
  ended: 'fortsättning följer|slut|slutet',
  words: 'ord',
  labels:
    'anmärkning|anteckning|anteckningar|notering|obs|författarens anmärkning|antal ord|ordantal|titel|kapiteltitel|perspektiv|sammanfattning|text|svar|kommentar',
  refuses:
    'jag är ledsen|förlåt|ledsen|tyvärr|jag beklagar|jag kan inte|jag kan tyvärr|jag har inte möjlighet|som ai|som en ai|som språkmodell|som en språkmodell|jag måste avböja|jag måste tacka nej|denna begäran|den här begäran|det kan jag inte',
  rules:
    'begäran|förfrågan|innehåll|innehållet|riktlinjer|policy|språkmodell|som ai|som en ai|hjälpa till|hjälpa dig|hjälpa till med|uppfylla|generera|skapa detta|skriva detta|skriva det här|skriva den här|avböja|producera',
  inserts: 'infoga|lägg till|fyll i|beskriv',
  apparatus:
    'författarens kommentar|författarens anmärkning|översättarens anmärkning|antal ord|sammanfattning|innehållsvarning|ändringar|nästa steg',
  prefaces: 'tack för|jag förstår|jag uppskattar|det här kapitlet|den här scenen|även om jag',
};
