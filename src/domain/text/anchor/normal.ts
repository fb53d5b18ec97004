import { type Formed, formPlaceOf, normalForm, placeIn } from '../../../prose/normal-form.ts';
import { type Region, regionOf } from '../../../prose/region.ts';
import type { TextChange } from './changes.ts';
import { Points } from './points.ts';
import type { AnchorPlace, AnchorWords } from './rules.ts';

/**
 * A change of a text in NFC, so that words stay the same in another spelling: a Mac may send "é" as two code points. Places
 * are brought there and back; nearly all texts are in NFC already.
 */
export class NormalChange {
  readonly change: TextChange;
  readonly #former: Formed;
  readonly #text: Formed;
  readonly #raw: Pick<TextChange, 'former' | 'text'>;

  constructor(former: string, text: string, part: Region) {
    [this.#former, this.#text] = [normalForm(former), normalForm(text)];
    this.#raw = { former, text };
    const normal = { former: this.#former.text, text: this.#text.text };
    this.change = { ...normal, part: this.#isNormal ? part : regionOf(normal.former, normal.text) };
  }

  get #isNormal(): boolean {
    return !this.#former.places && !this.#text.places;
  }

  /** Places in the former text, for the change. */
  before(places: readonly AnchorPlace[]): readonly AnchorPlace[] {
    if (this.#isNormal) return places;
    const [points, normal] = [new Points(this.#raw.former), new Points(this.#former.text)];
    return moved(places, (place) => normal.ofUnit(formPlaceOf(this.#former, points.toUnit(place))));
  }

  /** Places of the change, in the present text. */
  after(places: AnchorPlace[]): AnchorPlace[] {
    if (this.#isNormal) return places;
    const [points, normal] = [new Points(this.#raw.text), new Points(this.#text.text)];
    return moved(places, (place) => points.ofUnit(placeIn(this.#text, normal.toUnit(place))));
  }
}

const moved = (places: readonly AnchorPlace[], placeOf: (place: number) => number): AnchorPlace[] =>
  places.map((place) => ({ ...place, start: placeOf(place.start), end: placeOf(place.end) }));

export const normalWords = ({ exact, prefix, suffix }: AnchorWords): AnchorWords => ({
  exact: exact.normalize(),
  prefix: prefix.normalize(),
  suffix: suffix.normalize(),
});
