import { baseLanguage } from './languages.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

// Words with a capital at the start of a sentence that no given name is: before a surname they are no part of a name (ours).
const openersByLanguage: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words(
    'a about above across after again against ahead all almost alone along already also although always am among an and another any are around as asked at away back because been before behind below beneath beside besides between beyond both but by can cannot chapter could day dear dearest despite did do does down due during each early either else enough even eventually ever every everyone everything except far few finally first five following for four from further given had has have he hence her here hers herself him himself his how however i if in indeed inside instead into is it its itself just last late later latest least less let like long many maybe me meanwhile mere mine more most much must my near nearly neither never next nine no nobody none nor not nothing now of off often on once one only onto opposite or other others otherwise ought our out outside over past perhaps plus quite rather really said same second seeing seven several shall she should since six so some somehow someone something sometimes somewhere soon still such suddenly surely ten than that the their them then there therefore these they third this those though three through throughout thus till to today together tomorrow tonight too toward towards two under underneath unless unlike until up upon us very was we well were what whatever when whenever where whereas wherever whether which while who whoever whom whose why with within without worse would yes yesterday yet you your',
  ),
  de: words(
    'ab aber alle allein allerdings als also am an andere anders anfangs auch auf aus außer außerdem bald beide beim bei bevor bis da dabei dadurch dafür dagegen daher dahin damals damit danach daneben dann daran darauf darin darum das dass davon davor dazu dein dem den denn dennoch der deren des deshalb dessen die dies diese dieser doch dort drei du durch eben ebenso ein eine einem einen einer eines einmal endlich er erst es etwa etwas euer falls fast für ganz gegen gemeinsam genau gerade gestern hat hatte heute hier hin hinter ich ihm ihn ihnen ihr ihre im immer in indem innen inzwischen ist ja je jede jeder jedoch jemand jene jetzt kann kapitel kaum kein keine kurz längst liebe lieber man manchmal mehr mein mit morgen nach nachdem nachts neben nein nicht nichts nie niemand noch nun nur ob obwohl oder oft ohne plötzlich schließlich schon sein seine seit seitdem sich sie so sobald sodass sogar sonst soll später statt stattdessen tags trotz trotzdem über um und uns unser unter usw viel vielleicht vier vom von vor vorher wann war warum was weder wegen weil weiter wenn wer wie wieder wir wird wo wohl während zu zudem zuerst zugleich zuletzt zum zur zurück zusammen zwar zwei zwischen',
  ),
  fr: words(
    'à afin ainsi alors après au aucun aujourd’hui auprès aussi autant autour aux avant avec bien bientôt car ce cela celle celui cependant certes ces cet cette chacun chaque chère cher chez comme comment contre dans de dehors déjà demain depuis derrière des dès desormais désormais deux devant donc du durant elle elles en encore enfin ensemble ensuite entre est et eux face grâce hier ici il ils jamais je jusque là la le les leur leurs lors lorsque lui mais malgré même mes mon ni non nos notre nous on or ou où par parce parfois parmi pas pendant personne peu peut-être plus plusieurs plutôt pour pourquoi pourtant près presque puis puisque quand que quelque quelqu’un qui quoi quoique rien sa sans sauf se selon ses seul seule si sinon soit soudain sous souvent suite sur ta tandis tant tard te tes toi ton toujours tous tout toute toutefois toutes trois trop tu un une vers voici voilà vos votre vous',
  ),
  es: words(
    'a ahora al algo alguien algún allí ante antes apenas aquel aquella aquí así aún aunque ayer bajo cada casi como cómo con contra cual cuando cuánto de debajo del delante dentro desde después detrás donde dos durante e el él ella ellas ellos en encima entonces entre era es esa ese eso esta está este esto excepto frente fuera ha hace hacia hasta hay hoy incluso junto la las le les lo los luego mañana más me menos mi mientras mis muy nada nadie ni ningún no nos nosotros nunca o otra otro para pero poco por porque pronto pues que qué querida querido quien quién quizá sabe salvo se según ser si sí siempre sin sino sobre solo sólo su sus también tampoco tan tanto te todavía todo todos tras tres tu tú un una unos y ya yo',
  ),
  it: words(
    'a accanto adesso ai al alla allora anche ancora appena attraverso cara caro che chi ci come con contro così cui da dai dal dalla davanti degli dei del della delle dentro di dietro dopo dove due dunque durante e ecco ed egli era essa essi fino forse fra fuori già gli ha ho i ieri il in infatti infine insieme intanto invece io l la le lei li lo loro lui ma mai me mentre mi mia mio nel nella nessuno niente no noi non nulla o oggi ogni oltre oppure ora per perché però più poi poiché presso prima può quale qualche qualcuno quando quanto quasi quel quella quello questa questo qui se secondo sei sempre senza si sia sono sopra sotto su sua subito sulla suo tra tranne tre tu tutti tutto un una uno verso vi voi',
  ),
  pt: words(
    'a agora ainda algo alguém além ali amanhã ante antes ao aos apenas após aquela aquele aqui as assim até cada com como contra cada da das de debaixo depois desde detrás diante do dois dos durante e ela elas ele eles em embora enfim enquanto então entre era essa esse esta está este eu foi fora hoje isso isto já junto lá lhe logo longe mais mas me menos mesmo meu minha muito na nada não nas nem nenhum ninguém no nos nós nunca o onde ontem os ou outra outro para pela pelo perante pois por porém porque quais qual quando quanto quase que quem querida querido se segundo sem sempre seu só sob sobre sua talvez também tão todo todos três tu tudo um uma você',
  ),
  nl: words(
    'aan achter al alle alleen als ander bij binnen boven buiten daar daarna dan dat de deze dicht die dit doch door dus een eerst eindelijk en er etc gisteren had heeft hem het hier hij hoe hoewel hun iemand ieder iets ik in intussen is ja je jij jouw kan later maar me men met mijn morgen na naar naast nadat nee niemand niets niet nog nooit nu of om omdat onder ons ook op over plotseling samen sinds soms straks te tegen ten terwijl tijdens toch toen tot tussen twee uit van vanaf vandaag veel via voor voordat vroeger waar waarom wanneer was wat we wie wij ze zelfs zich zij zijn zo zodra zonder zou',
  ),
  sv: words(
    'aldrig all alla allt alltid att av bakom bara både därför därefter den denna deras dess det detta dig din då efter eller en endast ett för före från förrän genom ha hade han hans har hellre henne hennes här hon hos hur i ibland igår in inga ingen ingenting innan inte ja jag kanske känner likt man med medan mellan men mig min mot när nästa ni nu och också om oss på plötsligt sedan sen sig sin sist snart som så till tillsammans trots två under upp ur utan utom vad var varför varje vem vi vid vilken år åt över',
  ),
  da: words(
    'aldrig alle alt altid at af bag bare både da de den denne der deres derfor derefter det dette dig din du efter eller en endelig er et for før fra gennem ham han hans har havde hende hendes her hos hun hvad hver hvem hvilken hvis hvor hvordan hvorfor i igen igår ikke imens ind ingen intet ja jeg kan kun langs med mellem men mens mig min mod måske når næste nej noget nu og også om op os over på pludselig så sammen selv senere siden sin snart som til to trods uden under ved vi vores ånd år',
  ),
  nb: words(
    'aldri alle alt alltid at av bak bare både da de den denne der deres derfor deretter det dette deg din du dersom etter eller en endelig er et for før fra gjennom ham han hans har hadde henne hennes her hos hun hva hver hvem hvilken hvis hvor hvordan hvorfor i igjen igår ikke imens inn ingen intet ja jeg kan kun langs med mellom men mens meg min mot kanskje når neste nei noe nå og også om opp oss over på plutselig så sammen selv senere siden sin snart som til to tross uten under ved vi våre år',
  ),
};

/**
 * Whether a capital of a word at the start of a sentence says nothing, because the word is no given name.
 */
export function isOpener(word: string, tag: string): boolean {
  const base = baseLanguage(tag);
  const small = word.toLowerCase();
  const openers = openersByLanguage[base];
  if (!openers) return false;
  const [plain = small] = small.split("'");
  // English adverbs and participles: "Slowly Harrow nods", "Watching Harrow leave".
  return openers.has(small) || openers.has(plain) || (base === 'en' && /(?:ly|ing)$/.test(small));
}
