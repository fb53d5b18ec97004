import type { Phrases } from '../phrases.ts';

/** German. */
export const de: Phrases = {
  agrees:
    'gerne|sehr gerne|natürlich|klar|selbstverständlich|sicher|gern|aber gerne|okay|ok|verstanden|in ordnung|alles klar|danke|vielen dank|mit vergnügen|kein problem',
  presents:
    'hier ist|hier kommt|hier sind|hier folgt|hier das|hier die|hier der|es folgt|im folgenden|nachfolgend|nachstehend|anbei|dies ist|das ist',
  reports:
    'ich habe das kapitel|ich habe die szene|ich habe den text|ich habe versucht|ich habe mich bemüht|ich habe darauf geachtet|ich schreibe|ich setze|ich fahre|ich werde|wie gewünscht|wie gefordert|wie besprochen|wie von ihnen|wie von dir|nach ihren|nach deinen|gemäß ihren|gemäß deinen|ihren vorgaben|deinen vorgaben|ihren wünschen|deinen wünschen|entsprechend',
  chapter: 'kapitel|kapitels',
  work: 'szene|text|textes|version|fassung|fortsetzung|entwurf|geschichte|abschnitt|passage|roman|überarbeitung|erzählung|neufassung',
  summary:
    'zusammenfassung|inhaltsangabe|kapitelzusammenfassung|überblick|ereignisse|wichtige ereignisse|handlung|stand|zustand|vorschlag|synopse',
  revised:
    'überarbeitete|überarbeiteten|überarbeitetes|umgeschriebene|neue fassung|nächste|nächstes|vollständige|vollständiges|gewünschte|gewünschtes|fertige|fortgesetzte',
  your: 'ihr|ihre|ihren|ihres|ihrem|dein|deine|deinen|deines|deinem|euer|eure',
  other: 'mein|meine|meines|meiner|meinem|meinen|unser|unsere|unserer|seines|seiner|seinen',
  offers:
    'lass mich wissen|lassen sie mich wissen|sag mir|sag bescheid|sagen sie mir|gib bescheid|geben sie mir bescheid|möchtest du|möchten sie|soll ich|wenn du möchtest|wenn du willst|wenn du magst|wenn sie mögen|wenn sie möchten|wenn sie wünschen|falls du|falls sie|ich hoffe|hoffentlich|gerne kann ich|gern kann ich|ich kann gerne|ich kann gern|ich kann auch|ich habe|bei bedarf|willst du|wünschen sie|wünschst du|dieses kapitel|in diesem kapitel|das kapitel|im nächsten kapitel|das nächste kapitel|zögern sie|melde dich|melden sie sich',
  wishes:
    'änderungen|anpassungen|anpassen|angepasst|ändern|überarbeiten|überarbeitung|überarbeitet|umschreiben|weiterschreiben|fortsetzen|fortfahren|nächsten kapitel|nächste kapitel|nächstes kapitel|feedback|rückmeldung|fassung|version|fragen|gefällt|gefallen|vorstellungen|erwartungen|wünsche|anmerkungen|ton|tempo|ausführlicher|perspektive|kürzen|erweitern|weitermachen|davon hältst|davon halten',
  endOf: 'ende des|ende der|ende von|ende|schluss des|damit endet|hier endet',
  ended: 'fortsetzung folgt|ende|das ende',
  words: 'wörter|worte|wörtern|wort',
  labels:
    'anmerkung|anmerkungen|hinweis|hinweise|notiz|anmerkung des autors|wortzahl|wortanzahl|wörter|titel|kapiteltitel|perspektive|zusammenfassung|text|antwort|entwurf|änderungen',
  refuses:
    'es tut mir leid|tut mir leid|entschuldigung|leider|ich kann nicht|ich kann das nicht|ich kann diesen|ich kann dieses|ich kann diese|ich kann dir|ich kann ihnen|ich bin nicht in der lage|ich darf|als ki|als sprachmodell|ich muss ablehnen|ich werde|diese anfrage|dieser anfrage|deine anfrage|ihre anfrage|ich möchte diese|das kann ich',
  rules:
    'anfrage|wunsch nicht|richtlinien|inhalte|inhalten|inhalt|sprachmodell|ki-|als ki|dabei nicht helfen|damit nicht helfen|nicht weiterhelfen|nicht helfen|nicht behilflich|nicht erfüllen|nicht erstellen|nicht schreiben|nicht verfassen|nicht nachkommen|nicht unterstützen|ablehnen',
  inserts: 'einfügen|hier einfügen|hier steht|ergänzen|platzhalter|beschreiben',
  apparatus:
    'anmerkung des autors|anmerkung der autorin|anmerkung des übersetzers|anmerkung zur übersetzung|wortzahl|wortanzahl|zusammenfassung|inhaltswarnung|triggerwarnung|vorgenommene änderungen|nächste schritte',
  prefaces:
    'danke für|vielen dank für|ich verstehe|ich weiß dein|ich weiß ihr|ich schätze|dieses kapitel|diese szene|nach durchsicht|so gern ich|auch wenn ich',
};
