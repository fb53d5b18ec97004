import { folded, wordEnd } from './lexicon.ts';
import { namesWork } from './remark.ts';

/** Labels of reasoning that is written without tags. */
const labels =
  'thought|thoughts|thinking|thought process|thinking process|my thought process|reasoning|chain of thought|analysis|reflection|planning|plan|gedanken|gedankengang|überlegung|überlegungen|gedachten|redenering|réflexion|raisonnement|razonamiento|pensamiento|ragionamento|pensiero|raciocínio|pensamento|tankar|resonemang|tanker|overvejelser|resonnement|rozumowanie|myśli|рассуждение|рассуждения|мысли|размышление|思考|思考过程|思路|分析|推論';
/** The person who ordered the text, as models name them in their reasoning. */
const users =
  "the user|the author wants|der nutzer|die nutzerin|der benutzer|de gebruiker|l'utilisateur|el usuario|la usuaria|l'utente|o usuário|o utilizador|användaren|brugeren|brukeren|użytkownik|пользователь|用户|ユーザー";
const wants =
  /^(?:the user|the author) (?:wants|asks|asked|is asking|has asked|requests|requested|would like|has requested|said)/u;
const task = /(?<!\p{L})(?:prompt|outline|dialogue|opening|ending|pov|viewpoint|tone|pacing|paragraphs?)(?!\p{L})/u;

const labelled = new RegExp(`^(?:${labels})\\s*[:：]\\s*(.{0,400})`, 'u');
const bare = new RegExp(`^(?:${labels})$`, 'u');
const user = new RegExp(`^(?:${users})${wordEnd}`, 'u');
const interjections = /^(?:(?:okay|ok|alright|right|hmm|well|so|first|also|let me think)[,.: ]+){1,3}/u;
const intends =
  /^(?:we|i) (?:need to|should|will|must|have to|can) (?:write|continue|open|start|begin|keep|produce|make|draft)(?!\p{L})/u;

/** Starts of such lines. */
export const thoughtStarters: readonly string[] = [
  ...`${labels}|${users}|okay|ok|alright|hmm|we need to|i need to|i should`.split('|'),
];

/** Whether a line is only the label of a block of reasoning. */
export function isThoughtLabel(line: string): boolean {
  if (!/[:：]|^\s*(?:#|\*\*)/u.test(line) || line.length > 80) return false;
  return bare.test(folded(line).replace(/[:：][*_\s]*$/u, ''));
}

/** Whether a line at the beginning of a reply thinks about the task instead of telling the story. */
export function isThought(line: string): boolean {
  if (line.length > 400 || /["“”«»„「『]/u.test(line)) return false;
  const text = folded(line);
  const thought = labelled.exec(text)?.[1];
  const plain = (thought ?? text).replace(interjections, '');
  if (wants.test(plain)) return true;
  const isAboutTask = task.test(plain) || namesWork(plain);
  return isAboutTask && (thought !== undefined || user.test(plain) || intends.test(plain));
}
