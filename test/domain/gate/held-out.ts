import type { Junk } from './junk.ts';

/** A second corpus with other wording, written after the filter. */
const en = 'Snow lay on the tracks, and the signal had been red since four.\n\nNobody got off. Pavel put down his cup.';
const de =
  'Auf den Gleisen lag Schnee, das Signal stand seit vier auf Rot.\n\nNiemand stieg aus. Pavel stellte die Tasse ab.';
const fr =
  'La neige couvrait les voies ; depuis quatre heures le signal restait rouge.\n\nPersonne ne descendit. Pavel posa sa tasse.';
const es = 'La nieve cubría las vías y la señal llevaba en rojo desde las cuatro.\n\nNadie bajó. Pavel dejó la taza.';
const it = 'La neve copriva i binari e il segnale era rosso dalle quattro.\n\nNessuno scese. Pavel posò la tazza.';
const nl =
  'Er lag sneeuw op het spoor en het sein stond al sinds vier uur op rood.\n\nNiemand stapte uit. Pavel zette zijn kopje neer.';
const pt =
  'A neve cobria os carris e o sinal estava vermelho desde as quatro.\n\nNinguém desceu. Pavel pousou a chávena.';
const sv = 'Snön låg över spåren och signalen hade lyst rött sedan fyra.\n\nIngen steg av. Pavel ställde ner koppen.';
const da =
  'Sneen lå på sporet, og signalet havde været rødt siden klokken fire.\n\nIngen steg af. Pavel satte koppen fra sig.';
const nb =
  'Snøen lå på sporet, og signalet hadde stått på rødt siden fire.\n\nIngen gikk av. Pavel satte fra seg koppen.';

export const heldOutJunk: readonly Junk[] = [
  { kind: 'reasoning', language: 'en', reply: `<reasoning>\nOpen on snow.\n</reasoning>\n${en}`, prose: en },
  {
    kind: 'announcement',
    language: 'en',
    reply: `Absolutely! I'll continue the story from where it left off.\n\n${en}`,
    prose: en,
  },
  {
    kind: 'announcement',
    language: 'en',
    reply: `Here's the revised version of your chapter, with a slower opening:\n\n${en}`,
    prose: en,
  },
  {
    kind: 'announcement',
    language: 'en',
    reply: `Below is a full draft of Chapter Three, based on your outline.\n\n***\n\n${en}`,
    prose: en,
  },
  {
    kind: 'announcement',
    language: 'de',
    reply: `Selbstverständlich. Im Folgenden finden Sie die überarbeitete Fassung des Kapitels:\n\n${de}`,
    prose: de,
  },
  {
    kind: 'announcement',
    language: 'nl',
    reply: `Zeker! Hieronder vind je het volledige hoofdstuk:\n\n${nl}`,
    prose: nl,
  },
  { kind: 'announcement', language: 'fr', reply: `D’accord, voici la suite de votre récit :\n\n${fr}`, prose: fr },
  {
    kind: 'announcement',
    language: 'es',
    reply: `Perfecto, a continuación te presento la escena reescrita:\n\n${es}`,
    prose: es,
  },
  {
    kind: 'announcement',
    language: 'it',
    reply: `Va bene, di seguito trovi il capitolo completo:\n\n${it}`,
    prose: it,
  },
  {
    kind: 'announcement',
    language: 'pt',
    reply: `Com certeza! Segue o texto revisado do capítulo:\n\n${pt}`,
    prose: pt,
  },
  {
    kind: 'announcement',
    language: 'sv',
    reply: `Absolut! Nedan följer fortsättningen på din berättelse:\n\n${sv}`,
    prose: sv,
  },
  {
    kind: 'announcement',
    language: 'da',
    reply: `Naturligvis – her kommer fortsættelsen af din historie:\n\n${da}`,
    prose: da,
  },
  {
    kind: 'announcement',
    language: 'nb',
    reply: `Klart det! Her kommer fortsettelsen av historien din:\n\n${nb}`,
    prose: nb,
  },
  { kind: 'heading', language: 'en', reply: `### CHAPTER THREE\n\n${en}`, prose: en },
  { kind: 'heading', language: 'de', reply: `Kapitel 3: Der Bahnhof\n\n${de}`, prose: de },
  { kind: 'heading', language: 'fr', reply: `**Chapitre III**\n\n${fr}`, prose: fr },
  { kind: 'heading', language: 'en', reply: `III. The Station\n\n${en}`, prose: en },
  {
    kind: 'fence',
    language: 'en',
    reply: `\`\`\`text\n${en}\n\`\`\`\n\nThis chapter is about 1,200 words long.`,
    prose: en,
  },
  {
    kind: 'offer',
    language: 'en',
    reply: `${en}\n\nWould you like me to continue with the next chapter, or adjust the tone of this one?`,
    prose: en,
  },
  {
    kind: 'offer',
    language: 'en',
    reply: `${en}\n\nI hope this captures the mood you had in mind. Happy to revise!`,
    prose: en,
  },
  {
    kind: 'offer',
    language: 'de',
    reply: `${de}\n\nIch hoffe, das Kapitel gefällt Ihnen. Bei Bedarf passe ich es gerne an.`,
    prose: de,
  },
  { kind: 'offer', language: 'nl', reply: `${nl}\n\nWil je dat ik verder ga met het volgende hoofdstuk?`, prose: nl },
  {
    kind: 'offer',
    language: 'fr',
    reply: `${fr}\n\nSouhaitez-vous que je poursuive avec le chapitre suivant ?`,
    prose: fr,
  },
  { kind: 'offer', language: 'es', reply: `${es}\n\nSi quieres, puedo ajustar el ritmo o el tono.`, prose: es },
  {
    kind: 'offer',
    language: 'it',
    reply: `${it}\n\nSpero che ti piaccia! Vuoi che prosegua con il capitolo successivo?`,
    prose: it,
  },
  { kind: 'offer', language: 'pt', reply: `${pt}\n\nGostaria que eu continuasse com o próximo capítulo?`, prose: pt },
  {
    kind: 'offer',
    language: 'sv',
    reply: `${sv}\n\nJag hoppas att du gillar kapitlet. Vill du att jag fortsätter?`,
    prose: sv,
  },
  { kind: 'offer', language: 'da', reply: `${da}\n\nVil du have, at jeg fortsætter med næste kapitel?`, prose: da },
  { kind: 'offer', language: 'nb', reply: `${nb}\n\nGi beskjed om du ønsker at jeg justerer noe.`, prose: nb },
  { kind: 'end', language: 'es', reply: `${es}\n\n— Fin del capítulo 3 —`, prose: es },
  { kind: 'end', language: 'en', reply: `${en}\n\n---\n\n**[Chapter 3 ends]**`, prose: en },
  { kind: 'end', language: 'it', reply: `${it}\n\n(continua nel prossimo capitolo)`, prose: it },
  { kind: 'count', language: 'pt', reply: `${pt}\n\n[Contagem de palavras: 1.250]`, prose: pt },
  { kind: 'count', language: 'en', reply: `${en}\n\n*Word count: approximately 2,900*`, prose: en },
  {
    kind: 'refusal',
    language: 'en',
    reply:
      'I apologize, but I am unable to generate this content. It conflicts with the content policy I have to follow.',
    prose: null,
  },
  {
    kind: 'refusal',
    language: 'en',
    reply:
      "I won't be able to continue this story in that direction. As an AI, I can't produce graphic content involving minors.",
    prose: null,
  },
  {
    kind: 'refusal',
    language: 'de',
    reply: 'Leider kann ich diesen Text nicht verfassen, da er gegen die Richtlinien verstößt.',
    prose: null,
  },
  {
    kind: 'refusal',
    language: 'fr',
    reply: 'Désolé, je ne suis pas en mesure de rédiger ce type de contenu.',
    prose: null,
  },
  {
    kind: 'refusal',
    language: 'es',
    reply: 'Lamento no poder continuar: el contenido solicitado infringe las políticas.',
    prose: null,
  },
  { kind: 'refusal', language: 'sv', reply: 'Jag kan tyvärr inte skriva innehåll av det här slaget.', prose: null },
];

export const heldOutOpenings: readonly string[] = [
  'Absolutely nothing moved.',
  'Great, she thought. Another chapter of this.',
  'Here’s the scene: a kitchen, a knife, a birthday cake.',
  'Below the bridge is where we found him.',
  'As requested, the body had been left untouched.',
  'Sorry was a word my mother saved for strangers.',
  'I cannot help with the harvest this year, Father wrote.',
  'Third chapter, third murder, the inspector liked to say.',
  'Text came in at 4 a.m.: dont go home.',
  'Prologue to nothing, he called his youth.',
  'Gern hätte er geantwortet, doch das Kapitel war zu Ende.',
  'D’accord, pensa-t-elle, mais pas ce soir.',
  'Aquí está la casa, aquí el río, aquí el hombre que los perdió.',
  'Purtroppo non posso restare, scrisse.',
  'Selvfølgelig regnet det.',
];

export const heldOutEndings: readonly string[] = [
  'If you want to change, he said, begin with the weather.',
  'Shall I continue? she asked the mirror.',
  'The next chapter would be hers.',
  'I can also be kind, thought the wolf.',
  '(To be read after my death.)',
  '[Here the tape ends.]',
  'Words: three. Lies: three.',
  'Feel free to hate me. I would.',
  'Ich hoffe, du verzeihst mir. Ich hoffe es jeden Tag.',
  'Möchtest du, dass ich bleibe?',
  'Si quieres, puedo esperar.',
  '---\n\nThen the lights went out.',
];
