import { places, randomOf, things } from './rehearsal-prose.ts';

/** Parts of a JSON request that the rehearsal uses: our rules and the book's material. */
interface JsonRequestMaterial {
  system: string;
  material: string;
}

/** Composes a readable placeholder outline as JSON: beats where the rules put them, and characters of the cast. */
export function composeOutline({ system, material }: JsonRequestMaterial): string {
  const random = randomOf(system + material);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)];
  const count = Number(/(?:Exactly|About) (\d+) chapter/.exec(system)?.[1] ?? 3);
  const beats = beatsOf(system);
  const cast = castOf(material);
  const chapters = Array.from({ length: count }, (_, index) => {
    const own = beats.filter(({ first, last }) => index + 1 >= first && index + 1 <= last);
    const who = cast[index % Math.max(1, cast.length)];
    const other = cast[(index + 1) % Math.max(1, cast.length)];
    const [thing, place] = [pick(things) ?? '', pick(places) ?? ''];
    const [one, two] = [who?.name ?? 'Somebody', other?.name ?? 'a stranger'];
    return {
      title: `${own[0]?.label ?? `Part ${index + 1}`}: the ${thing}`,
      summary: [
        ...own.map(({ intent }) => intent),
        `${one} finds the ${thing} in the ${place}; ${two} wants it left there, and what they say to each other cannot be taken back.`,
        `By evening a third person knows, and ${one} hears of it from a child. To be rid of the ${thing}, ${one} gives it away, and learns too late what it was worth and to whom. Nobody is hurt yet. But a door that was always open is locked, and ${one} stands outside it and counts who still has a key.`,
      ].join(' '),
      pov: cast.find(({ isViewpoint }) => isViewpoint)?.name ?? null,
      beats: own.map(({ key }) => key),
      participants: [...new Set([who?.name, other?.name].filter((name) => name !== undefined))],
    };
  });
  return JSON.stringify({
    title: `The ${pick(things)}`,
    genre: 'Placeholder',
    genreConfidence: 50,
    audience: 'Whoever tries this out',
    audienceConfidence: 50,
    chapters,
  });
}

const fixes = [
  'Nobody has read it: these marks are made up.',
  'A model would say here what to change, in one sentence, and why a reader would notice.',
];

/** Composes placeholder scores and findings for each dimension of the rules, as JSON. */
export function composeJudgement({ system, material }: JsonRequestMaterial): string {
  const random = randomOf(system + material);
  const summaries = [...material.matchAll(/<summary>([^<]+)<\/summary>/g)].map(([, text = '']) => text);
  const dimensions = [...(system.split('What to judge')[1] ?? '').matchAll(/^- (\w+) \(/gm)].map(([, key = '']) => key);
  const judged = dimensions.map((key, index) => ({
    key,
    score: 50 + Math.floor(random() * 40),
    findings: summaries.length === 0 ? [] : fixes.map((fix, at) => noteOn(summaries, index + at, fix)),
  }));
  return JSON.stringify(Object.fromEntries(judged.map(({ key, ...rest }) => [key, rest])));
}

function noteOn(summaries: readonly string[], index: number, fix: string) {
  const at = index % summaries.length;
  return { severity: 'note', chapters: [at + 1], evidence: summaries[at]?.slice(0, 80), fix };
}

/** Parses the beats of the rules: `- key (Label), chapters 1 to 3: intent`. */
function beatsOf(system: string) {
  const lines = system.matchAll(/^- ([a-z-]+) \(([^)]+)\), chapters? (\d+)(?: to (\d+))?: (.+)$/gm);
  return Array.from(lines, ([, key = '', label = '', first, last, intent = '']) => ({
    key,
    label,
    first: Number(first),
    last: Number(last ?? first),
    intent,
  }));
}

function castOf(material: string) {
  const [, block = ''] = /^<cast>$(.*?)^<\/cast>$/ms.exec(material) ?? [];
  return Array.from(block.matchAll(/^- (.+?)( \(viewpoint\))?(?= <|$)/gm), ([, name = '', viewpoint]) => ({
    name: name.replaceAll('&lt;', '<'),
    isViewpoint: viewpoint !== undefined,
  }));
}
