import { z } from 'zod';
import { graphviz } from '../../../drawing/graphviz.ts';
import { widthOf } from '../../../drawing/lettering.ts';

interface Point {
  x: number;
  y: number;
}

/** A node with its size, and an edge with the size of its label; pixels. */
interface Box {
  id: string;
  width: number;
  height: number;
}
interface Edge {
  from: string;
  to: string;
  label: string;
  isDirected: boolean;
}

export interface Layout {
  width: number;
  height: number;
  /** Centres, in the order of the boxes. */
  boxes: Point[];
  /** In order; undefined for an edge that could not be routed. */
  lines: (Route | undefined)[];
}

/** A Bézier curve: its start, then control points in threes, and the centre of its label. */
export interface Route {
  points: Point[];
  /** Position of the arrow head. */
  tip: Point | undefined;
  label: Point;
}

const placed = z.object({
  bb: z.string(),
  objects: z.array(z.object({ pos: z.string() })).default([]),
  edges: z.array(z.object({ pos: z.string().optional(), lp: z.string().optional(), id: z.string() })).default([]),
});

/** Graphviz uses points and inches; a point is a pixel here. */
const pointsPerInch = 72;
export const labelSize = 12;

/** Lays out nodes and edges without overlaps of labels. Deterministic. */
export async function layoutOf(boxes: readonly Box[], lines: readonly Edge[]): Promise<Layout> {
  const answer = (await graphviz()).layout(dotOf(boxes, lines), 'json', 'dot');
  const { bb, objects, edges } = placed.parse(JSON.parse(answer));
  const [, , width = 0, height = 0] = bb.split(',').map(Number);
  const point = (text: string): Point => {
    const [x = 0, y = 0] = text.split(',').map(Number);
    return { x, y: height - y };
  };
  const byId = new Map(edges.map((edge) => [edge.id, edge]));
  const routes = lines.map((_, at): Route | undefined => {
    const { pos, lp } = byId.get(`e${at}`) ?? {};
    if (pos === undefined || lp === undefined) return undefined;
    const parts = pos.split(' ');
    const tip = parts.find((part) => part.startsWith('e,'))?.slice(2);
    return {
      points: parts.filter((part) => !/^[es],/.test(part)).map(point),
      tip: tip === undefined ? undefined : point(tip),
      label: point(lp),
    };
  });
  const middles = objects.map(({ pos }) => point(pos));
  keepApart(
    routes,
    lines,
    middles.map((middle, at) => ({ ...middle, width: boxes[at]?.width ?? 0, height: boxes[at]?.height ?? 0 })),
  );
  const lowest = Math.max(height, ...routes.map((route) => (route?.label.y ?? 0) + labelHeight / 2));
  return { width, height: lowest, boxes: middles, lines: routes };
}

const labelHeight = 17;

/** Area that a label must not cover: centre and size. */
interface Spot extends Point {
  width: number;
  height: number;
}

/** Labels of edges between neighbours of one rank can collide; the later one moves below. */
function keepApart(routes: readonly (Route | undefined)[], lines: readonly Edge[], boxes: readonly Spot[]): void {
  const taken = [...boxes];
  routes.forEach((route, at) => {
    if (!route) return;
    const { label } = route;
    const width = widthOf(lines[at]?.label ?? '', labelSize);
    const inTheWay = () =>
      taken.find(
        (other) =>
          Math.abs(other.x - label.x) < (other.width + width) / 2 &&
          Math.abs(other.y - label.y) < (other.height + labelHeight) / 2 - 1,
      );
    for (let other = inTheWay(); other; other = inTheWay()) label.y = other.y + (other.height + labelHeight) / 2;
    taken.push({ ...label, width, height: labelHeight });
  });
}

/** Contains no author's text: names are numbers, and labels are ours. */
function dotOf(boxes: readonly Box[], lines: readonly Edge[]): string {
  const nodes = boxes.map(
    ({ id, width, height }) => `${id} [width=${width / pointsPerInch} height=${height / pointsPerInch}]`,
  );
  const edges = lines.map(
    ({ from, to, label, isDirected }, at) =>
      `${from} -> ${to} [id=e${at} label="${label}"${isDirected ? '' : ' dir=none'}]`,
  );
  return `digraph {
graph [nodesep=0.35 ranksep=0.45 splines=true pack=24 packmode="graph"]
node [shape=box fixedsize=true label=""]
edge [fontname="Helvetica" fontsize=${labelSize + 2} arrowsize=0.9]
${[...nodes, ...edges].join('\n')}
}`;
}
