import { baseLanguage } from '../../story/names/languages.ts';

/** First and third person pronouns of a language, in lower case and all forms. */
interface Pronouns {
  first: ReadonlySet<string>;
  second: ReadonlySet<string>;
  third: ReadonlySet<string>;
}

const words = (list: string) => new Set(list.split(' '));
const pronouns = (first: string, second: string, third: string): Pronouns => ({
  first: words(first),
  second: words(second),
  third: words(third),
});

// Singular only: a narrator who says "we" may speak for mankind. Forms with another common meaning are left out.
const pronounsByLanguage: Readonly<Record<string, Pronouns>> = {
  en: pronouns('i me my mine myself', 'you your yours yourself', 'he him his himself she her hers herself'),
  de: pronouns(
    'ich mich mir mein meine meinen meinem meiner meines',
    'du dich dir dein deine deinen deinem deiner',
    'er ihn ihm sein seine seinen seinem seiner sie ihr ihre ihren ihrem ihrer',
  ),
  nl: pronouns('ik mij me mijn mezelf', 'jij je jou jouw', 'hij hem haar zij ze zichzelf'),
  fr: pronouns('je j me m moi mon ma mes', 'tu te t toi ton ta tes vous', 'il elle lui son sa ses'),
  es: pronouns('yo me mí mi mis conmigo', 'tú te ti tu tus contigo', 'él ella le su sus'),
  it: pronouns('io mi me mio mia miei mie', 'tu ti te tuo tua tuoi tue', 'lui lei gli suo sua suoi sue egli ella'),
  pt: pronouns('eu me mim meu minha meus minhas comigo', 'tu te ti você teu tua', 'ele ela lhe seu sua seus suas'),
  sv: pronouns('jag mig min mitt mina', 'du dig din ditt dina', 'han honom hans hon henne hennes'),
  da: pronouns('jeg mig min mit mine', 'du dig din dit dine', 'han ham hans hun hende hendes'),
  nb: pronouns('jeg meg min mitt mine', 'du deg din ditt dine', 'han ham hans hun henne hennes'),
};

export function pronounsOf(tag: string): Pronouns | undefined {
  return pronounsByLanguage[baseLanguage(tag)];
}
