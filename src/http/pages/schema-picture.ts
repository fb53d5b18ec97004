import { graphviz } from '../../drawing/graphviz.ts';
import type { Lead, Spot } from './schema-shape.ts';

/** Draws the map. Colours and type are the page’s: the picture has classes only. */
export async function pictureOf(spots: readonly Spot[]): Promise<string> {
  const svg = (await graphviz()).dot(dotOf(spots));
  return svg
    .replace(/^[\s\S]*?(?=<svg)/, '')
    .replace(
      /<svg [^>]*?viewBox="([^"]+)"[^>]*>/,
      '<svg id="map" viewBox="$1" role="group" aria-label="Map of the types" focusable="false">',
    )
    .replaceAll(/ (fill|stroke|font-family|xlink:title)="[^"]*"/g, '')
    .replaceAll(/<title>[^<]*<\/title>\n?/g, '')
    .replaceAll('xlink:href', 'href')
    .replaceAll('&#45;', '-')
    .replaceAll(/<!--[\s\S]*?-->\n?/g, '');
}

function dotOf(spots: readonly Spot[]): string {
  const nodes = spots.map(
    ({ name, asked }) =>
      `${name} [id="spot-${name}" class="${asked.length > 0 ? 'asked' : 'inner'}" URL="#type-${name}"]`,
  );
  const edges = spots.flatMap(({ name, leads }) => leads.map((lead) => edgeOf(name, lead)));
  return `digraph {
graph [rankdir=LR nodesep=0.16 ranksep=0.9 splines=spline pad=0.2]
node [shape=box style=rounded fontname="Helvetica" fontsize=13 height=0.36 margin="0.16,0.05"]
edge [arrowsize=0.6]
${[...nodes, ...edges].join('\n')}
}`;
}

/** A field that leads back from a child to its parent does not decide where the two stand. */
function edgeOf(from: string, { to, fields }: Lead): string {
  const isBack = fields.every((field) => field.toLowerCase() === to.toLowerCase()) && to === 'Book';
  return `${from} -> ${to} [class="from-${from} to-${to}"${isBack ? ' constraint=false' : ''}]`;
}
