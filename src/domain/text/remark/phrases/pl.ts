import type { Phrases } from '../phrases.ts';

/** Polish. */
export const pl: Phrases = {
  agrees:
    'oczywiście|proszę bardzo|jasne|pewnie|dobrze|w porządku|chętnie|z przyjemnością|rozumiem|świetnie|nie ma problemu|dziękuję',
  presents: 'oto|poniżej|poniżej znajduje się|poniżej znajdziesz|to jest|przedstawiam|proszę, oto',
  reports:
    'napisałem|napisałam|przygotowałem|przygotowałam|przepisałem|przepisałam|poprawiłem|poprawiłam|zgodnie z twoj\\p{L}+|zgodnie z pa\\p{L}+|zgodnie z prośbą|zgodnie z życzeniem|na twoją prośbę|jak prosiłeś|jak prosiłaś|starałem się|starałam się',
  chapter: 'rozdział|rozdziału|rozdziałem|rozdziale|rozdziały',
  work: 'scena|scenę|sceny|tekst|tekstu|wersja|wersję|wersji|szkic|opowieść|opowieści|historia|historii|historię|fragment|powieść|powieści|ciąg dalszy',
  summary: 'streszczenie|podsumowanie|synopsis|przegląd|wydarzenia|zdarzenia|stan|stan końcowy|sugestia|propozycja',
  revised: 'poprawiony|poprawiona|poprawioną|nowa|nową|kolejny|kolejna|następny|pełny|pełna|ukończony',
  your: 'twoja|twojej|twoje|twoich|twoim|twoimi|twój|twojego|twoją|pana|pani|państwa',
  other: 'mój|moja|moje|mojego|mojej|moim|nasz|nasza|nasze|jego|jej|ich',
  offers:
    'daj znać|proszę dać znać|proszę daj znać|czy chcesz|czy chciałbyś|czy chciałabyś|czy mam|czy chcieliby|jeśli chcesz|jeśli chciałbyś|jeśli potrzebujesz|mam nadzieję|mogę też|mogę również|chętnie|w razie potrzeby|w tym rozdziale|w następnym rozdziale|ten rozdział',
  wishes:
    'zmiany|zmian|zmienił|zmieniła|zmienić|poprawki|poprawek|poprawił|poprawiła|poprawić|kontynuował|kontynuowała|kontynuować|kontynuacja|następny rozdział|kolejny rozdział|następnym rozdziałem|uwagi|pytania|wersję|wersja|podoba|spodoba|tempo|ton|rozwinąć|skrócić|przerobić',
  endOf: 'koniec|to koniec',
  ended: 'koniec|ciąg dalszy nastąpi|cdn',
  words: 'słów|słowa|wyrazów',
  labels:
    'uwaga|uwagi|notatka|nota autora|od autora|liczba słów|tytuł|tytuł rozdziału|streszczenie|podsumowanie|perspektywa|tekst|odpowiedź|zmiany|przypis tłumacza|ostrzeżenie o treści',
  refuses:
    'przepraszam|przykro mi|niestety|nie mogę|nie jestem w stanie|muszę odmówić|jako model językowy|jako sztuczna inteligencja|nie napiszę',
  rules:
    'tej prośby|twojej prośby|prośbie|takich treści|tego typu treści|treści|zasad\\p{L}*|wytyczn\\p{L}+|model językowy|pomóc w tym|w tym pomóc|napisać (?:tego|takiego|takiej|tej) (?:rozdziału|sceny|tekstu)|spełnić|wygenerować',
  inserts: 'wstaw|wstawić|dodaj|do uzupełnienia|uzupełnić|opisz',
  apparatus:
    'nota autora|nota odautorska|od autora|przypis tłumacza|liczba słów|streszczenie|podsumowanie|ostrzeżenie o treści|wprowadzone zmiany|następne kroki',
  prefaces: 'dziękuję za|rozumiem|doceniam|ten rozdział|ta scena|choć rozumiem',
};
