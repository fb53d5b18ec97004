/** A reply with text that is not prose, and the prose in it; `null` if there is none. */
export interface Junk {
  kind: string;
  language: string;
  reply: string;
  prose: string | null;
}

const en = 'The ferry came in an hour late, with its lamps out.\n\n“You said noon,” Emma told the man with the rope.';
const de =
  'Die Fähre kam eine Stunde zu spät, ohne Licht.\n\n»Mittag, hast du gesagt«, sagte Emma zu dem Mann mit dem Seil.';
const nl =
  'De veerboot kwam een uur te laat, zonder licht.\n\n‘Je zei twaalf uur,’ zei Emma tegen de man met het touw.';
const fr = 'Le bac arriva avec une heure de retard, tous feux éteints.\n\n— Vous aviez dit midi, lança Emma à l’homme.';
const es =
  'El transbordador llegó con una hora de retraso, sin luces.\n\n—Dijiste a mediodía —le dijo Emma al hombre de la cuerda.';
const it =
  'Il traghetto arrivò con un’ora di ritardo, a luci spente.\n\n«Avevi detto a mezzogiorno» disse Emma all’uomo con la corda.';
const pt =
  'A balsa chegou com uma hora de atraso, sem luzes.\n\n— Disseste ao meio-dia — disse Emma ao homem da corda.';
const sv = 'Färjan kom en timme för sent, utan ljus.\n\n”Du sa klockan tolv”, sa Emma till mannen med repet.';
const da = 'Færgen kom en time for sent, uden lys.\n\n»Du sagde klokken tolv,« sagde Emma til manden med rebet.';
const nb = 'Ferga kom en time for sent, uten lys.\n\n«Du sa klokka tolv», sa Emma til mannen med tauet.';

export const junk: readonly Junk[] = [
  {
    kind: 'reasoning block',
    language: 'en',
    reply: `<think>The chapter needs a ferry.\n\nLet me plan.</think>\n\n${en}`,
    prose: en,
  },
  {
    kind: 'reasoning without an end',
    language: 'en',
    reply: `<thinking>The chapter needs a ferry. ${en}`,
    prose: null,
  },
  { kind: 'closing tag alone', language: 'de', reply: `</think>\n\n${de}`, prose: de },
  { kind: 'announcement', language: 'en', reply: `Sure! Here is chapter 3:\n\n${en}`, prose: en },
  { kind: 'announcement', language: 'de', reply: `Gerne! Hier ist das dritte Kapitel:\n\n${de}`, prose: de },
  { kind: 'announcement', language: 'nl', reply: `Natuurlijk, hier is hoofdstuk 3 van je roman:\n\n${nl}`, prose: nl },
  { kind: 'announcement', language: 'fr', reply: `Bien sûr ! Voici le chapitre 3 :\n\n${fr}`, prose: fr },
  { kind: 'announcement', language: 'es', reply: `¡Claro! Aquí tienes el capítulo 3:\n\n${es}`, prose: es },
  { kind: 'announcement', language: 'it', reply: `Certo! Ecco il capitolo 3:\n\n${it}`, prose: it },
  { kind: 'announcement', language: 'pt', reply: `Claro! Aqui está o capítulo 3:\n\n${pt}`, prose: pt },
  { kind: 'announcement', language: 'sv', reply: `Självklart! Här är kapitel 3:\n\n${sv}`, prose: sv },
  { kind: 'announcement', language: 'da', reply: `Selvfølgelig! Her er kapitel 3:\n\n${da}`, prose: da },
  { kind: 'announcement', language: 'nb', reply: `Selvfølgelig! Her er kapittel 3:\n\n${nb}`, prose: nb },
  {
    kind: 'account of the work',
    language: 'en',
    reply: `I've rewritten the chapter in the present tense, as you asked.\n\n${en}`,
    prose: en,
  },
  {
    kind: 'account of the work',
    language: 'fr',
    reply: `J’ai réécrit le chapitre au présent, comme demandé.\n\n${fr}`,
    prose: fr,
  },
  { kind: 'code fence', language: 'en', reply: `\`\`\`markdown\n${en}\n\`\`\``, prose: en },
  {
    kind: 'announcement and fence',
    language: 'es',
    reply: `Por supuesto, aquí está el capítulo revisado:\n\n\`\`\`\n${es}\n\`\`\`\n\n¿Quieres que haga algún cambio?`,
    prose: es,
  },
  { kind: 'heading with number and title', language: 'en', reply: `# Chapter 3: The Ferry\n\n${en}`, prose: en },
  { kind: 'heading with the title', language: 'it', reply: `## The Ferry\n\n${it}`, prose: it },
  { kind: 'bold heading', language: 'nl', reply: `**Hoofdstuk 3: De veerboot**\n\n${nl}`, prose: nl },
  { kind: 'bare heading', language: 'pt', reply: `Capítulo 3\n\n${pt}`, prose: pt },
  {
    kind: 'rule at the start',
    language: 'en',
    reply: `Certainly! Below is the continuation of your story.\n\n---\n\n${en}\n\n---`,
    prose: en,
  },
  { kind: 'tag around everything', language: 'en', reply: `<chapter>\n${en}\n</chapter>`, prose: en },
  { kind: 'property', language: 'en', reply: `Title: The Ferry\n\n${en}`, prose: en },
  { kind: 'mark of a chat template', language: 'en', reply: `<|im_start|>${en}<|im_end|>`, prose: en },
  { kind: 'offer', language: 'en', reply: `${en}\n\nLet me know if you'd like any changes!`, prose: en },
  {
    kind: 'offer',
    language: 'de',
    reply: `${de}\n\nMöchten Sie, dass ich mit dem nächsten Kapitel fortfahre?`,
    prose: de,
  },
  { kind: 'offer', language: 'nl', reply: `${nl}\n\nLaat me weten of je aanpassingen wilt!`, prose: nl },
  {
    kind: 'offer',
    language: 'fr',
    reply: `${fr}\n\nN’hésitez pas à me dire si vous souhaitez des modifications.`,
    prose: fr,
  },
  {
    kind: 'offer',
    language: 'es',
    reply: `${es}\n\nEspero que te guste. ¿Quieres que continúe con el próximo capítulo?`,
    prose: es,
  },
  { kind: 'offer', language: 'it', reply: `${it}\n\nFammi sapere se vuoi delle modifiche!`, prose: it },
  { kind: 'offer', language: 'pt', reply: `${pt}\n\nEspero que gostes! Diz-me se queres alguma alteração.`, prose: pt },
  { kind: 'offer', language: 'sv', reply: `${sv}\n\nSäg till om du vill att jag ändrar något!`, prose: sv },
  { kind: 'offer', language: 'da', reply: `${da}\n\nSig til, hvis du ønsker ændringer.`, prose: da },
  { kind: 'offer', language: 'nb', reply: `${nb}\n\nSi fra hvis du vil ha endringer!`, prose: nb },
  { kind: 'end of the chapter', language: 'en', reply: `${en}\n\n*End of Chapter 3*`, prose: en },
  { kind: 'end of the chapter', language: 'de', reply: `${de}\n\n[Ende von Kapitel 3]`, prose: de },
  { kind: 'count of words', language: 'en', reply: `${en}\n\n(2,900 words)`, prose: en },
  { kind: 'count of words', language: 'sv', reply: `${sv}\n\n**Antal ord:** 2 900`, prose: sv },
  { kind: 'to be continued', language: 'fr', reply: `${fr}\n\n*À suivre…*`, prose: fr },
  {
    kind: 'note of the author',
    language: 'en',
    reply: `${en}\n\n---\n\n**Author's note:** This chapter sets up the conflict of the next one.`,
    prose: en,
  },
  {
    kind: 'offer with a list',
    language: 'en',
    reply: `${en}\n\n***\n\nI can also revise this chapter:\n- with a different tone\n- from another point of view`,
    prose: en,
  },
  {
    kind: 'both edges',
    language: 'da',
    reply: `Selvfølgelig! Her er det reviderede kapitel:\n\n# Kapitel 3\n\n${da}\n\n(ca. 1.200 ord)\n\nJeg håber, du kan lide det!`,
    prose: da,
  },
  { kind: 'refusal', language: 'en', reply: "I'm sorry, but I can't help with that request.", prose: null },
  { kind: 'refusal', language: 'en', reply: 'I can’t help with <b>that</b> request.', prose: null },
  { kind: 'refusal', language: 'en', reply: 'I’m sorry, I can’t help with *that* request.', prose: null },
  {
    kind: 'refusal in two paragraphs',
    language: 'en',
    reply: "I can't write this scene, as it goes against my guidelines.\n\nWould you like me to write something else?",
    prose: null,
  },
  {
    kind: 'refusal',
    language: 'de',
    reply: 'Es tut mir leid, aber bei dieser Anfrage kann ich nicht helfen.',
    prose: null,
  },
  { kind: 'refusal', language: 'nl', reply: 'Het spijt me, maar ik kan niet aan dit verzoek voldoen.', prose: null },
  {
    kind: 'refusal',
    language: 'fr',
    reply: 'Je suis désolé, mais je ne peux pas répondre à cette demande.',
    prose: null,
  },
  { kind: 'refusal', language: 'es', reply: 'Lo siento, pero no puedo ayudarte con esa solicitud.', prose: null },
  { kind: 'refusal', language: 'it', reply: 'Mi dispiace, ma non posso soddisfare questa richiesta.', prose: null },
  { kind: 'refusal', language: 'pt', reply: 'Desculpe, mas não posso ajudar com esse pedido.', prose: null },
  { kind: 'refusal', language: 'sv', reply: 'Tyvärr kan jag inte hjälpa till med den här begäran.', prose: null },
  { kind: 'refusal', language: 'da', reply: 'Jeg beklager, men jeg kan ikke hjælpe med denne anmodning.', prose: null },
  { kind: 'refusal', language: 'nb', reply: 'Beklager, men jeg kan ikke hjelpe med denne forespørselen.', prose: null },
  { kind: 'remark alone', language: 'en', reply: 'Sure! Here is chapter 3:', prose: null },
];
