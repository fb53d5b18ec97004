import { baseLanguage, genderOfKin } from './languages.ts';
import type { NamesInText } from './names-in-text.ts';
import { articlesOf } from './titled.ts';

interface RoleBearer {
  readonly id: string;
  readonly role: string;
}

/** The end of what somebody is: what follows tells more of it. */
const roleEnd =
  /[,;:.(–—/]|\s(?:of|who|in|at|from|for|to|with|and|on|von|vom|der|des|im|am|aus|und|die|das|de|du|del|della|di|da|do|qui|que|che|van|uit|à|au|al)\s/iu;
const indefinite = /^(?:an?|the|eine?|der|die|das|une?|las?|los|les?|uma?|una|il|lo|el|os?|as|de|het|een)\s+/iu;
/** Words of what somebody is; a longer role is a sentence. Ours. */
const [wordsMax, lettersMin] = [4, 3];
/** What somebody is for the story, or to others, and not in its world. Ours. */
const ofStory = new Set(
  'one man woman boy girl child person people friend enemy rival lover hero heroine protagonist antagonist lead mentor villain narrator character main viewpoint interest sidekick stranger guest mann frau kind junge mädchen freund freundin feind held heldin erzähler nebenfigur hauptfigur homme femme garçon fille enfant ami amie ennemi héros narrateur hombre mujer niño niña amigo amiga enemigo héroe uomo donna ragazzo ragazza amico amica eroe homem menino menina herói'.split(
    ' ',
  ),
);
const nounFirst = new Set(['fr', 'es', 'it', 'pt']);

/**
 * Roles behind their article in a text, with those who have them: “the nun”, “der Müller”. They count for nobody, because a nun of
 * the same house may be meant.
 */
export function rolesIn(text: string, cast: readonly RoleBearer[], language: string): NamesInText['ambiguous'] {
  const articles = [...articlesOf(language)];
  if (articles.length === 0) return [];
  const bearers = Map.groupBy(
    cast.flatMap(({ id, role }) => nounOf(role, language).map((noun) => ({ id, noun }))),
    ({ noun }) => noun,
  );
  const small = text.toLowerCase();
  return [...bearers].flatMap(([noun, all]) => {
    if (!small.includes(noun)) return [];
    const [found] = roleBehind(articles, noun, language).exec(text) ?? [];
    return found ? [{ words: [found.trim()], characterIds: [...new Set(all.map(({ id }) => id))] }] : [];
  });
}

/** What somebody is, in one word in lower case; none if the role does not begin with it. */
function nounOf(role: string, language: string): string[] {
  const [head = ''] = `${role.trim().replace(indefinite, '')} `.split(roleEnd);
  const words = head.trim().toLowerCase().split(/\s+/u);
  const noun = (nounFirst.has(baseLanguage(language)) ? words[0] : words.at(-1)) ?? '';
  const isRole = /^[\p{L}\p{M}-]+$/u.test(noun) && noun.length >= lettersMin && !ofStory.has(noun);
  return words.length <= wordsMax && isRole && genderOfKin(noun) === undefined ? [noun] : [];
}

/** With one word between in languages that put it there: the old nun. Not before a name: the Nun Agnes. */
function roleBehind(articles: readonly string[], noun: string, language: string): RegExp {
  const between = nounFirst.has(baseLanguage(language)) ? '' : '(?:\\p{Ll}+\\s+)?';
  const before = `(?:(?:${articles.map(inEitherCase).join('|')})\\s+${between}|[lL]['’])`;
  return new RegExp(`(?<!\\p{L})${before}${inEitherCase(noun)}(?![\\p{L}\\p{M}]|\\s+\\p{Lu}\\p{Ll})`, 'u');
}

function inEitherCase([first = '', ...rest]: string): string {
  return `[${first}${first.toUpperCase()}]${rest.join('')}`;
}
