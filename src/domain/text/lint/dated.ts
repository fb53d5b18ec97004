import { statusAt } from '../../story/names/as-of.ts';
import { CastNames, type Mention } from '../../story/names/cast-names.ts';
import { deedsOf, isDeed } from '../../story/names/languages.ts';
import { wordsOfName } from '../../story/names/words.ts';
import { clauseOpeners, earlierWords, isSceneDeed, lastingDeeds } from './dated-words.ts';
import { type CastMember, type Draft, type Material, noText, type Verdict } from './material.ts';
import type { Word } from './prose.ts';

/** Words of a sentence that are read before a name. Ours. */
const sentenceMax = 60;

/** People who act in the narration after their death, in a chapter that does not list them. */
export function findDeadWhoAct(material: Material): Verdict {
  const { cast, chapter, content, language, mentions } = material;
  if (content === '') return noText;
  const isDead = (one: CastMember) => statusAt(one, chapter.order) === 'dead';
  const dead = cast.filter((one) => isDead(one) && !chapter.participantIds.includes(one.id));
  if (dead.length === 0) return { skipped: 'Nobody of the cast has died before this chapter.' };
  if (!deedsOf(language)) return { skipped: 'We have no verbs of this language.' };
  const narration = new Narration(material);
  const drafts = dead.flatMap(({ id, name, status = [] }): Draft[] => {
    const [first, ...more] = (mentions.get(id) ?? []).filter((mention) => narration.isActor(mention));
    if (!first) return [];
    const since = status.findLast(({ is, order }) => is === 'dead' && order < chapter.order)?.order;
    const times = more.length > 0 ? ` ${more.length + 1} times` : '';
    return [
      {
        evidence: id,
        message: `${name} acts here${times} and ${since ? `is dead since chapter ${since}` : 'is dead from the beginning'}.`,
        fix: 'Let somebody else act, tell it as memory, list them in participantIds if this is a flashback or a ghost, or correct their status.',
        start: first.start,
        end: first.end,
      },
    ];
  });
  return drafts.sort(byStart);
}

/** The narrator's words, and who acts in them. */
class Narration {
  readonly #material: Material;
  /** Numbers of the narrator's words, by where they start. */
  readonly #places: ReadonlyMap<number, number>;
  readonly #words: readonly Word[];

  constructor(material: Material) {
    this.#material = material;
    this.#words = material.prose.paragraphs.flatMap(({ narrated }) => narrated);
    this.#places = new Map(this.#words.map(({ start }, at) => [start, at]));
  }

  /** True if somebody acts here: the mention is the subject of a verb of action, in a main clause, not in a memory. */
  isActor({ start, end }: Mention): boolean {
    const first = this.#places.get(start);
    if (first === undefined) return false;
    let last = first;
    while ((this.#words[last + 1]?.start ?? end) < end) last += 1;
    if (this.#tellsOfEarlier(first)) return false;
    return (
      (this.#opensClause(first) && this.#isNear(last, last + 1) && this.#isDeed(last + 1)) || this.#isSaidBy(first)
    );
  }

  /** True if the name begins its clause. A conjunction or an adverb may stand before it. */
  #opensClause(first: number): boolean {
    return (
      first === 0 ||
      !this.#isNear(first - 1, first) ||
      clauseOpeners.has(this.#words[first - 1]?.text.toLowerCase() ?? '')
    );
  }

  /** “…” said Edmund. */
  #isSaidBy(first: number): boolean {
    const before = this.#words[first - 1];
    if (!before || !this.#isNear(first - 1, first) || !this.#isDeed(first - 1)) return false;
    return /[”"’»“」]\s*$/u.test(this.#material.content.slice(Math.max(0, before.start - 4), before.start));
  }

  #isDeed(at: number): boolean {
    const word = this.#words[at]?.text ?? '';
    const { language } = this.#material;
    return (isDeed(word, language) || isSceneDeed(word, language)) && !lastingDeeds.has(word);
  }

  /** Whether only white space is between two words. */
  #isNear(at: number, next: number): boolean {
    const [word, after] = [this.#words[at], this.#words[next]];
    return Boolean(word && after && /^\s+$/u.test(this.#material.content.slice(word.end, after.start)));
  }

  #tellsOfEarlier(first: number): boolean {
    for (let at = first - 1; at >= Math.max(0, first - sentenceMax); at -= 1) {
      const [word, after] = [this.#words[at], this.#words[at + 1]];
      if (!word || !after || /[.!?…\n”"»]/u.test(this.#material.content.slice(word.end, after.start))) return false;
      if (earlierWords.has(word.text.toLowerCase())) return true;
    }
    return false;
  }
}

/** Names that somebody has only from a later chapter on. */
export function findCalledTooEarly(material: Material): Verdict {
  const { cast, chapter, content, language, nameWords, names } = material;
  if (content === '') return noText;
  const later = cast.flatMap((one) =>
    (one.datedAliases ?? []).filter(({ order }) => order > chapter.order).map((alias) => ({ ...alias, one })),
  );
  if (later.length === 0) return { skipped: 'Nobody of the cast has a name that begins after this chapter.' };
  const drafts = later.flatMap(({ text, order, one }): Draft[] => {
    // Somebody else may bear it until then: the mother-in-law.
    if (names.read(text).certain.some(({ owners }) => !owners.includes(one.id))) return [];
    const { length } = wordsOfName(text);
    const found = new CastNames([{ id: one.id, name: text, aliases: [] }], language).read(nameWords).certain;
    const [first] = found.filter(({ words }) => wordsOfName(words).length >= length);
    if (!first) return [];
    return [
      {
        evidence: `${one.id} ${text}`,
        message: `${one.name} is called “${first.words}”, a name that begins with chapter ${order}.`,
        fix: 'Use the name that they have here, or correct the chapter from which the other one holds.',
        start: first.start,
        end: first.end,
      },
    ];
  });
  return drafts.sort(byStart);
}

function byStart(one: Draft, other: Draft): number {
  return (one.start ?? 0) - (other.start ?? 0);
}
