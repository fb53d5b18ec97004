import type { SampleBook } from './book.ts';

/** A German novel of a family. */
export const kontor: SampleBook = {
  book: {
    title: 'Das stille Kontor',
    premise:
      'Nach dem Tod des alten Reeders Heinrich Brandt erben seine Witwe und zwei Kinder ein Kontor, das seit drei Jahren nur noch auf dem Papier besteht. Jutta Brandt müsste es schließen. Ihr Sohn Paul will, dass sie lügt, bis er es gerettet hat.',
    language: 'de',
    genre: 'Familienroman',
    audience: 'Erwachsene',
    toneStyle: 'Ruhig, genau, mit Sinn für das Komische am Anstand.',
  },
  plan: {
    themeStatement: 'Wer ein Haus erbt, erbt auch seine Ausreden.',
    readerPromise: 'Am Ende ist die Tür zu, und man weiß, wer sie zugemacht hat.',
    beatSheetTemplate: 'kishotenketsu',
    povLock: 'third-limited',
    tenseLock: 'past',
    povDepth: 50,
  },
  cast: [
    {
      id: 'jutta',
      name: 'Jutta Brandt',
      role: 'Witwe, führt die Bücher des Kontors',
      isPov: true,
      want: 'Einmal eine Rechnung schreiben, die stimmt.',
      fear: 'Dass Heinrich es gewusst hat.',
      lie: 'Anstand ist, was die Nachbarn sehen.',
      voiceProfile: 'Vollständige Sätze, keine Ausrufe. Sagt „man“, wenn sie „ich“ meint.',
      bio: 'Einundsechzig, Tochter eines Lehrers aus Husum. Hat dreißig Jahre lang Briefe nach Diktat geschrieben.',
    },
    {
      id: 'heinrich',
      name: 'Heinrich Brandt',
      aliases: ['der alte Brandt'],
      role: 'Reeder, tot',
      bio: 'Starb in der Nacht, in der das letzte Schiff verkauft wurde.',
    },
    {
      id: 'paul',
      name: 'Paul Brandt',
      role: 'Der Sohn, Jurist ohne Mandanten',
      want: 'Das Kontor behalten, bis es jemand kauft.',
      fear: 'Der Erste zu sein, der schließt.',
      voiceProfile: 'Halbe Sätze, Konjunktive.',
    },
    {
      id: 'grete',
      name: 'Grete Brandt',
      role: 'Die Tochter, Ärztin, seit Jahren fort',
      want: 'Die Mutter mitnehmen.',
      voiceProfile: 'Direkt; Fragen wie Anordnungen.',
    },
    { id: 'ohlsen', name: 'Wilhelm Ohlsen', role: 'Prokurist, seit vierzig Jahren im Haus' },
    { id: 'ernst', name: 'Ernst Mahler', role: 'Gläubiger und Nachbar' },
  ],
  conflicts: [
    {
      fromCharacterId: 'jutta',
      toCharacterId: 'paul',
      kind: 'love',
      description: 'Sie schützt ihn vor den Folgen, und er nimmt es ihr übel.',
      stakes: 'Das Haus.',
      intensity: 4,
      status: 'escalating',
    },
    {
      fromCharacterId: 'grete',
      toCharacterId: 'paul',
      kind: 'rivalry',
      description: 'Jeder war das Lieblingskind, aber nie gleichzeitig.',
      intensity: 2,
    },
  ],
  chapters: [
    {
      title: 'Die Uhr',
      summary: 'Jutta zieht am Morgen nach der Beerdigung die Uhr im Kontor auf. Ohlsen legt ihr die Post vor.',
      people: ['jutta', 'ohlsen'],
      recap: [
        'Jutta zog die Uhr auf, und Ohlsen legte ihr die Post vor: nur Mahnungen, alle geöffnet.',
        'Jutta weiß von elf Mahnungen. Ohlsen hat sie drei Jahre lang geöffnet. Es ist Montag nach der Beerdigung.',
      ],
    },
    {
      title: 'Zu Tisch',
      summary: 'Paul kommt zum Essen und spricht von Aufschub. Auf dem Stuhl des Vaters liegt die Zeitung.',
      people: ['jutta', 'paul'],
      participantIds: ['jutta', 'paul'],
      recap: [
        'Paul bat seine Mutter, bis zum Herbst nichts zu sagen.',
        'Jutta hat zugesagt, ohne es auszusprechen. Paul hat den Schlüssel zum Tresor.',
      ],
    },
    {
      title: 'Mahlers Garten',
      summary: 'Mahler lädt Jutta zum Tee und fragt nach Zahlen. Es ist ihm Ernst.',
      people: ['jutta', 'ernst'],
      recap: [
        'Mahler fragte beim Tee nach dem Kontor, und Jutta log zum ersten Mal.',
        'Mahler glaubt, dass im Herbst gezahlt wird. Jutta hat ihm Äpfel mitgebracht und sie wieder mitgenommen.',
      ],
    },
    {
      title: 'Die Ärztin',
      summary: 'Grete kommt mit einem Koffer. Sie will die Mutter mitnehmen; Paul weiß nichts davon.',
      mentionedIds: ['paul'],
      notes: 'Jutta freut sich zu früh.',
      people: ['jutta', 'grete'],
      recap: [
        'Grete kam und bot ihrer Mutter ein Zimmer in der Stadt an.',
        'Jutta hat nicht geantwortet. Grete bleibt drei Tage. Paul weiß nicht, dass sie da ist.',
      ],
    },
    {
      title: 'Geschwister',
      summary: 'Paul und Grete streiten im Treppenhaus, leise, damit man sie nicht hört.',
      people: ['jutta', 'paul', 'grete'],
      recap: [
        'Die Geschwister stritten im Treppenhaus über das Kontor und über die Mutter.',
        'Grete weiß von den Schulden. Paul hat sie gebeten, bis Freitag zu schweigen.',
      ],
    },
    {
      title: 'Der Prokurist',
      summary:
        'Wilhelm Ohlsen kündigt nach vierzig Jahren. Im Kontor von Brandt & Sohn bleibt seine Feder liegen. Jutta sieht ihm nach.',
      people: ['jutta', 'ohlsen'],
      recap: [
        'Ohlsen kündigte und gab Jutta das zweite Buch, das der alte Brandt geführt hatte.',
        'Jutta hat das zweite Buch und hat es nicht gelesen. Ohlsen zieht zu seiner Schwester.',
      ],
    },
    {
      title: 'Das zweite Buch',
      summary: 'In der Nacht liest Jutta das zweite Buch. Der Mann, den sie begraben hat, schrieb eine schöne Hand.',
      people: ['jutta'],
      recap: [
        'Jutta las, dass ihr Mann das letzte Schiff zweimal verkauft hatte.',
        'Jutta weiß, dass er es wusste. Sie hat das Buch unter die Tischwäsche gelegt.',
      ],
    },
    {
      title: 'Besuch der Bank',
      summary: 'Paul empfängt die Herren von der Bank. Die Mutter bringt Kaffee und sagt kein Wort.',
      participantIds: ['paul', 'jutta'],
      people: ['paul', 'jutta'],
      recap: [
        'Paul belog die Bank, und Jutta brachte Kaffee.',
        'Die Bank wartet bis Freitag. Paul hält das Schweigen seiner Mutter für Zustimmung.',
      ],
    },
    {
      title: 'Unter Nachbarn',
      summary: 'Ernst Mahler hört es vom Postboten. Er geht zu Paul und nicht zu Jutta.',
      mentionedIds: ['jutta'],
      people: ['ernst', 'paul'],
      recap: [
        'Mahler erfuhr von den Schulden und stellte Paul.',
        'Mahler gibt ihnen bis Freitag. Er hat die Äpfel nicht vergessen.',
      ],
    },
    {
      title: 'Freitag',
      summary: 'Jutta schreibt die Rechnung, die stimmt. Grete diktiert nicht, sie hört zu.',
      people: ['jutta', 'grete'],
      recap: [
        'Jutta schrieb die Schlussrechnung des Kontors, und Grete hörte zu.',
        'Die Rechnung liegt auf dem Pult. Grete weiß nun vom zweiten Buch.',
      ],
    },
    {
      title: 'Alle drei',
      summary: 'Jutta legt Paul und Grete das zweite Buch vor. Von Heinrich Brandt ist nicht mehr die Rede als nötig.',
      mentionedIds: ['heinrich'],
      people: ['jutta', 'paul', 'grete'],
      recap: [
        'Jutta zeigte ihren Kindern das zweite Buch.',
        'Paul gibt den Schlüssel zurück. Niemand hat geweint. Mahler bekommt das Haus in der Brandtstraße.',
      ],
    },
    {
      title: 'Die Tür',
      summary: 'Jutta schließt das Kontor. Mahler hebt den Hut.',
      people: ['jutta', 'ernst'],
      recap: ['Jutta schloss ab.', 'Das Kontor ist zu.'],
    },
  ],
  ending: `Die Uhr schlug zu früh, wie immer, und wie immer verbesserte sie niemand.

Ohlsen hatte die Briefe nach Größe gelegt. Das war seine Art, etwas zu sagen. Jutta nahm den obersten, drehte ihn um und sah, dass er offen war, säuberlich, mit dem Messer, und dann wieder zugestrichen, als sollte er sich erholen.

„Seit wann?“, fragte man.

Er sah auf die Uhr, die vorging. „Seit das Datum darauf steht, gnädige Frau.“

Draußen fuhr ein Wagen mit Milch vorbei. Sie hörte den Kannen zu, bis sie um die Ecke waren.`,
};
