import { graphviz } from '../../drawing/graphviz.ts';
import type { TypeLink } from './schema-shape.ts';
import type { Topic } from './schema-topics.ts';

/** Draws the links between topics as SVG. It has classes only; the page has the colours and fonts. */
export async function pictureOf(topics: readonly Topic[], links: readonly TypeLink[]): Promise<string> {
  const svg = (await graphviz()).dot(dotOf(topics, links));
  return svg
    .replace(/^[\s\S]*?(?=<svg)/, '')
    .replace(
      /<svg [^>]*?viewBox="([^"]+)"[^>]*>/,
      '<svg id="map" viewBox="$1" role="group" aria-label="Map of the topics" focusable="false">',
    )
    .replaceAll(/ (fill|stroke|font-family|xlink:title)="[^"]*"/g, '')
    .replaceAll(/<title>[^<]*<\/title>\n?/g, '')
    .replaceAll('xlink:href', 'href')
    .replaceAll('&#45;', '-')
    .replaceAll(/<!--[\s\S]*?-->\n?/g, '');
}

function dotOf(topics: readonly Topic[], links: readonly TypeLink[]): string {
  const nodes = topics.map(({ name }) => `"${name}" [URL="schema?topic=${encodeURIComponent(name)}" class="topic"]`);
  return `digraph {
graph [rankdir=LR nodesep=0.2 ranksep=0.7 splines=spline pad=0.2]
node [shape=box style=rounded fontname="Helvetica" fontsize=14 height=0.4 margin="0.18,0.06"]
edge [arrowsize=0.6]
${[...nodes, ...edgesOf(topics, links)].join('\n')}
}`;
}

/** Edges between topics. Of two opposite edges only the stronger one is drawn, so that the picture stays readable. */
function edgesOf(topics: readonly Topic[], links: readonly TypeLink[]): string[] {
  const topicOf = new Map(topics.flatMap(({ name, types }) => types.map((type) => [type.name, name] as const)));
  const counts = new Map<string, number>();
  for (const { from, to } of links) {
    const ends = [topicOf.get(from), topicOf.get(to)];
    if (ends[0] !== undefined && ends[1] !== undefined && ends[0] !== ends[1]) {
      const key = ends.map((end) => `"${end}"`).join(' -> ');
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const strength = (key: string) => counts.get(key) ?? 0;
  return [...counts.keys()].filter((key) => {
    const back = key.split(' -> ').reverse().join(' -> ');
    return strength(key) > strength(back) || (strength(key) === strength(back) && key < back);
  });
}
