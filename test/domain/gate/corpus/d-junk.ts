import { alone, around, type CorpusJunk, type CorpusLanguage, chapters } from './corpus.ts';

/** Remarks of one language without phrases, which only their structure tells. */
function structural(
  language: CorpusLanguage,
  words: { here: string; plain: string; question: string; count: string; notes: string; items: [string, string] },
): CorpusJunk[] {
  const { here, plain, question, count, notes, items } = words;
  const list = items.map((item) => `- ${item}`).join('\n');
  const { title } = chapters[language];
  return [
    around('structure', language, `${here}\n\n---\n\n`),
    around('structure', language, `${plain}\n\n\`\`\`\n`, '\n```'),
    around('structure', language, `${plain}\n\n# ${title}\n\n`),
    around('structure', language, '', `\n\n---\n\n${question}`),
    around('structure', language, '', `\n\n(${count})`),
    around('structure', language, '', `\n\n---\n\n**${notes}**\n\n${list}`),
  ];
}

const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
const inJson = (language: CorpusLanguage, before: string, after: string): CorpusJunk => {
  const { title, prose } = chapters[language];
  return { kind: 'json', language, title, prose, reply: before + escaped(prose) + after };
};

/** Written with the structure of remarks in view, a third in languages without phrases. */
export const junkD: readonly CorpusJunk[] = [
  ...structural('fi', {
    here: 'Tässä on luku 3:',
    plain: 'Ole hyvä, tässä pyytämäsi luku:',
    question: 'Haluatko, että jatkan seuraavaan lukuun?',
    count: '2 900 sanaa',
    notes: 'Huomioita:',
    items: ['Lamppu on toistuva aihe.', 'Ilse puhuu vähän.'],
  }),
  ...structural('cs', {
    here: 'Jistě! Zde je kapitola 3:',
    plain: 'Tady je požadovaná kapitola:',
    question: 'Mám pokračovat další kapitolou?',
    count: 'cca 2 900 slov',
    notes: 'Poznámky k textu',
    items: ['Zachoval jsem klidný tón.', 'Noviny se ještě vrátí.'],
  }),
  ...structural('tr', {
    here: 'Tabii! İşte 3. bölüm:',
    plain: 'İstediğiniz bölüm aşağıdadır:',
    question: 'Devam etmemi ister misiniz?',
    count: '2.900 kelime',
    notes: 'Notlar:',
    items: ['Lamba bir motif.', 'Gazete sonra geri dönecek.'],
  }),
  ...structural('el', {
    here: 'Βεβαίως! Ακολουθεί το κεφάλαιο 3:',
    plain: 'Ορίστε το κεφάλαιο που ζητήσατε:',
    question: 'Θέλετε να συνεχίσω με το επόμενο κεφάλαιο?',
    count: 'περίπου 2.900 λέξεις',
    notes: 'Σημειώσεις',
    items: ['Η λάμπα επιστρέφει.', 'Λίγος διάλογος.'],
  }),
  ...structural('uk', {
    here: 'Звісно! Ось розділ 3:',
    plain: 'Ось розділ, який ви просили:',
    question: 'Чи хочете, щоб я продовжив?',
    count: '2900 слів',
    notes: 'Примітки:',
    items: ['Лампа — мотив.', 'Газета ще повернеться.'],
  }),
  ...structural('ko', {
    here: '네! 요청하신 3장입니다:',
    plain: '아래는 요청하신 장입니다:',
    question: '다음 장을 계속 쓸까요?',
    count: '약 2900자',
    notes: '참고 사항',
    items: ['등불은 반복되는 소재입니다.', '신문은 다시 나옵니다.'],
  }),
  inJson('en', '{"title": "The Pier", "chapter": "', '"}'),
  inJson('de', '{\n  "kapitel": 3,\n  "text": "', '",\n  "woerter": 2900\n}'),
  inJson('ja', '```json\n{"content": "', '"}\n```'),
  inJson('fr', '{"chapter": {"number": 3, "prose": "', '"}}'),
  { ...inJson('en', '', ''), reply: `{"text": "${chapters.en.prose.replaceAll('"', '\\"')}"}` },
  around(
    'notes',
    'en',
    '',
    '\n\n---\n\n## Summary of this chapter\n\nMarten waits for a boat; Ilse finds him at dawn.',
  ),
  around('notes', 'en', '', '\n\n***\n\n**Notes**\n\nI kept the lamp as a motif.\n\nIlse has two lines.'),
  around(
    'notes',
    'pl',
    '',
    '\n\n---\n\n### Streszczenie rozdziału\n\nMarten czeka na łódź, a Ilse znajduje go o świcie.',
  ),
  around('notes', 'ru', '', '\n\n---\n\n**Примечания:**\n\n- Лампа — сквозной образ.\n- Газета вернётся в главе 5.'),
  around('notes', 'ja', '', '\n\n---\n\n**補足**\n\n- 灯りは繰り返し出てきます。\n- 新聞は伏線です。'),
  around('notes', 'zh', '', '\n\n---\n\n**说明：**\n\n- 灯是意象。\n- 报纸会再次出现。'),
  around('plan', 'en', '1. Open on the lamp.\n2. Ilse arrives.\n3. The newspaper.\n\nHere is the chapter:\n\n'),
  around('plan', 'en', '**Plan:**\n\n- lamp\n- Ilse\n- newspaper\n\n---\n\n'),
  around('plan', 'de', '- Lampe\n- Ilse kommt\n\nHier ist das Kapitel:\n\n'),
  around('plan', 'pl', '1. Lampa\n2. Ilse\n\nOto rozdział:\n\n'),
  around('plan', 'ru', '1. Лампа.\n2. Ильзе.\n\n# Глава 3. Причал\n\n'),
  around('scene', 'en', '## Scene 1\n\n'),
  around('scene', 'de', '**Szene 1: Am Steg**\n\n'),
  around('scene', 'zh', '## 场景一\n\n'),
  around('continued', 'en', '', '\n\n[Continued in next message]'),
  around('continued', 'en', '', '\n\n*(continued in the next part…)*'),
  around('continued', 'de', '', '\n\n[Fortsetzung in der nächsten Nachricht]'),
  around('continued', 'ru', '', '\n\n(Продолжение в следующем сообщении)'),
  around('continued', 'ja', '', '\n\n（次のメッセージに続く）'),
  alone(
    'refusal',
    'en',
    `I'm sorry, but I can't help with that request, because it conflicts with the content policy that I have to follow. ${'I understand that this scene matters to the book and to you. '.repeat(5)}\n\nHere is what I can offer instead:\n\n- a version without the violence\n- a summary of the scene\n\nLet me know which of these you would like, and I will begin.`,
  ),
];
