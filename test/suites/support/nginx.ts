import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../support/free-port.ts';
import { isLacking } from './say.ts';

/** Whether a suite must be skipped, because there is no nginx. */
export const lacksNginx = (suite: string): boolean =>
  isLacking(suite, spawnSync('nginx', ['-v']).error ? 'nginx is not installed; install nginx-light' : undefined);

export interface Nginx {
  /** Address of a server with `proxy_pass` alone. */
  plain: string;
  /** Address of one that also compresses everything. */
  zipping: string;
  stop(): Promise<void>;
}

/** Starts nginx on two free ports of loopback, in front of the service. */
export async function startNginx(target: string): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'fabula-nginx-'));
  const [plain, zipping] = [await freePort(), await freePort()];
  const place = `location / { proxy_pass ${target}; }`;
  const zip = 'gzip on; gzip_proxied any; gzip_min_length 1; gzip_http_version 1.0; gzip_types *;';
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ');
  const config = `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; master_process off; pid ${folder}/pid; error_log stderr;
    events {}
    http {
      access_log off; ${paths}
      server { listen 127.0.0.1:${plain}; ${place} }
      server { listen 127.0.0.1:${zipping}; ${zip} ${place} }
    }`;
  await writeFile(join(folder, 'nginx.conf'), config);
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = text(nginx.stderr);
  const ended = once(nginx, 'exit');
  await Promise.race([
    answers(`http://127.0.0.1:${plain}/healthz`),
    ended.then(async () => Promise.reject(new Error(`nginx ended: ${await said}`))),
  ]);
  return {
    plain: `http://127.0.0.1:${plain}`,
    zipping: `http://127.0.0.1:${zipping}`,
    async stop() {
      nginx.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<void> {
  while (!(await fetch(url).catch(() => undefined))?.ok) await wait(20);
}
