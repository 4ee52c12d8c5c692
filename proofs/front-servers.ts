import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { findPort, waitUntil } from './site.ts';

const DEPLOY = resolve(import.meta.dirname, '../deploy');
const OPEN_SECONDS = 10;

export type FrontServer = { port: number; stop(): Promise<void> };

/** Starts nginx with the files of deploy/nginx; only those in local/ differ, as they do between machines. */
export async function startNginx(
  folder: string,
  { upstreams, pictures }: { upstreams: string[]; pictures: string },
): Promise<FrontServer> {
  const port = await findPort();
  cpSync(join(DEPLOY, 'nginx'), folder, { recursive: true });
  mkdirSync(join(folder, 'cache'), { recursive: true });
  const shipped = readFileSync(join(folder, 'local/http.conf'), 'utf8');
  const http = shipped
    .replace(/ {2}server .*\n/, upstreams.map((address) => `  server ${address};\n`).join(''))
    .replaceAll('/var/cache/nginx', join(folder, 'cache'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, 'cache', name)};\n`,
  );
  const local = {
    'main.conf': `user ${userInfo().username};\npid ${folder}/nginx.pid;\nerror_log ${folder}/error.log warn;\n`,
    'http.conf': `${http}${temporary.join('')}`,
    'listen.conf': `listen 127.0.0.1:${port};\n`,
    'pictures.conf': pictures,
  };
  for (const [name, text] of Object.entries(local)) writeFileSync(join(folder, 'local', name), text);
  const child = spawn(find('nginx'), ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: 'inherit',
  });
  return opened(child, port, 'SIGQUIT');
}

/** Starts HAProxy with the file of deploy/haproxy; the addresses come from the environment. */
export async function startHaproxy(
  apis: readonly [{ port: number; probePort: number }, { port: number; probePort: number }],
): Promise<FrontServer> {
  const port = await findPort();
  const env = {
    PATH: process.env.PATH,
    HAPROXY_LISTEN: `127.0.0.1:${port}`,
    ...Object.fromEntries(
      apis.flatMap(({ port, probePort }, index) => [
        [`API_${index + 1}`, `127.0.0.1:${port}`],
        [`API_${index + 1}_PROBE_PORT`, String(probePort)],
      ]),
    ),
  };
  const child = spawn(find('haproxy'), ['-W', '-db', '-f', join(DEPLOY, 'haproxy/haproxy.cfg')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return opened(child, port, 'SIGTERM');
}

function find(program: string): string {
  const found = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'].find(
    (folder) => spawnSync(join(folder, program), ['-v']).status === 0,
  );
  if (!found) throw new Error(`Install ${program} first, for example with apt-get install ${program}.`);
  return join(found, program);
}

async function opened(child: ChildProcess, port: number, signal: NodeJS.Signals): Promise<FrontServer> {
  const ended = once(child, 'exit');
  await waitUntil('a front server', OPEN_SECONDS, () => isOpen(port));
  return {
    port,
    async stop() {
      child.kill(signal);
      await ended;
    },
  };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true) ?? socket.destroy()).once('error', () => resolve(false));
  });
}
