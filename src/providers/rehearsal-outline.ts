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
    return {
      title: `${own[0]?.label ?? `Part ${index + 1}`}: the ${thing}`,
      summary: [
        ...own.map(({ intent }) => intent),
        `${who?.name ?? 'Somebody'} finds the ${thing} in the ${place}; ${other?.name ?? 'a stranger'} wants it left there, and what they say to each other cannot be taken back.`,
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

/** Composes placeholder scores and one finding per dimension of the rules, as JSON. */
export function composeJudgement({ system, material }: JsonRequestMaterial): string {
  const random = randomOf(system + material);
  const [, evidence = ''] = /<summary>([^<]+)<\/summary>/.exec(material) ?? [];
  const dimensions = [...(system.split('What to judge')[1] ?? '').matchAll(/^- (\w+) \(/gm)].map(([, key = '']) => key);
  const judged = dimensions.map((key, index) => ({
    key,
    score: 50 + Math.floor(random() * 40),
    findings:
      index === 0 && evidence
        ? [
            {
              severity: 'note',
              chapters: [],
              evidence: evidence.slice(0, 80),
              fix: 'Nobody has read it: these marks are made up.',
            },
          ]
        : [],
  }));
  return JSON.stringify(Object.fromEntries(judged.map(({ key, ...rest }) => [key, rest])));
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
