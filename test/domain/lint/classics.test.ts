import { describe, expect, it } from 'vitest';
import { chapterAt, judged, member } from './chapter.ts';

// Openings of public domain books, quoted from memory.
const alice = `Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do: once or twice she had peeped into the book her sister was reading, but it had no pictures or conversations in it, “and what is the use of a book,” thought Alice “without pictures or conversations?”

So she was considering in her own mind (as well as she could, for the hot day made her feel very sleepy and stupid), whether the pleasure of making a daisy-chain would be worth the trouble of getting up and picking the daisies, when suddenly a White Rabbit with pink eyes ran close by her.

There was nothing so _very_ remarkable in that; nor did Alice think it so _very_ much out of the way to hear the Rabbit say to itself, “Oh dear! Oh dear! I shall be late!” (when she thought it over afterwards, it occurred to her that she ought to have wondered at this, but at the time it all seemed quite natural); but when the Rabbit actually _took a watch out of its waistcoat-pocket_, and looked at it, and then hurried on, Alice started to her feet, for it flashed across her mind that she had never before seen a rabbit with either a waistcoat-pocket, or a watch to take out of it, and burning with curiosity, she ran across the field after it, and fortunately was just in time to see it pop down a large rabbit-hole under the hedge.

In another moment down went Alice after it, never once considering how in the world she was to get out again.`;

const prejudice = `It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a wife.

However little known the feelings or views of such a man may be on his first entering a neighbourhood, this truth is so well fixed in the minds of the surrounding families, that he is considered as the rightful property of some one or other of their daughters.

“My dear Mr. Bennet,” said his lady to him one day, “have you heard that Netherfield Park is let at last?”

Mr. Bennet replied that he had not.

“But it is,” returned she; “for Mrs. Long has just been here, and she told me all about it.”

Mr. Bennet made no answer.

“Do not you want to know who has taken it?” cried his wife impatiently.

“_You_ want to tell me, and I have no objection to hearing it.”

This was invitation enough.`;

const cities = `It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness, it was the epoch of belief, it was the epoch of incredulity, it was the season of Light, it was the season of Darkness, it was the spring of hope, it was the winter of despair, we had everything before us, we had nothing before us, we were all going direct to Heaven, we were all going direct the other way.

There were a king with a large jaw and a queen with a plain face, on the throne of England; there were a king with a large jaw and a queen with a fair face, on the throne of France.`;

const whale = `Call me Ishmael. Some years ago—never mind how long precisely—having little or no money in my purse, and nothing particular to interest me on shore, I thought I would sail about a little and see the watery part of the world. It is a way I have of driving off the spleen and regulating the circulation. Whenever I find myself growing grim about the mouth; whenever it is a damp, drizzly November in my soul; whenever I find myself involuntarily pausing before coffin warehouses, and bringing up the rear of every funeral I meet; then, I account it high time to get to sea as soon as I can.`;

const verwandlung = `Als Gregor Samsa eines Morgens aus unruhigen Träumen erwachte, fand er sich in seinem Bett zu einem ungeheueren Ungeziefer verwandelt. Er lag auf seinem panzerartig harten Rücken und sah, wenn er den Kopf ein wenig hob, seinen gewölbten, braunen, von bogenförmigen Versteifungen geteilten Bauch.

»Was ist mit mir geschehen?« dachte er. Es war kein Traum. Sein Zimmer, ein richtiges, nur etwas zu kleines Menschenzimmer, lag ruhig zwischen den vier wohlbekannten Wänden.`;

const candide = `Il y avait en Westphalie, dans le château de monsieur le baron de Thunder-ten-tronckh, un jeune garçon à qui la nature avait donné les mœurs les plus douces. Sa physionomie annonçait son âme. Il avait le jugement assez droit, avec l’esprit le plus simple ; c’est, je crois, pour cette raison qu’on le nommait Candide.`;

const quijote = `En un lugar de la Mancha, de cuyo nombre no quiero acordarme, no ha mucho tiempo que vivía un hidalgo de los de lanza en astillero, adarga antigua, rocín flaco y galgo corredor.

—¿Qué gigantes? —dijo Sancho Panza.

—Aquellos que allí ves —respondió su amo—, de los brazos largos.`;

describe('classic prose', () => {
  it.each([
    ['Alice in Wonderland', 'en', alice, ['Alice', 'White Rabbit'], 'third-limited', 'past'],
    ['Pride and Prejudice', 'en', prejudice, ['Mr. Bennet', 'Elizabeth Bennet'], 'third-omniscient', null],
    ['A Tale of Two Cities', 'en', cities, [], 'third-omniscient', 'past'],
    ['Moby-Dick', 'en', whale, ['Ishmael', 'Ahab'], 'first', null],
    ['Die Verwandlung', 'de', verwandlung, ['Gregor Samsa', 'Grete Samsa'], 'third-limited', 'past'],
    ['Candide', 'fr', candide, ['Candide', 'Cunégonde'], 'third-omniscient', 'past'],
    ['Don Quijote', 'es', quijote, ['Sancho Panza', 'Don Quijote'], 'third-omniscient', 'past'],
  ])('has no findings: %s', (_title, language, text, names, povLock, tenseLock) => {
    const cast = names.map((name) => member(name));
    const chapters = [
      chapterAt(1, { summary: 'The beginning.' }),
      chapterAt(2, { summary: names.join(' meets '), povCharacterId: cast[0]?.id ?? null }),
      chapterAt(3, { summary: 'Everything comes out well, and nobody has a word to say against it.' }),
    ];
    const given = { language, cast, chapters, order: 2, plan: { povLock, tenseLock, beatSheetTemplate: 'three-act' } };
    expect(judged(text, { ...given, previousContent: 'A text of another kind, and not a long one.' }).findings).toEqual(
      [],
    );
  });
});
