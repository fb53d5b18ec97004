import { mayBeIn, writtenLanguages } from '../../../prose/written-language.ts';
import { languageName } from '../../calls/prompt/locks.ts';
import { CastNames } from '../../story/names/cast-names.ts';
import { whoIsThere } from '../../story/names/who-is-there.ts';
import { isCertainRefusal } from '../../text/remark/remark.ts';
import type { NewRecap } from './rules.ts';
import type { RecapSource } from './source.ts';
import { ToldNames } from './told-names.ts';

export interface CheckedRecap {
  recap: NewRecap | undefined;
  source: RecapSource;
}

/**
 * Why a recap cannot be stored, worded for the model that made it; empty for a sound one. Later chapters are written from
 * recaps, so a wrong one spoils them. A job of the pool.
 */
export function recapFaults({ recap, source }: CheckedRecap): string[] {
  if (!recap) return ['it is no JSON object with "events" and "state" that tells what happens in the chapter'];
  const { events, state } = recap;
  const said = `${events}\n${state}`;
  const told = new ToldNames(source);
  // A story may tell of a refusal.
  if (isCertainRefusal(said) && !told.has(said))
    return ['it declines; the chapter is fiction, and a recap only says what happens in it'];
  if (isEcho(events) || isEcho(state)) return ['it repeats the form of the answer instead of filling it in'];
  const otherLanguage = languageFault(said, source);
  // Its capitals would be names.
  if (otherLanguage.length > 0) return otherLanguage;
  return [
    ...told.strangersIn(said).map((name) => `“${name}” is neither in the chapter nor in <cast>`),
    ...stateFault(state, source, told),
  ];
}

// What the prompt or the schema says of the parts, instead of the parts.
const echo =
  /^[\s…."“”<>]*(?:string|text|events|state)?[\s…."“”<>]*$|"(?:events|state|properties|type)"\s*:|^\W*(?:what happened, in order, with who|where people stand at the end of the chapter)/iu;

function isEcho(part: string): boolean {
  return part.trim() !== '' && echo.test(part);
}

/** A book may have chapters in another language than its own, and a recap may keep that. */
function languageFault(said: string, { language, text }: RecapSource): string[] {
  const written = writtenLanguages(said);
  if (mayBeIn(said, language) || writtenLanguages(text).some((one) => written.includes(one))) return [];
  return [`it is not in ${languageName(language)}`];
}

/** Whoever reads the state must know whose it is: somebody of the cast, or somebody else whom the chapter names. */
function stateFault(state: string, { language, text, cast }: RecapSource, told: ToldNames): string[] {
  if (state.trim() === '') return ['"state" is empty'];
  const names = new CastNames(cast, language);
  if (whoIsThere(text, names).present.length === 0 || told.has(state)) return [];
  const { certain, ambiguous, doubtful } = names.read(state);
  if (certain.length + ambiguous.length + doubtful.length > 0) return [];
  return ['"state" names nobody of <cast>; begin each of its sentences with the name of whom it is about'];
}
