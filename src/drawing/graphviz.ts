type Graphviz = Awaited<ReturnType<typeof import('@hpcc-js/wasm-graphviz').Graphviz.load>>;

let loading: Promise<Graphviz> | undefined;

/** Graphviz, which is some 800 KB and is loaded when it is first needed. */
export function graphviz(): Promise<Graphviz> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Graphviz> {
  const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
  return Graphviz.load();
}
