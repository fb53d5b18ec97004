type Graphviz = Awaited<ReturnType<typeof import('@hpcc-js/wasm-graphviz').Graphviz.load>>;

let loading: Promise<Graphviz> | undefined;

/** Loads Graphviz, some 800 KB, on first use. */
export function graphviz(): Promise<Graphviz> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Graphviz> {
  const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
  return Graphviz.load();
}
