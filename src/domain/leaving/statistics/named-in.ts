import { CastNames, type NameBearer } from '../../story/names/cast-names.ts';
import { whoIsThere } from '../../story/names/who-is-there.ts';

export interface NamingText {
  text: string;
  cast: readonly NameBearer[];
  language: string;
}

// The cast of a book is given for each of its chapters, so that a short chapter costs little.
let recent: { cast: readonly NameBearer[]; names: CastNames } | undefined;

/** Ids of the characters whom a text names as being there. A job of the pool. */
export function namedIn({ text, cast, language }: NamingText): string[] {
  if (recent?.cast !== cast || recent.names.language !== language)
    recent = { cast, names: new CastNames(cast, language) };
  return whoIsThere(text, recent.names).present;
}
