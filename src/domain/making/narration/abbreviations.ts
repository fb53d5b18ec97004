/** Words that are written with a full stop and do not end a sentence, by primary language. None is an ordinary word, too. */
const abbreviations: Readonly<Record<string, string>> = {
  cs: 'p pí sl dr MUDr JUDr PhDr prof doc ing mgr bc sv čp č str tř např atd apod tj tzv tzn resp mj kap',
  da: 'hr fr frk dr prof fhv nr ca f.eks bl.a osv dvs m.m mht sct skt kgl kap kl',
  de: 'Hr Hrn Fr Frl Dr Prof Dipl Ing Mag St Hl Nr Bd Kap Str bzw ca usw vgl evtl ggf sog geb gest verh Abt Hbf Mio Mrd Jh Chr Abs Tel',
  el: 'κ κα κος κυρ δρ καθ αγ σελ αρ βλ κτλ π.χ δηλ οδ',
  en: 'Mr Mrs Ms Mx Dr Prof Capt Cpt Lt Sgt Col Gen Maj Cpl Cmdr Adm Insp Supt Messrs Rev Fr Hon Pres Gov Sen Rep St Ste Mt Ft Jr Sr Esq Nos Vol Ch Fig pp vs etc e.g i.e cf viz Dept Ave Rd Blvd Co Inc Ltd Bros approx',
  es: 'Sr Sra Srta Sres Dr Dra Dña Prof Profa Lic Ing Arq Mons Fr Sto Sta Ud Uds Vd Vds ej etc EE UU núm pág págs av avda cap ppal gral Gral Cap Cnel Sgto',
  fi: 'hra rva nti tri dos prof maist esim ym ks nro klo jne eaa ml tms siht',
  fr: 'MM Mme Mmes Mlle Mlles Dr Pr Me Mgr St Ste Cie etc cf av bd env chap Cap Col Gén Lt',
  hu: 'dr ifj id özv prof stb pl ún sz Szt ill kb kft br gr',
  it: 'Sig Sigg Sig.ra Sig.na Dott Dott.ssa Prof Prof.ssa Avv Ing Arch On Mons Sta Sto pag pagg ecc cfr cap vol Cap Col Gen Ten Mar',
  nb: 'hr fr frk dr prof nr ca f.eks bl.a osv dvs m.m mht St kap kgl kl',
  nl: 'dhr mevr mej mw dr prof ir ing drs mr ds st bijv enz o.a nr blz ca vgl kap kol lt gen',
  pl: 'pp dr prof inż mgr doc hr św ks bp gen płk kpt por ul nr np itd itp tj tzw tzn',
  pt: 'Sr Sra Srta Srs Dr Dra Prof Profa Eng Arq Sto Sta Exa etc pág págs cap av núm Cap Cel Gen Ten',
  ro: 'dl dna dra dr prof ing sf str nr etc pag cap col lt gen',
  ru: 'г гг гр проф акад ул стр т.е т.д т.п др пр св тов ген кап',
  sv: 'hr fr frk dr prof nr ca t.ex bl.a osv dvs m.m m.fl S:t kap kl',
  tr: 'Dr Prof Doç Av Sn Yrd Sok Cad Mah vb vd bkz örn Hz Yzb Alb Gen',
  uk: 'проф акад вул стор т.д т.п ін св тов ген кап',
};

function primaryOf(tag: string): string {
  const { language } = new Intl.Locale(tag);
  return language === 'no' || language === 'nn' ? 'nb' : language;
}

/** Languages that write ordinal numbers with a full stop: `am 3. Mai`. */
const dotted: ReadonlySet<string> = new Set(['cs', 'da', 'de', 'fi', 'hu', 'nb', 'pl', 'tr']);

/** Units in which the last word of a text is looked for (ours). */
const wordMax = 20;

const capitalized = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/**
 * Tells of texts in a language whether the full stop at their end belongs to an initial, a title, another abbreviation or an
 * ordinal number.
 */
export function abbreviationEnds(language: string): (text: string) => boolean {
  const primary = primaryOf(language);
  const words = new Set(abbreviations[primary]?.split(' ').flatMap((word) => [word, capitalized(word)]));
  return (text) => {
    const end = text.slice(-wordMax).trimEnd();
    if (dotted.has(primary) && /(?<![\p{L}\p{N}])\d{1,2}\.$/u.test(end)) return true;
    const [, word] = /(?<![\p{L}\p{M}.:])([\p{L}\p{M}]+(?:[.:-][\p{L}\p{M}]+)*)\.$/u.exec(end) ?? [];
    if (word === undefined) return false;
    // “It was I.” ends a sentence.
    const isInitial = word.length === 1 && !(word === 'I' && primary === 'en');
    return isInitial || words.has(word);
  };
}
