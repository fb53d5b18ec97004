import { ends, type Genuine, opens } from './corpus.ts';

/** Written after the filter was mended. */
export const genuineC: readonly Genuine[] = [
  opens('en', 'Okay, so the boat was late. The boat was always late.'),
  opens('en', 'Thinking: that was what he did all day, and they paid him for it.'),
  opens('en', 'Summary: one lamp, one newspaper, no boat. That was how my uncle reported a war.'),
  opens('en', 'I understand that you loved him. I did too, and it did neither of us any good.'),
  opens('en', 'Thank you for the coat. It does not fit, but I wear it on the pier at night.'),
  opens('en', 'The user manual was missing, so Marten lit the lamp with a match.'),
  opens('en', 'I should begin with the lamp. Everyone begins with the lamp.'),
  opens('en', 'Perfect! he shouted, and the whole pier went up in flames.'),
  opens('en', 'This chapter of the harbour’s history is not in the guidebooks.'),
  opens('en', 'Analysis of the water showed salt, oil, and something that had been alive.'),
  opens('de', 'Leider konnte er nicht mehr schreiben. Die Hand gehorchte ihm seit dem Winter nicht.'),
  opens('de', 'Danke für nichts, stand auf der Karte, und darunter ihr Name.'),
  opens('fr', 'Merci pour les fleurs. Elles sont mortes hier, comme prévu.'),
  opens('es', 'Este capítulo de su vida lo contaba siempre de pie.'),
  opens('ru', 'Вот и всё, подумал Мартен. Вот и вся история.'),
  opens('zh', '第三章的结尾，作者死了。这是我读过的最奇怪的小说。'),
  opens('ja', 'これが最後の船だと、誰もが知っていた。'),
  opens('pl', 'Dziękuję za lampę. Świeci, choć nikt już nie płynie.'),
  opens('it', 'Capisco il mare, diceva mio padre. Non capiva altro.'),
  ends('en', '***\n\nThree things about the boat:\n\n- it was late\n- it was empty\n- it was his'),
  ends('en', '12 November\n\nStill no boat.'),
  ends('en', 'Should I have told her? I still ask the lamp, and the lamp still burns.'),
  ends('en', 'If you want to know what happened next, ask the sea.'),
  ends('en', '[He switches off the lamp. Blackout.]'),
  ends('en', 'I can also tell you how it ended for Ilse, but you would not thank me.'),
  ends('de', 'Möchtest du wissen, was in dem Brief stand? Ich auch.'),
  ends('fr', 'Si vous voulez, venez. La lampe sera allumée.'),
  ends('ja', '物語はここで終わる。だが、灯りはまだ消えない。'),
  ends('zh', '如果你还在读，请把灯熄了。'),
];

/** The number of the chapter alone, which is a repeated heading even if its author meant it. */
export const undecidedNumber = opens('en', '3.\n\nThe third thing she lost was her name.', 'What She Lost');
