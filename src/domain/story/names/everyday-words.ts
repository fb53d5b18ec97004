import { baseLanguage } from './languages.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

// Words that are also first names or surnames, in lower case. At the start of a sentence they name nobody (ours).
const commonByLanguage: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words(
    'will may mark rose grace hope faith joy bill rob pat sue drew guy art gene ray rich frank earnest chase grant miles page reed skip wade dean earl duke christian chance angel star sky storm robin jay wren rusty sandy penny patience prudence charity verity constance honor honour mercy melody harmony destiny trinity eve dawn summer autumn winter april june august lily daisy violet iris ivy jasmine olive hazel holly heather poppy amber ruby pearl crystal jade ginger basil sage rowan ash brook brooke cliff dale forest glen heath lane stone wood woods hill field fields rivers banks price long short young white black brown green gray grey gold silver king bishop carter mason smith fisher butler potter miller turner walker parker porter cooper archer baker cook hunter fox wolf bird swan lamb day moon snow frost rain bond cash major sharp swift strong wise noble rush dash case story love light good best little west east north south church hall house park street bell ball bush marsh moss shaw hart bear buck colt drake hawk martin dove raven finch nick jack jimmy josh chuck pierce trace max ace blaze blue chip cole clay flint rocky rod stew tab van victor vic wally happy merry precious true sunny summer queen prince knight judge pope page ward warden walls waters wells wise worth read law lord field england french german irish scott welsh english holmes',
  ),
  de: words(
    'rose wolf engel stein mark ernst frank bauer müller könig winter sommer herbst berg bach busch vogel fuchs adler hahn koch schmied schneider jäger fischer weber richter wagner becker kaiser herzog graf ritter vogt schulz lang klein groß kurz jung alt weiß schwarz braun roth rot grün blau gold silber stern mond sonne tag freitag sonntag mai juni juli august april linde heide erika iris jasmin viola veilchen flora dorn hirsch bär löwe falke sturm sommer frost kranz krone blume wald feld brunnen lieb treu fromm stark reich kühn hart gut freund vetter will fröhlich glück hoffnung gnade freude heim ewald nacht held',
  ),
  fr: words(
    'rose marguerite violette iris jasmin olive pierre blanche claire aimée désirée constance prudence victoire espérance grâce clémence martin noël pascal aurore lune soleil ange lion loup petit grand roux blanc noir brun legrand leblanc roi marin carpentier boulanger charpentier fontaine dubois rivière bois forêt mont val faure marchand berger bonnet fleur perle céleste juste prosper parfait france capucine cerise avril mai juin',
  ),
  es: words(
    'rosa margarita violeta iris jazmín flor blanca clara luz paz esperanza soledad dolores consuelo mercedes milagros pilar nieves rocío alba aurora estrella cielo luna sol mar marina ángel ángeles leal franco justo bravo león lobo cordero paloma perla victoria gloria gracia caridad fe amor piedad remedios concepción rubio moreno blanco delgado fuerte rey reyes guerrero herrero molina montes ríos campos prado iglesias torres cruz mayo abril domingo marco',
  ),
  it: words(
    'rosa margherita viola iris flora fiore bianca chiara luce pace speranza grazia gioia allegra letizia vittoria gloria stella luna sole alba aurora mare marina angelo leone lupo colomba perla celeste serena benedetta onesto felice costanza prudenza fede amore rossi bianchi neri russo greco conte re ferrari fontana monti ricci marino bruno franco marco natale pasquale domenica santo sereno primo dolce ora nevio mora costa serra villa riva',
  ),
  pt: words(
    'rosa margarida violeta íris flor branca clara luz paz esperança glória graça vitória alegria estrela lua sol aurora alva mar marina anjo leal franco justo bravo leão lobo cordeiro pomba pérola celeste serena conceição dores amor fé piedade moreno branco reis rei guerreiro ferreira oliveira pereira carvalho pinto costa rocha ribeiro campos prado torres cruz maio abril domingo mendes leite marco',
  ),
  nl: words(
    'roos iris viola wolf vos haan leeuw beer bloem ster zon maan kok bakker visser smit mulder kuiper koning prins keizer ridder jager boer groot klein lang kort jong oud wit zwart bruin rood groen goud zilver berg bos dijk veld brink mark frank hoop vrede trouw wil mei juni juli augustus april vader hart storm sterk wijn stam grote',
  ),
  sv: words(
    'ros rosa viola iris lilja linnéa sol stjärna måne björn ulv varg örn hök falk sten berg bo kung prins frid fred glad sig dag stig ask lind alm gran ek lund ström holm dal sjö hav vår sommar höst vinter juni juli augusti april maj saga signe tor ros blom stark rask modig lång kort ung vit svart brun grön kvist gren ring frost storm hjort mark',
  ),
  da: words(
    'rose rosa viola iris lilje sol stjerne måne bjørn ulv ørn høg falk sten berg bo konge prins fred glad sig dag stig ask lind alm gran eg lund strøm holm dal sø hav vår sommer høst vinter juni juli august april maj saga tor blomst stærk modig lang kort ung hvid sort brun grøn kvist gren ring frost storm hjort mark møller smed',
  ),
  nb: words(
    'rose rosa viola iris lilje sol stjerne måne bjørn ulv ørn hauk falk stein berg bo konge prins fred glad sig dag stig ask lind alm gran eik lund strøm holm dal sjø hav vår sommer høst vinter juni juli august april mai saga tor blom sterk modig lang kort ung hvit svart brun grønn kvist gren ring frost storm hjort mark møller smed odd liv even trygve dagny brede',
  ),
};

/** Given names of two characters that are also everyday words, in scripts without spaces. */
const everyday = words(
  '高兴 大山 建国 和平 光明 希望 美丽 明天 胜利 文明 长江 海洋 春天 小姐 先生 太太 大海 青山 白雪 雪花 阳光 天空 明月 大人 小人 美人 太子 王子 公主 花子 子供 大和 日本 中国',
);

// Words before a noun: after one, a German noun is no name.
const determiners = words(
  'der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner mein meine meinen meinem meiner dein deine deinen sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer unser unsere euer eure dieser diese dieses diesen diesem jener jene jenes jeder jede jedes jeden jedem welcher welche welches im am zum zur vom beim ins ans aufs alle alles viele viel wenig etwas nichts manche zwei drei vier',
);

const none: ReadonlySet<string> = new Set();

/** Words of a language that are also names, in lower case. */
export function commonWordsOf(tag: string): ReadonlySet<string> {
  return commonByLanguage[baseLanguage(tag)] ?? none;
}

export function isEverydayWord(name: string): boolean {
  return everyday.has(name);
}

export function isDeterminer(word: string): boolean {
  return determiners.has(word.toLowerCase());
}
