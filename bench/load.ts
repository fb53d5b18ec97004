import { Agent, request } from 'node:http';

/** What to send, over and over: paths and bodies take turns. */
export interface Load {
  port: number;
  method: string;
  headers: Record<string, string>;
  paths: string[];
  bodies: (string | undefined)[];
  /** What every answer must have. */
  status: number;
  connections: number;
  ms: number;
}

export interface Done {
  requests: number;
  failed: number;
  ms: number;
}

/** Keeps so many connections busy until the time is up. */
async function run({ port, method, headers, paths, bodies, status, connections, ms }: Load): Promise<Done> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const began = performance.now();
  const until = began + ms;
  let sent = 0;
  let requests = 0;
  let failed = 0;

  const one = () =>
    new Promise<void>((resolve) => {
      const turn = sent++;
      // Between processes an absent body comes as null.
      const body = bodies[turn % bodies.length] ?? undefined;
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const path = paths[turn % paths.length] ?? '/';
      const call = request({ agent, host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } });
      call.on('response', (response) => {
        if (response.statusCode !== status) failed += 1;
        response.resume();
        response.on('end', resolve);
      });
      call.on('error', () => {
        failed += 1;
        resolve();
      });
      call.end(body);
    });

  const connection = async () => {
    while (performance.now() < until) {
      await one();
      requests += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  agent.destroy();
  return { requests, failed, ms: performance.now() - began };
}

process.on('message', async (load: Load) => process.send?.(await run(load)));
