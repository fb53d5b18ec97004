/** Composes what a book is as JSON: its first and last events, and names that its recaps repeat. */
export function composeProfile(material: string): string {
  const events = [...material.matchAll(/<events>([^<]+)<\/events>/g)].map(([, text = '']) => text);
  const named = events.join(' ').match(/(?<=[\p{Ll},] )\p{Lu}\p{Ll}{2,}/gu) ?? [];
  const counted = Map.groupBy(named, (name) => name);
  const people = [...counted].filter(([, all]) => all.length > 1).slice(0, 5);
  return JSON.stringify({
    premise:
      `Placeholder: it begins when ${events.at(0) ?? 'nothing is known'} It ends when ${events.at(-1) ?? ''}`.slice(
        0,
        900,
      ),
    genre: 'Placeholder',
    audience: 'Whoever tries this out',
    toneStyle: 'as the recaps are',
    povLock: null,
    tenseLock: 'past',
    people: people.map(([name]) => ({ name, aliases: [], role: 'Named in the recaps', bio: '', isPov: false })),
  });
}
