import type { SampleBook } from './book.ts';

/** A literary novel in German. */
export const literary: SampleBook = {
  book: {
    title: 'Das Haus am Wehr',
    premise:
      'Nach dem Tod der Mutter kehrt die Restauratorin Judith Ahrens in das Haus am Wehr zurück, um es zu verkaufen. Unter der Tapete des Kinderzimmers findet sie eine Handschrift, die ihre eigene sein müsste.',
    language: 'de',
    genre: 'Literarischer Roman',
    toneStyle: 'Leise, genau, mit trockenem Witz.',
    targetWords: 70_000,
  },
  plan: {
    themeStatement: 'Erinnern ist eine Art zu bauen.',
    readerPromise: 'Kein Rätsel wird gelöst, das nicht schmerzt.',
    beatSheetTemplate: 'kishotenketsu',
    povLock: 'third-limited',
    tenseLock: 'present',
    povDepth: 85,
  },
  cast: [
    {
      id: 'judith',
      name: 'Judith Ahrens',
      role: 'Restauratorin, 52',
      isPov: true,
      want: 'Das Haus verkaufen, ohne etwas behalten zu müssen.',
      fear: 'Dass sie sich an die falsche Kindheit erinnert.',
      lie: 'Wer nichts aufhebt, dem kann nichts fehlen.',
      voiceProfile: 'Knapp. Spricht über Material, wenn sie über Menschen spricht.',
      bio: 'Zwei Ehen, keine Kinder, eine Werkstatt in Halle. Trägt seit dem Begräbnis den Ring der Mutter, ohne es zu merken.',
    },
    {
      id: 'henning',
      name: 'Henning Ahrens',
      role: 'Ihr Bruder, Lehrer im Ort',
      want: 'Dass sie bleibt und er nicht darum bitten muss.',
      fear: 'Allein übrig zu sein.',
      voiceProfile: 'Weicht in Wetter und Vereinsnachrichten aus.',
    },
    { id: 'frau-oldach', name: 'Frau Oldach', role: 'Nachbarin, die alle Schlüssel hat' },
  ],
  conflicts: [
    {
      fromCharacterId: 'judith',
      toCharacterId: 'henning',
      kind: 'Erbe',
      description: 'Er hat die Mutter gepflegt, sie hat angerufen; im Testament steht das Haus zu gleichen Teilen.',
      stakes: 'Das Haus, und wer zuletzt recht hatte.',
      intensity: 4,
    },
  ],
  chapters: [
    {
      title: 'Ankunft',
      summary: 'Judith kommt bei Hochwasser an. Der Schlüssel passt nicht mehr; Frau Oldach hat den neuen.',
      recap: {
        events:
          'Judith kam im Regen an und stand vor einem neuen Schloss. Frau Oldach ließ sie ein und erwähnte, dass Henning das Schloss im Frühjahr habe wechseln lassen. Im Flur hing der Mantel der Mutter, darin eine Rechnung über Tapetenkleister vom März.',
        state:
          'Judith schläft im Kinderzimmer, weil das Bett der Mutter abgezogen ist. Sie trägt den Ring. Henning weiß noch nicht, dass sie da ist. Das Wasser steht eine Handbreit unter der Kellertür.',
        isStale: false,
      },
    },
    {
      title: 'Kleister',
      summary: 'Judith löst im Kinderzimmer die Tapete und findet darunter eine Kinderhandschrift mit ihrem Namen.',
      recap: {
        events:
          'Unter der neuen Tapete fand Judith eine ältere mit Schrift: ein Satz in Kinderhand, mit „Judith“ unterschrieben. Die Buchstaben neigen sich nach links. Judith ist Rechtshänderin. Sie fotografierte nichts.',
        state:
          'Ein Streifen der Wand liegt frei, der Satz ist nur zur Hälfte lesbar. Judith hat Kleister unter den Nägeln. Henning hat angerufen und sich für den nächsten Abend zum Essen angesagt.',
        isStale: false,
      },
    },
    {
      title: 'Abendbrot',
      summary:
        'Henning kommt zum Essen. Beide reden über Preise, bis er die freie Wand sieht. Er sagt: „Das warst nicht du.“',
      notes: 'Henning schneidet das Brot wie der Vater. Der Satz an der Wand wird nicht zu Ende gelesen.',
      povCharacterId: 'judith',
      participantIds: ['judith', 'henning'],
    },
    {
      title: 'Links',
      summary: 'Judith sucht im Dorf nach einem Linkshänder und findet ein Klassenfoto mit einem Kind zu viel.',
    },
    {
      title: 'Frau Oldachs Schlüssel',
      summary: 'Frau Oldach sagt, was sie gesehen hat, und bittet Judith, es zu vergessen.',
    },
    { title: 'Wehr', summary: 'Die Geschwister öffnen das Wehr. Das Haus bleibt stehen, das Zimmer nicht.' },
  ],
  order: 3,
  previousTail: `Der Satz hört an der Kante auf. Dahinter klebt die andere Tapete, die mit den Schwalben, und die sitzt.

Sie könnte Wasser holen. Sie könnte den Spachtel flach ansetzen, im Winkel von zehn Grad, wie sie es jedem Praktikanten zeigt, und in einer Stunde wüsste sie, was das Kind gewollt hat.

Judith wäscht sich die Hände. Der Ring ist ihr zu weit, er dreht sich unter dem Wasser, und sie hält ihn fest, als hätte jemand danach gegriffen.

„Morgen“, sagt sie zu niemandem.`,
  targetWords: 2_000,
};
