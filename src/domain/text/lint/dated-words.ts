import { baseLanguage } from '../../story/names/languages.ts';

const words = (text: string) => text.split(' ');

/** Deeds that a text also tells of the dead: what they thought and wanted is known, and stays so. Ours. */
export const lastingDeeds: ReadonlySet<string> = new Set(
  [
    'thought thinks knew knows wanted wants believes tells told says agreed loses keeps',
    'dachte denkt wusste weiß wollte will kann muss hat ist wird glaubt bleibt',
    'dacht wist wil pensa savait veut pensó sabía quiere pensò sapeva vuole pensou sabia quer tänkte visste vill',
  ].flatMap(words),
);

/** Behind these a sentence tells of earlier, of somebody else, or of what is not so. Ours. */
export const earlierWords: ReadonlySet<string> = new Set(
  [
    'had once before when while if as though that which who whom whose where how why what until since after remembered dreamed dreamt imagined thought recalled',
    'hatte einst als wenn ob dass bevor nachdem damals wie die der den das wo was weil',
    'avait quand si que qui comme où dont avant',
    'había cuando si que como donde antes',
    'aveva quando se che come dove prima tinha',
    'hade när om att som där innan had toen als dat die waar hoe',
  ].flatMap(words),
);

/** Conjunctions and adverbs with which a clause may begin before its subject. Ours. */
export const clauseOpeners: ReadonlySet<string> = new Set(
  words(
    'and but then so or now here there yet still und aber dann da nun et mais puis alors y pero entonces e ma poi mas então och men så en maar toen',
  ),
);

/** English deeds of a scene, in the past: what somebody does before others, not what they once did. Ours. */
const sceneDeeds: ReadonlySet<string> = new Set(
  [
    'came went began ran rose drew spoke sprang threw shook swung slid bowed knelt leant leaned bent crept sank strode flung stepped',
    'hurried crossed opened closed shut pulled pushed reached lifted raised lowered pointed paused hesitated stopped started continued',
    'entered returned arrived approached followed waited listened watched stared glanced gazed blinked gasped coughed repeated exclaimed',
    'demanded remarked observed interrupted chuckled giggled snorted grunted groaned sobbed wept kissed hugged embraced touched grabbed',
    'seized poured handed slammed knocked climbed jumped moved wandered rubbed wiped tapped folded coloured colored blushed trembled',
    'shivered apologised apologized explained protested joined took put set laid picked caught dropped declined invited proposed',
  ].flatMap(words),
);

export function isSceneDeed(word: string, language: string): boolean {
  return baseLanguage(language) === 'en' && sceneDeeds.has(word);
}
