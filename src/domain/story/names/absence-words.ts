import { baseLanguage } from './languages.ts';

/** Words by which a language speaks of somebody who is not there. In lower case. */
export interface AbsenceWords {
  /** Without Hope. */
  without: ReadonlySet<string>;
  /** Everybody but Hope. */
  except: ReadonlySet<string>;
  /** Before these words an exception is the one who is there: nobody but Hope. */
  nobody: ReadonlySet<string>;
  /** Of: the house of Hope. */
  of: ReadonlySet<string>;
  /** Behind these, any person is the topic: about Hope. */
  about: ReadonlySet<string>;
  /** Further prepositions behind a topic, a thought or a letter: from Hope, to Hope. */
  further: ReadonlySet<string>;
  /** Of these, those of whom a letter is addressed to. */
  to: ReadonlySet<string>;
  /** Nouns before “of” and a name that speak of somebody absent: a memory of Hope, the grave of Hope. */
  topics: ReadonlySet<string>;
  /** Nouns whose sender and addressee are absent: a letter from Hope, a letter to Hope. */
  letters: ReadonlySet<string>;
  /** Speaks of Hope, thinks of Hope. */
  telling: ReadonlySet<string>;
  /** Sends it to Hope. */
  sending: ReadonlySet<string>;
  /** Gives it to Hope, who is there. */
  giving: ReadonlySet<string>;
  /** Their object is not there: she misses Hope. */
  lacking: ReadonlySet<string>;
  /** Nouns whose owner is present: Hope’s arrival, the hand of Hope; also places: in front of Hope. */
  own: ReadonlySet<string>;
  /** Before a name: the late Hope; since Hope left; what Hope said; rumour has it that Hope left. */
  late: ReadonlySet<string>;
  since: ReadonlySet<string>;
  rumours: ReadonlySet<string>;
  /** Hope is away; Hope does not come. */
  away: ReadonlySet<string>;
  is: ReadonlySet<string>;
  not: ReadonlySet<string>;
  coming: ReadonlySet<string>;
  who: ReadonlySet<string>;
  /** Before the name of a place, of somebody who is there and not here. */
  in: ReadonlySet<string>;
  /** Words allowed between a preposition and a name: without her poor brother Edmund. */
  between: ReadonlySet<string>;
  /** Before a noun. */
  articles: ReadonlySet<string>;
}

const kinds = [
  'without',
  'except',
  'nobody',
  'of',
  'about',
  'further',
  'to',
  'topics',
  'letters',
  'telling',
  'sending',
  'giving',
  'lacking',
  'own',
  'late',
  'since',
  'rumours',
  'away',
  'is',
  'not',
  'coming',
  'who',
  'in',
  'between',
  'articles',
] as const satisfies readonly (keyof AbsenceWords)[];

type Lists = Partial<Record<(typeof kinds)[number], string>>;

// Ours, for summaries as authors write them.
const lists: Readonly<Record<string, Lists>> = {
  en: {
    without: 'without minus',
    except: 'but except save excepting apart aside',
    nobody: 'nobody none no-one noone no nothing never only',
    of: 'of',
    about: 'about concerning regarding',
    further: 'from for to on',
    to: 'to for',
    topics:
      'word grave tomb funeral burial wake death murder loss ghost memory memories picture pictures photo photograph photographs portrait name voice diary will body corpse story stories tale tales rumour rumours rumor rumors dream dreams thought thoughts absence nothing sign trace secret secrets past case memoir statue news instead lie lies question because',
    letters: 'letter letters note message messages postcard telegram telegrams parcel invitation email',
    telling:
      'speak speaks spoke speaking talk talks talked talking hear hears heard think thinks thinking thought dream dreams dreamt dreamed dreaming know knows knew gossip gossips gossiped complain complains lie lies remind reminds reminded grieve grieves write writes wrote',
    sending:
      'send sends sent post posts posted mail mails mailed wire wires wired write writes wrote telegraph telegraphs cable cables forward forwards',
    giving:
      'give gives gave hand hands handed bring brings brought show shows showed read reads take takes took pass passes deliver delivers delivered',
    lacking:
      'remember remembers remembered remembering miss misses missed missing mourn mourns mourned mourning bury buries buried burying avenge avenges avenged inherit inherits grieve grieves recall recalls forget forgets forgot mention mentions mentioned mentioning suspect suspects',
    own: 'leg legs ankle knee knees foot feet wrist wound wounds injury fever head heart ribs arrival return visit entrance appearance confession proposal refusal answer reply departure escape arrest hand hands eyes eye face arm arms gaze shoulder shoulders fingers mouth lips lap kiss embrace presence company side help touch smile laugh laughter tears silence breath back bed bedside speech performance lesson lessons wedding trial questions insistence anger footsteps steps step fist front rest ear ears approach attack plan offer demand',
    late: 'late dead deceased departed',
    since: 'since what whatever',
    rumours: 'rumour rumours rumor rumors said gossip',
    away: 'away dead gone abroad absent missing overseas elsewhere buried',
    is: "is be was are were has has's been remains stays 's",
    not: "not never won't doesn't didn't isn't refuses refused fails failed cannot can't wouldn't too",
    coming: 'come comes coming appear appears attend attends arrive arrives show shows turn turns',
    who: 'who whom',
    in: 'in at to near',
    between:
      'the a an her his their our my its old young poor dear dead late little brother sister mother father son daughter aunt uncle cousin husband wife friend lover of',
    articles: 'the a an her his their our my its',
  },
  de: {
    without: 'ohne statt anstatt anstelle',
    except: 'außer ausser bis abgesehen',
    nobody: 'niemand niemanden niemandem keiner keine keinen nichts nur',
    of: 'von vom',
    about: 'über wegen',
    further: 'an um nach aus zu',
    to: 'an',
    topics:
      'grab tod begräbnis beerdigung mord verlust geist gespenst erinnerung erinnerungen bild bilder foto fotos fotografie porträt name namen stimme tagebuch testament leiche geschichte geschichten gerüchte traum gedanke gedanken abwesenheit nichts spur geheimnis neues',
    letters: 'brief briefe nachricht nachrichten zettel karte postkarte telegramm paket einladung',
    telling:
      'denkt dachte denken erinnert erinnerte träumt träumte spricht sprach sprechen redet redete reden erzählt erzählte hört hörte trauert trauerte weiß schreibt schrieb fragt fragte',
    sending: 'schickt schickte sendet schreibt schrieb telegrafiert',
    giving: 'gibt gab bringt brachte zeigt zeigte liest las reicht übergibt',
    lacking: 'vermisst vermisste betrauert begräbt beerdigt rächt beerbt',
    own: 'bein beine knöchel knie fuß füße wunde wunden fieber kopf herz rippen ankunft rückkehr besuch auftritt geständnis antwort antrag abreise flucht verhaftung hand hände augen gesicht arm arme blick schulter finger mund lippen schoß kuss umarmung gegenwart anwesenheit gesellschaft seite hilfe lächeln lachen tränen schweigen rede hochzeit prozess fragen schritte schritt faust nähe ohr angebot angriff tür',
    late: 'verstorbene verstorbenen verstorbener tote toten toter selige seligen gefallenen gefallene',
    since: 'seit seitdem was',
    rumours: 'sagt heißt erzählt munkelt gerücht',
    away: 'verreist fort tot weg abwesend verschwunden gestorben verstorben ausgewandert abgereist',
    is: 'ist war sind waren bleibt lebt hat',
    not: 'nicht nie niemals kein weigert',
    coming: 'kommt kam kommen erscheint erschien erscheinen',
    who: 'der die das den dem welcher welche',
    in: 'in nach zu',
    between:
      'der die das dem den des einer einem ihr ihre ihrem ihrer ihren ihres sein seine seinem seiner seinen seines mein meine meinem meiner alten alte alter armen arme lieben verstorbenen toten bruder schwester mutter vater sohn tochter onkel tante mann frau freund freundin bruders vaters mannes',
    articles:
      'der die das dem den des ein eine einen einem einer eines ihr ihre ihrem ihrer ihren ihres sein seine seinem seiner seinen',
  },
  fr: {
    without: 'sans',
    except: 'sauf excepté hormis part',
    nobody: 'personne nul nulle aucun aucune rien seul seule',
    of: "de du des d' d",
    further: 'à pour sur',
    to: 'à pour',
    topics:
      'nouvelles nouvelle tombe mort enterrement obsèques funérailles meurtre perte fantôme souvenir souvenirs image portrait photo photos photographie nom voix journal testament corps cadavre histoire histoires rumeur rumeurs rêve pensée absence rien trace secret passé propos sujet lieu mensonges cause',
    letters: 'lettre lettres mot message messages carte télégramme colis invitation courrier',
    telling:
      'parle parlent parlait parler pense pensent pensait penser rêve rêvent rêvait souvient souvenait entend sait interroge interrogent questionne raconte écrit',
    sending: 'envoie envoient envoya écrit écrivent expédie poste télégraphie',
    giving: 'donne donnent apporte montre lit lisent remet tend',
    lacking: 'pleure pleurent enterre enterrent venge regrette',
    own: 'jambe jambes cheville genou pied pieds blessure blessures fièvre tête cœur arrivée retour visite entrée apparition aveu aveux réponse refus départ fuite arrestation main mains yeux visage bras regard épaule épaules doigts bouche lèvres genoux baiser étreinte présence compagnie côté côtés aide sourire rire larmes silence chevet discours mariage procès colère pas poing près loin autour face hors dessus oreille offre',
    late: 'feu feue défunt défunte mort morte',
    since: 'depuis',
    rumours: 'raconte dit murmure rumeur prétend',
    away: 'absent absente mort morte parti partie loin ailleurs disparu disparue enterré enterrée',
    is: 'est était sont reste vit a',
    not: 'pas jamais refuse plus',
    coming: 'venir vient viendra venu venue arrive paraît paraître',
    who: 'qui que dont',
    in: 'à en au',
    between:
      'le la les son sa ses leur mon ma notre pauvre vieux vieille cher chère frère sœur mère père fils fille oncle tante mari femme ami amie feu feue défunt défunte petit petite',
    articles: "le la les l un une des son sa ses leur leurs mon ma mes du au aux ce cette cet notre nos l'",
  },
  es: {
    without: 'sin',
    except: 'menos salvo excepto aparte',
    nobody: 'nadie ninguno ninguna nada solo sólo',
    of: 'de del',
    further: 'en a con por para sobre desde',
    to: 'a para',
    topics:
      'noticias noticia tumba muerte entierro funeral asesinato pérdida fantasma recuerdo recuerdos retrato foto fotos fotografía nombre voz diario testamento cuerpo cadáver historia historias rumor rumores sueño ausencia nada rastro secreto pasado vez lugar mentiras causa culpa',
    letters: 'carta cartas nota mensaje mensajes postal telegrama paquete invitación',
    telling:
      'habla hablan hablaba hablar piensa piensan pensaba pensar sueña sueñan soñaba acuerda oye sabe pregunta preguntan escribe',
    sending: 'envía envían envió manda mandan mandó escribe telegrafía',
    giving: 'da dan dio lleva trae enseña muestra lee leen entrega',
    lacking: 'recuerda recuerdan extraña echa llora entierra entierran venga',
    own: 'pierna piernas tobillo rodilla pie pies herida heridas fiebre cabeza corazón llegada regreso vuelta visita entrada aparición confesión respuesta negativa partida huida detención mano manos ojos cara rostro brazo brazos mirada hombro dedos boca labios beso abrazo presencia compañía lado ayuda sonrisa risa lágrimas silencio discurso boda juicio pasos paso puño cerca lejos detrás delante encima enfrente frente antes después oído oferta',
    late: 'difunto difunta muerto muerta finado fallecido fallecida',
    since: 'desde',
    rumours: 'rumorea dice dicen cuentan murmura rumor',
    away: 'ausente muerto muerta fuera lejos desaparecido desaparecida enterrado enterrada',
    is: 'está estaba es era vive sigue ha',
    not: 'no nunca tampoco',
    coming: 'viene venir vino vendrá aparece aparecer acude acudir llega',
    who: 'que quien',
    in: 'en a',
    between:
      'el la los su sus mi nuestro pobre viejo vieja querido querida hermano hermana madre padre hijo hija tío tía marido mujer amigo amiga difunto difunta fallecido fallecida',
    articles: 'el la los las un una su sus mi mis al del este esta nuestro nuestra',
  },
  it: {
    without: 'senza',
    except: 'tranne eccetto salvo',
    nobody: 'nessuno nessuna niente nulla solo',
    of: "di del dello della dei degli delle dell d d' dell'",
    further: 'da dal dalla a ad con su',
    to: 'a ad',
    topics:
      'notizie notizia tomba morte funerale sepoltura omicidio perdita fantasma ricordo ricordi ritratto foto fotografia nome voce diario testamento corpo cadavere storia storie sogno pensiero assenza niente nulla traccia segreto passato invece posto voci bugie causa',
    letters: 'lettera lettere biglietto messaggio messaggi cartolina telegramma pacco invito',
    telling:
      'parla parlano parlava parlare pensa pensano pensava pensare sogna sognava ricorda sente sa chiede interroga scrive',
    sending: 'manda mandano mandò invia spedisce scrive telegrafa',
    giving: 'dà danno diede porta mostra legge leggono consegna',
    lacking: 'ricorda ricordano rimpiange piange seppellisce seppelliscono vendica',
    own: 'arrivo ritorno visita ingresso apparizione confessione risposta rifiuto partenza fuga arresto mano mani occhi viso volto braccio braccia sguardo spalla spalle dita bocca labbra bacio abbraccio presenza compagnia lato fianco aiuto sorriso riso lacrime silenzio discorso nozze processo passi passo pugno accanto vicino prima dopo fronte orecchio offerta arrivi',
    late: 'defunto defunta morto morta fu compianto compianta',
    since: 'quando',
    rumours: 'dice dicono racconta mormora voce',
    away: 'assente morto morta via lontano lontana scomparso scomparsa sepolto sepolta',
    is: 'è era sono vive resta sta',
    not: 'non mai',
    coming: 'viene venire venuto venuta verrà appare arriva presenta',
    who: 'che cui',
    in: 'a in ad',
    between:
      'il lo la i le suo sua suoi loro mio nostro povero povera vecchio vecchia caro cara fratello sorella madre padre figlio figlia zio zia marito moglie amico amica defunto defunta',
    articles:
      "il lo la i gli le un uno una suo sua suoi sue mio mia del dello della dei degli delle al allo alla nel nella l l'",
  },
  pt: {
    without: 'sem',
    except: 'menos exceto salvo',
    nobody: 'ninguém nenhum nenhuma nada só',
    of: 'de do da dos das',
    further: 'em no na com a por sobre para',
    to: 'a para',
    topics:
      'notícias notícia túmulo morte enterro funeral assassinato perda fantasma lembrança lembranças retrato foto fotos fotografia nome voz diário testamento corpo cadáver história histórias sonho ausência nada rasto rastro segredo passado vez lugar causa',
    letters: 'carta cartas bilhete mensagem mensagens postal telegrama encomenda convite',
    telling: 'fala falam falava falar pensa pensam pensava pensar sonha sonhava lembra ouve sabe pergunta escreve',
    sending: 'envia manda mandou escreve',
    giving: 'dá deu leva traz mostra lê entrega',
    lacking: 'recorda lembra chora enterra enterram vinga',
    own: 'chegada regresso volta visita entrada aparição confissão resposta recusa partida fuga prisão mão mãos olhos cara rosto braço braços olhar ombro dedos boca lábios beijo abraço presença companhia lado ajuda sorriso riso lágrimas silêncio discurso casamento julgamento passos passo punho perto longe atrás diante frente ouvido',
    late: 'falecido falecida finado finada morto morta defunto defunta',
    since: 'desde',
    rumours: 'diz dizem conta boato',
    away: 'ausente morto morta fora longe desaparecido desaparecida enterrado enterrada',
    is: 'está estava é era vive continua',
    not: 'não nunca',
    coming: 'vem vir veio virá aparece chega',
    who: 'que quem',
    in: 'em a',
    between:
      'o a os as seu sua seus meu nosso pobre velho velha querido querida irmão irmã mãe pai filho filha tio tia marido mulher amigo amiga falecido falecida',
    articles: 'o a os as um uma seu sua seus suas meu minha do da dos das no na ao à este esta',
  },
  nl: {
    without: 'zonder',
    except: 'behalve uitgezonderd',
    nobody: 'niemand geen niets alleen',
    of: 'van',
    about: 'over',
    further: 'aan om uit naar',
    to: 'aan',
    topics:
      'nieuws graf dood begrafenis uitvaart moord verlies geest herinnering herinneringen portret foto naam stem dagboek testament lichaam lijk verhaal verhalen droom gedachte afwezigheid niets spoor geheim plaats',
    letters: 'brief brieven briefje bericht berichten kaart telegram pakje uitnodiging',
    telling: 'denkt dacht droomt spreekt sprak praat hoort weet vraagt schrijft rouwt',
    sending: 'stuurt stuurde schrijft',
    giving: 'geeft gaf brengt toont leest',
    lacking: 'mist betreurt begraaft herinnert wreekt',
    own: 'aankomst terugkeer bezoek intrede bekentenis antwoord weigering vertrek vlucht arrestatie hand handen ogen gezicht arm armen blik schouder vingers mond lippen kus omhelzing aanwezigheid gezelschap zijde hulp glimlach lach tranen stilte toespraak bruiloft proces stappen vuist buurt oor komst',
    late: 'wijlen overleden dode gestorven',
    since: 'sinds',
    rumours: 'zegt zeggen gerucht',
    away: 'weg dood afwezig verdwenen overleden begraven',
    is: 'is was blijft woont zijn',
    not: 'niet nooit weigert',
    coming: 'komt kwam komen verschijnt',
    who: 'die dat wie',
    in: 'in naar te',
    between:
      'de het een haar zijn hun mijn onze oude arme lieve broer zus moeder vader zoon dochter oom tante man vrouw vriend vriendin overleden wijlen',
    articles: 'de het een haar zijn hun mijn onze ons dit dat',
  },
  sv: {
    without: 'utan',
    except: 'utom förutom',
    nobody: 'ingen inget inga bara',
    of: 'av',
    further: 'från på till för',
    to: 'till',
    topics:
      'nyheter grav graven död döden begravning begravningen mord mordet förlust spöke minne minnet minnen porträtt foto fotografi namn röst dagbok testamente kropp lik historia dröm tanke frånvaro inget spår hemlighet stället',
    letters: 'brev brevet breven lapp meddelande meddelandet vykort telegram paket',
    telling: 'tänker tänkte drömmer drömde talar pratar talade hör vet frågar skriver sörjer',
    sending: 'skickar sänder skriver',
    giving: 'ger gav visar läser räcker',
    lacking: 'saknar sörjer begraver minns hämnas',
    own: 'ankomst återkomst besök entré bekännelse svar vägran avresa flykt arrestering hand händer ögon ansikte arm armar blick axel fingrar mun läppar kyss famn närvaro sällskap sida hjälp leende skratt tårar tystnad tal bröllop rättegång steg näve närhet öra',
    late: 'framlidne framlidna avlidne avlidna döde döda',
    since: 'sedan',
    rumours: 'sägs säger rykte ryktet',
    away: 'borta död bortrest frånvarande försvunnen begravd utomlands rest avrest',
    is: 'är var blir bor har',
    not: 'inte aldrig vägrar',
    coming: 'kommer kom komma dyker',
    who: 'som',
    in: 'i till på',
    between:
      'sin sitt sina hans hennes deras min gamle gamla stackars kära bror syster mor far son dotter farbror moster man fru vän döde döda avlidne avlidna den det',
    articles: 'en ett den det sin sitt sina hans hennes deras',
    about: 'om',
  },
  da: {
    without: 'uden',
    except: 'undtagen bortset',
    nobody: 'ingen intet kun',
    of: 'af',
    further: 'fra på til for',
    to: 'til',
    topics:
      'nyt grav graven død døden begravelse begravelsen mord mordet tab spøgelse minde mindet minder portræt foto fotografi navn stemme dagbog testamente lig historie drøm tanke fravær intet spor hemmelighed stedet',
    letters: 'brev brevet breve seddel besked kort telegram pakke',
    telling: 'tænker tænkte drømmer drømte taler snakker hører ved spørger skriver sørger',
    sending: 'sender skriver',
    giving: 'giver gav viser læser rækker',
    lacking: 'savner begraver husker mindes hævner',
    own: 'ankomst hjemkomst besøg tilståelse svar afslag afrejse flugt anholdelse hånd hænder øjne ansigt arm arme blik skulder fingre mund læber kys favn nærvær selskab side hjælp smil latter tårer tavshed tale bryllup retssag skridt næve nærhed øre',
    late: 'afdøde døde salig',
    since: 'siden',
    rumours: 'siges siger rygte rygtet',
    away: 'væk død borte bortrejst fraværende forsvundet begravet rejst afrejst',
    is: 'er var bliver bor har',
    not: 'ikke aldrig nægter',
    coming: 'kommer kom komme dukker',
    who: 'som der',
    in: 'i til på',
    between:
      'sin sit sine hans hendes deres min gamle stakkels kære bror søster mor far søn datter onkel tante mand kone ven døde afdøde den det',
    articles: 'en et den det sin sit sine hans hendes deres',
    about: 'om',
  },
  nb: {
    without: 'uten',
    except: 'unntatt bortsett',
    nobody: 'ingen intet bare',
    of: 'av til',
    further: 'fra på for',
    to: 'til',
    topics:
      'nytt grav graven død døden begravelse begravelsen drap drapet tap spøkelse minne minnet minner portrett bilde foto fotografi navn stemme dagbok testamente lik historie drøm tanke fravær intet spor hemmelighet stedet',
    letters: 'brev brevet lapp beskjed kort telegram pakke',
    telling: 'tenker tenkte drømmer drømte snakker taler hører vet spør skriver sørger',
    sending: 'sender skriver',
    giving: 'gir ga viser leser rekker',
    lacking: 'savner begraver husker minnes hevner',
    own: 'ankomst hjemkomst besøk tilståelse svar avslag avreise flukt arrestasjon hånd hender øyne ansikt arm armer blikk skulder fingre munn lepper kyss favn nærvær selskap side hjelp smil latter tårer taushet tale bryllup rettssak skritt neve nærhet øre',
    late: 'avdøde døde salig',
    since: 'siden',
    rumours: 'sies sier rykte ryktet',
    away: 'borte død bortreist fraværende forsvunnet begravet vekk reist avreist',
    is: 'er var blir bor har',
    not: 'ikke aldri nekter',
    coming: 'kommer kom komme dukker',
    who: 'som',
    in: 'i til på',
    between:
      'sin sitt sine hans hennes deres min gamle stakkars kjære bror søster mor far sønn datter onkel tante mann kone venn døde avdøde den det',
    articles: 'en et ei den det sin sitt sine hans hennes deres',
    about: 'om',
  },
};

const made = new Map<string, AbsenceWords>();

/** The words of a language; undefined if there are none. */
export function absenceWordsOf(tag: string): AbsenceWords | undefined {
  const base = baseLanguage(tag);
  const own = lists[base];
  if (!own) return undefined;
  const words = made.get(base) ?? wordsFrom(own);
  made.set(base, words);
  return words;
}

function wordsFrom(own: Lists): AbsenceWords {
  const setOf = (kind: keyof AbsenceWords) => new Set((own[kind] ?? '').split(' ').filter((word) => word !== ''));
  return Object.fromEntries(kinds.map((kind) => [kind, setOf(kind)])) as unknown as AbsenceWords;
}
