import type { Phrases } from '../phrases.ts';

/** Italian. */
export const it: Phrases = {
  agrees:
    "certo|certamente|certo che sì|naturalmente|ovviamente|volentieri|con piacere|va bene|d'accordo|perfetto|capito|ok|grazie|assolutamente|nessun problema",
  presents: 'ecco|ecco qui|ecco a te|di seguito|qui di seguito|questo è|questa è|trovi qui|segue',
  reports:
    'ho scritto|ho riscritto|ho redatto|ho continuato|ho cercato|ho provato|ho mantenuto|ho rispettato|scriverò|continuerò|proseguo|continuo|come richiesto|come hai chiesto|come ha chiesto|come da richiesta|secondo le tue|secondo le sue|in base alle tue|in base alle sue|seguendo le tue|seguendo le sue|le tue indicazioni|le tue istruzioni|le sue indicazioni|le sue istruzioni',
  chapter: 'capitolo|capitoli',
  work: 'scena|testo|versione|continuazione|seguito|bozza|riscrittura|prosa|storia|brano|passaggio|racconto|romanzo',
  summary: 'riassunto|sintesi|sinossi|riepilogo|eventi|avvenimenti|stato|stato finale|suggerimento|proposta',
  revised:
    'rivisto|rivista|riscritto|riscritta|completo|completa|richiesto|richiesta|prossimo|successivo|corretto|corretta|aggiornato|aggiornata|nuova versione',
  your: 'tuo|tua|tuoi|tue|vostro|vostra',
  other: 'mio|mia|miei|mie|nostro|nostra|suo|sua|suoi|sue|loro',
  offers:
    'fammi sapere|mi faccia sapere|fatemi sapere|dimmi|mi dica|vuoi che|vuole che|volete che|desideri che|desidera che|ti piacerebbe|se vuoi|se vuole|se desideri|se desidera|se preferisci|se ti serve|se hai|spero che|spero|posso anche|posso|non esitare|non esiti|ho cercato|ho mantenuto|devo|questo capitolo|in questo capitolo|il capitolo|nel prossimo capitolo|il prossimo capitolo|prossimo capitolo',
  wishes:
    'modifiche|modifica|modificare|modifichi|cambiamenti|cambi|cambiare|aggiustamenti|aggiustare|rivedere|riveda|revisione|riscrivere|riscriva|continuare|continui|prosegua|proseguire|prossimo capitolo|capitolo successivo|commenti|parere|versione|domande|piaccia|piaciuto|gradimento|aspettative|cercavi|tono|ritmo|ampliare|ampli|pensi|ne pensa|sviluppare',
  endOf: 'fine del|fine della|fine di|fine|qui finisce|qui termina|si conclude qui|così si conclude',
  ended: 'continua|fine|la fine|continua\\.\\.\\.',
  words: 'parole|parola',
  labels:
    "nota|note|nota dell'autore|nota dell'autrice|conteggio parole|numero di parole|parole|titolo|titolo del capitolo|punto di vista|riassunto|testo|risposta|commento",
  refuses:
    'mi dispiace|mi spiace|spiacente|sono spiacente|scusa|mi scuso|non posso|non sono in grado|purtroppo|come ia|come modello|come intelligenza|in quanto ia|in quanto modello|devo rifiutare|questa richiesta|la tua richiesta',
  rules:
    'richiesta|contenuto|contenuti|linee guida|politiche|politica|norme|modello linguistico|intelligenza artificiale|come ia|in quanto ia|aiutarti|aiutarla|aiutare con|soddisfare|generare|creare questo|scrivere questo|scrivere questa|produrre|rifiutare',
  inserts: 'inserire|inserisci|aggiungere|completare|descrivere',
  apparatus:
    "nota dell'autore|nota dell'autrice|nota del traduttore|conteggio parole|numero di parole|riassunto|riassunto del capitolo|avvertenza sui contenuti|modifiche apportate|prossimi passi",
  prefaces: 'grazie per|capisco|comprendo|apprezzo|questo capitolo|questa scena|pur comprendendo|ti ringrazio',
};
