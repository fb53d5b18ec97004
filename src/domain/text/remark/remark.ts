import { anyOf, folded, type Lexicon, lexicons, wordEnd, wordStart } from './lexicon.ts';

/** A line with at least this many points is a remark; otherwise it is kept as prose. Ours. */
const remarkPoints = 5;

/** Quoted speech or a line of dialogue. A line with speech is never a remark. */
const speech = /[“”«»„「『]|(?:^|\s)"|^\s*[—–]\s?\p{L}(?!.*[—–]\s*$)/u;
/** Verbs of speech without quotation marks. */
const said =
  /(?<!\p{L})(?:said|asked|thought|wrote|whispered|sagte|fragte|dachte|schrieb|zei|vroeg|dacht|schreef|dit|dit-il|dit-elle|demanda|pensa|écrivit|dijo|preguntó|pensó|escribió|disse|chiese|pensò|scrisse|perguntou|pensou|escreveu|sa|frågade|tänkte|skrev|sagde|spurgte|tænkte|spurte|tenkte)(?!\p{L})/u;

const numeral = '(?:\\d{1,4}|[ivxlc]{1,7})';
const numbered = new RegExp(`(?<![\\p{L}])(?:${anyOf('chapter')})\\s+${numeral}(?![\\p{L}])`, 'u');

interface Marks {
  /** The line, normalized for comparison. */
  text: string;
  /** Whether it ends with a colon. */
  isColon: boolean;
}

function marksOf(line: string): Marks {
  const text = folded(line);
  return { text, isColon: /[:：]$/u.test(text) };
}

const announcementMax = 400;

/** Whether a line has speech. One quotation inside a line may be a title; one that begins a line is speech. */
function hasSpeech(line: string): boolean {
  return /^[\s*_]*["“«„「『]/u.test(line) || speech.test(line.replace(/["“«„「『].{0,120}?["”»“」』]/u, ' '));
}

/** Whether the first line of a reply announces the text, comments on it, or agrees to write it. */
export function isAnnouncement(line: string): boolean {
  if (line.length > announcementMax || hasSpeech(line)) return false;
  const marks = marksOf(line);
  return lexicons.some((lexicon) => announcementPoints(marks, lexicon) >= remarkPoints);
}

function announcementPoints({ text, isColon }: Marks, lexicon: Lexicon): number {
  const agrees = lexicon.agrees.atStart.test(text);
  const presents = lexicon.presents.within.test(text.slice(0, 120));
  const reports = lexicon.reports.within.test(text);
  const isNumbered = numbered.test(text);
  const chapter = lexicon.chapter.within.test(text);
  const work = chapter || lexicon.work.within.test(text);
  const yours = lexicon.your.within.test(text) || lexicon.revised.within.test(text);
  if (!(work || reports)) return 0;
  if (!(presents || reports || (agrees && (isColon || isNumbered)))) return 0;
  if (!(isColon || isNumbered || reports || yours || chapter)) return 0;
  return (
    points(agrees, 2) +
    points(presents, 2) +
    points(reports, 3) +
    points(isNumbered, 2) +
    points(chapter, 2) +
    points(work, 1) +
    points(yours, 1) +
    points(isColon, 1) -
    points(lexicon.other.within.test(text), 4)
  );
}

/** Whether a last line asks a question to the reader of the chat, makes an offer, or comments on the text. */
export function isClosingRemark(line: string): boolean {
  if (line.length > 700) return false;
  const { text } = marksOf(line);
  if (isApparatus(line, text) || isLabelHeading(line)) return !hasSpeech(line);
  if (speech.test(line)) return false;
  if (isCount(text) || isEndOfPart(text)) return true;
  return lexicons.some((lexicon) => closingPoints(text, line, lexicon) >= remarkPoints);
}

function closingPoints(text: string, line: string, lexicon: Lexicon): number {
  const offers = lexicon.offers.atStart.test(text) || lexicon.offers.within.test(text.slice(0, 60));
  const isLabelled = labelled.test(text);
  const isBracketed = /^\s*[*_]*[[(].*[\])][*_]*\s*$/su.test(line);
  const wishes = lexicon.wishes.within.test(text.replace(lexicon.offers.within, ' '));
  const work = lexicon.chapter.within.test(text) || lexicon.work.within.test(text);
  const reports = lexicon.reports.within.test(text);
  const isOther = lexicon.other.within.test(text) && !lexicon.your.within.test(text);
  const asksNext =
    /[?？]$/u.test(text) && lexicon.offers.atStart.test(text) && lexicon.chapter.within.test(text) && !isOther;
  if (!(offers || isLabelled || isBracketed || reports)) return 0;
  if (!(wishes || asksNext || reports || (work && (isLabelled || isBracketed)))) return 0;
  return (
    points(offers, 3) +
    points(isLabelled, 3) +
    points(isBracketed, 3) +
    points(reports, 3) +
    points(wishes, 2) +
    points(work, 2) -
    points(isOther, 2) -
    points(said.test(text), 4)
  );
}

const labelled = new RegExp(`^(?:${anyOf('labels')})\\s*[:：]`, 'u');
const apparatus = new RegExp(`^(?:${anyOf('apparatus')})\\s*[:：]`, 'u');
const boldLabel = /^\s*(?:[*_]{1,3}[^*_\n]{1,40}[:：]?[*_]{1,3}[:：]?|#{1,6}\s)/u;

/** Whether a line has a label that prose does not have, or another label in bold. */
function isApparatus(line: string, text: string): boolean {
  return apparatus.test(text) || (labelled.test(text) && boldLabel.test(line));
}

const counted = new RegExp(`(?<![\\p{L}])(?:${anyOf('words')})(?![\\p{L}])`, 'u');

const work = new RegExp(`${wordStart}(?:${anyOf('chapter')}|${anyOf('work')})${wordEnd}`, 'u');

/** Whether a text names the chapter or the work. */
export const namesWork = (text: string) => work.test(text);

/** Whether a line announces a list about the work, such as "Notes on this draft:". */
export function isSubheading(line: string): boolean {
  const { text, isColon } = marksOf(line);
  return isColon && namesWork(text) && !hasSpeech(line);
}

const label = new RegExp(`^(?:${anyOf('labels')}|${anyOf('apparatus')})\\s*[:：]?$`, 'u');

const hasLabel = new RegExp(`${wordStart}(?:${anyOf('labels')}|${anyOf('apparatus')})${wordEnd}`, 'u');

/** Whether a line is only a label, marked as a heading: "### Notes", "## Summary of this chapter". */
export function isLabelHeading(line: string): boolean {
  if (line.length > 80 || !/^\s*(?:#{1,6}\s|\*\*)/u.test(line)) return false;
  const text = folded(line);
  return label.test(text) || (hasLabel.test(text) && namesWork(text));
}

const never = { within: /(?!)/u, atStart: /(?!)/u };

/**
 * Whether a line of a finished text is a remark. Stricter than the gate, which sees only replies: a narrator may quote, or
 * report what he wrote. Inside the text it must also name the chapter or the work.
 */
export function isRemarkIn(line: string, place: 'first' | 'within' | 'last'): boolean {
  if (isCertainRefusal(line)) return true;
  if (place === 'last' && line.length <= 700 && isApparatus(line, folded(line))) return !hasSpeech(line);
  if (place === 'first' && apparatus.test(folded(line)) && isProperty(line)) return true;
  if (line.length > 700 || speech.test(line)) return false;
  if (place === 'within' && !work.test(folded(line))) return false;
  return (place !== 'last' && isAnnouncement(line)) || (place !== 'first' && isOffer(line));
}

/** Whether a line offers, asks or counts, whatever else it reports. */
function isOffer(line: string): boolean {
  const { text } = marksOf(line);
  if (isCount(text) || isEndOfPart(text)) return true;
  return lexicons.some((lexicon) => closingPoints(text, line, { ...lexicon, reports: never }) >= remarkPoints);
}

/** Whether a line is only a word count. */
function isCount(text: string): boolean {
  return text.length < 60 && /\d/.test(text) && counted.test(text) && (text.match(/\p{L}+/gu)?.length ?? 0) <= 5;
}

const endOfPart = new RegExp(
  `^[-—–\\s]*(?:${anyOf('endOf')})\\s+(?:the |de |het |den |det |du |des |del |della |do |da |dit |this )?(?:${anyOf('chapter')}|${anyOf('work')})(?:\\s+(?:${numeral}|\\p{L}+))?(?:\\s*[:–—-].{0,80})?[-—–.!\\s]*$`,
  'u',
);
const numberedEnd = new RegExp(
  `^[-—–\\s]*(?:\\p{L}+\\s+)?(?:${anyOf('chapter')})\\s+${numeral}\\s*[-—–:]?\\s*(?:${anyOf('ended')})[.!\\s]*$`,
  'u',
);

/** Whether a line in brackets is a number with a unit, such as "(2 900 słów)", in any language. */
export function isBracketedCount(line: string): boolean {
  const inner = /^[*_]*[[(（【](.{3,60})[\])）】][*_]*$/u.exec(line)?.[1] ?? '';
  return (
    /^(?:[~≈]|\p{L}+\.?:?)?\s*\d[\d\s.,\u00a0\u202f]*\p{L}{1,14}\.?$/u.test(inner) && !/^\D*\d{1,2}\D*$/u.test(inner)
  );
}

const continued =
  /(?:continue[sd]?|cont\.?|more) (?:in|on|with) (?:the |my )?(?:next|following) (?:message|part|reply|response|post|answer)|^(?:part|message) \d+ ?(?:of|\/) ?\d+$|in der nächsten (?:nachricht|antwort)|(?:prochain message|message suivant|prochaine réponse)|(?:siguiente|próximo) mensaje|prossimo messaggio|próxima mensagem|volgende bericht|nästa meddelande|næste besked|neste melding|(?:następnej|kolejnej) wiadomości|следующем сообщении|下一(?:条消息|条回复|则|条)|次の(?:メッセージ|返信)/u;

/** Whether a line says that the text goes on in another message. */
export function isContinued(line: string): boolean {
  return (
    line.length <= 120 && !hasSpeech(line) && continued.test(folded(line)) && !/[.。]["”’]?[\])）】*_\s]*$/u.test(line)
  );
}

/** Whether a paragraph speaks about what was asked for. */
export function isAboutRequest(line: string): boolean {
  const text = folded(line);
  return (
    assistant.test(text) ||
    lexicons.some(
      ({ offers, rules, refuses }) =>
        offers.within.test(text.slice(0, 120)) || rules.within.test(text) || refuses.atStart.test(text),
    )
  );
}

/** Whether a line only marks the end of a part, such as "End of chapter 3". */
function isEndOfPart(text: string): boolean {
  return endOfPart.test(text) || numberedEnd.test(text);
}

const ended = new RegExp(`^[-—–\\s.]*(?:${anyOf('ended')})[-—–.!…\\s]*$`, 'u');

/** Whether a line is only an end mark, such as "The end" or "To be continued". */
export function isEnd(line: string): boolean {
  return ended.test(folded(line));
}

/** Whether a line is a property of the text, such as "Point of view: …". A sentence must also name the chapter or the work. */
export function isProperty(line: string): boolean {
  const text = folded(line);
  const value = /^[^:：]{1,60}[:：](.{0,200})$/u.exec(text)?.[1];
  if (value === undefined || hasSpeech(line) || !(labelled.test(text) || apparatus.test(text))) return false;
  return !/[.!?…。！？]$/u.test(value) || work.test(value);
}

/** Whether a reply may turn into a refusal after a courtesy. */
export function isPreface(reply: string): boolean {
  const text = folded(reply.slice(0, announcementMax));
  return lexicons.some(({ prefaces }) => prefaces.atStart.test(text));
}

const inlineMarks = /<\/?[a-z][^<>]{0,40}>|(?<=^|\s)[*_](?=\p{L})|(?<=\p{L})[*_](?=[\s.,;:!?]|$)/giu;

/** Whether the beginning of a reply declines to write. */
export function isRefusal(reply: string): boolean {
  const text = folded(reply.replace(inlineMarks, ''));
  if (/^[\s*_]*["“«„—–]/u.test(reply)) return false;
  const isPolite = isPreface(reply);
  return lexicons.some(
    ({ refuses, rules, offers }) =>
      rules.within.test(text) &&
      (refuses.within.test(text.slice(0, 80)) || (isPolite && refuses.within.test(text) && offers.within.test(text))),
  );
}

const assistant =
  /(?:as an ai|language model|content polic|usage polic|sprachmodell|taalmodel|modèle de langage|modelo de lenguaje|modello linguistico|modelo de linguagem|språkmodell|sprogmodel|(?:can't|cannot|unable to) (?:assist|help|fulfil|comply)|guidelines|richtlini|riktlinje|retningslinje|directrices|linee guida|diretrizes|richtlijnen)/u;

/** Whether a text is a refusal regardless of its length: it mentions the assistant or its policy. */
export function isCertainRefusal(reply: string): boolean {
  return isRefusal(reply) && assistant.test(folded(reply));
}

function points(holds: boolean, worth: number): number {
  return holds ? worth : 0;
}
