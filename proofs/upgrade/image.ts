// Performs the steps of deploy/Dockerfile in a debootstrap root, starts the result as its user with a read-only root,
// and prints its size. It needs root, debootstrap and the Debian and npm settings of this machine, but no Docker engine.
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPort } from '#proofs/site.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts';
import {
  listContext,
  makeBase,
  readCommand,
  readDockerfile,
  readVariables,
  run,
  type Stage,
  slim,
} from './dockerfile.ts';

const MAX_MEGABYTES = 500;
const READY_SECONDS = 120;
const root = resolve(import.meta.dirname, '../..');
const work = resolve(process.env.TRY_IMAGE_FOLDER ?? join(root, '.cache/try-image'));
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** How this machine reaches Debian and the registry. RUN can read it, and the image does not keep it. */
const SETTINGS = ['/etc/apt', '/etc/resolv.conf', '/etc/hosts', '/etc/npmrc', '/root/.npmrc'];
const CERTIFICATES = '/mnt/machine.crt';

type Built = { folder: string; env: Record<string, string>; workdir: string; stage: Stage };

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Runs a shell line inside the root. Files of this machine are mounted read-only, and mounts end with the line. */
function runInside({ folder, env, workdir }: Built, line: string): void {
  const certificates = process.env.NODE_EXTRA_CA_CERTS ?? process.env.SSL_CERT_FILE;
  const shown = SETTINGS.filter(existsSync).map((path) => ({ from: path, to: path }));
  if (certificates) shown.push({ from: certificates, to: CERTIFICATES });
  const made = shown.map(({ to }) => join(folder, to)).filter((path) => !existsSync(path));
  for (const path of made) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
  }
  const mounts = shown.map(({ from, to }) => {
    const target = quote(join(folder, to));
    return `mount --bind ${quote(from)} ${target}; mount -o remount,bind,ro ${target}`;
  });
  const trusted = certificates
    ? { NODE_EXTRA_CA_CERTS: CERTIFICATES, SSL_CERT_FILE: CERTIFICATES, npm_config_cafile: CERTIFICATES }
    : {};
  const system = { PATH: SYSTEM_PATH, HOME: '/root', DEBIAN_FRONTEND: 'noninteractive' };
  const variables = Object.entries({ ...system, ...trusted, ...env }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const inside = `mkdir -p ${workdir} && cd ${workdir} && ${line}`;
  const script = [
    'set -e',
    `mount -t proc proc ${quote(join(folder, 'proc'))}`,
    ...mounts,
    `chroot ${quote(folder)} /usr/bin/env -i ${variables.map(quote).join(' ')} /bin/sh -c ${quote(inside)}`,
  ];
  try {
    run('unshare', ['--mount', '--pid', '--fork', 'sh', '-c', script.join('\n')], { quiet: true });
  } finally {
    for (const path of made) rmSync(path);
  }
}

function copy(built: Built, text: string, stages: Map<string, Built>): void {
  const words = text.split(/\s+/);
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = resolve('/', built.workdir, paths.at(-1) ?? '');
  const isFolder = paths.at(-1)?.endsWith('/') || paths.length > 2;
  for (const source of paths.slice(0, -1)) {
    const place = join(built.folder, target, isFolder ? basename(source) : '');
    mkdirSync(dirname(place), { recursive: true });
    if (from) {
      const other = stages.get(from);
      if (!other) throw new Error(`COPY ${text}: no stage ${from}`);
      cpSync(join(other.folder, source), place, { recursive: true, verbatimSymlinks: true });
      continue;
    }
    const ignore = readFileSync(join(root, '.dockerignore'), 'utf8');
    for (const file of listContext(root, source, ignore)) {
      const inner = file === source ? '' : file.slice(source.length + 1);
      cpSync(join(root, file), join(place, inner));
    }
  }
}

/** System packages take minutes to install, so what RUN made before the first COPY is kept for the next time. */
function runOrReuse(built: Built, line: string, before: string): void {
  const layer = join(work, `layer-${createHash('sha256').update(before).digest('hex').slice(0, 16)}`);
  if (!existsSync(layer)) {
    runInside(built, line);
    run('cp', ['-a', '--reflink=auto', built.folder, `${layer}.part`]);
    renameSync(`${layer}.part`, layer);
    return;
  }
  rmSync(built.folder, { recursive: true, force: true });
  run('cp', ['-a', '--reflink=auto', layer, built.folder]);
}

function build(stage: Stage, stages: Map<string, Built>): Built {
  const folder = join(work, `stage-${stage.name}`);
  rmSync(folder, { recursive: true, force: true });
  run('cp', ['-a', '--reflink=auto', makeBase(stage.base, work), folder]);
  slim(folder);
  const built: Built = { folder, env: {}, workdir: '/', stage };
  let hasCopied = false;
  let before = stage.base;
  for (const { instruction, text } of stage.steps) {
    const startedAt = Date.now();
    before += `\n${instruction} ${text}`;
    if (instruction === 'ENV') Object.assign(built.env, readVariables(text));
    if (instruction === 'WORKDIR') built.workdir = text;
    if (instruction === 'COPY') copy(built, text, stages);
    if (instruction === 'RUN' && hasCopied) runInside(built, text);
    if (instruction === 'RUN' && !hasCopied) runOrReuse(built, text, before);
    hasCopied ||= instruction === 'COPY';
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(`${seconds.padStart(6)} s  ${instruction} ${text.replace(/\s+/g, ' ').slice(0, 90)}`);
  }
  return built;
}

type Container = {
  pid: number;
  output(): string;
  ended: Promise<number | null>;
  enter(command: string[], asRoot?: boolean): number | null;
};

/** Starts a command as the image's user, with nothing writable but /data and /tmp. */
async function start(
  { folder, env, workdir, stage }: Built,
  command: string[],
  extra: Record<string, string>,
  data: string,
): Promise<Container> {
  const [uid = '', gid = ''] = (
    stage.steps.findLast((step) => step.instruction === 'USER')?.text ?? ''
  ).split(':');
  if (!/^[1-9]\d*$/.test(uid)) throw new Error('the image must not run as root');
  const variables = Object.entries({ PATH: SYSTEM_PATH, ...env, ...extra }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const place = quote(folder);
  const script = [
    'set -e',
    `mount --bind ${place} ${place}; mount -o remount,bind,ro ${place}`,
    `mount -t tmpfs tmpfs ${place}/tmp; mount --bind ${quote(data)} ${place}/data; mount -t proc proc ${place}/proc`,
    `exec chroot --userspec=${uid}:${gid} ${place} /usr/bin/env -i ${variables.map(quote).join(' ')} /bin/sh -c ${quote(`cd ${workdir} && exec ${command.map(quote).join(' ')}`)}`,
  ];
  const child = spawn('unshare', [
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    'sh',
    '-c',
    script.join('\n'),
  ]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-4_000);
    });
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  await sleep(500);
  const children = `/proc/${child.pid}/task/${child.pid}/children`;
  const pid = existsSync(children) ? Number(readFileSync(children, 'utf8').trim()) : 0;
  return {
    pid,
    output: () => output,
    ended,
    enter(inner, asRoot = false) {
      const who = asRoot ? [] : ['--setuid', uid, '--setgid', gid];
      const args = ['--target', String(pid), '--mount', '--pid', '--root', '--wd', ...who];
      return spawnSync('nsenter', [...args, '/usr/bin/env', '-i', ...variables, ...inner]).status;
    },
  };
}

function expectTrue(isTrue: boolean, what: string, details = ''): void {
  if (!isTrue) throw new Error(`not so: ${what}\n${details}`);
  console.log(`    ok    ${what}`);
}

/** Starts a process of the image, asks the image's own health check, and ends it as an orchestrator does. */
async function tryProcess(
  built: Built,
  name: string,
  command: string[],
  env: Record<string, string>,
  data: string,
): Promise<void> {
  const healthCheck = readCommand(
    built.stage.steps.findLast((step) => step.instruction === 'HEALTHCHECK')?.text ?? '[]',
  );
  // The process shares the network of this machine, so it opens no port to others.
  const ports = { HOST: '127.0.0.1', PORT: String(await findPort()), METRICS_PORT: String(await findPort()) };
  const container = await start(built, command, { ...env, ...ports, DRAIN_SECONDS: '1' }, data);
  try {
    let isHealthy = false;
    for (let second = 0; second < READY_SECONDS && !isHealthy; second++) {
      isHealthy = container.enter(healthCheck) === 0;
      if (!isHealthy) await sleep(1_000);
    }
    expectTrue(isHealthy, `${name}: its health check passes`, container.output());
    const status = readFileSync(`/proc/${container.pid}/status`, 'utf8');
    expectTrue(/^Uid:\s+10001\s+10001/m.test(status), `${name}: it runs as user 10001`, status);
    const write = ['/bin/sh', '-c', 'echo x > /app/written'];
    expectTrue(container.enter(write, true) !== 0, `${name}: not even root can write to its files`);
    if (name === 'api') {
      const page = await (await fetch(`http://127.0.0.1:${ports.PORT}/login`)).text();
      expectTrue(page.includes('<div id="root"'), 'api: it serves the site', page);
      expectTrue(page.includes('<form'), 'api: it renders public pages', page);
    }
  } finally {
    if (container.pid) process.kill(container.pid, 'SIGTERM');
  }
  expectTrue((await container.ended) === 0, `${name}: it ends cleanly when told to stop`, container.output());
}

if (process.getuid?.() !== 0) throw new Error('Run this as root: it makes file systems and enters them.');
const stages = new Map<string, Built>();
for (const stage of readDockerfile(join(root, 'deploy/Dockerfile')))
  stages.set(stage.name, build(stage, stages));
const image = [...stages.values()].at(-1);
if (!image) throw new Error('deploy/Dockerfile has no stage');
const megabytes = Number(
  /^\d+/.exec(spawnSync('du', ['-sm', image.folder], { encoding: 'utf8' }).stdout)?.[0],
);
expectTrue(megabytes < MAX_MEGABYTES, `the image has ${megabytes} MB, less than ${MAX_MEGABYTES}`);

const folder = mkdtempSync(join(tmpdir(), 'encore-image-'));
run('chmod', ['755', folder]);
const data = join(folder, 'data');
run('install', ['-d', '-o', '10001', '-g', '10001', '-m', '0700', data]);
const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => undefined });
try {
  const env = {
    DATABASE_URL: postgres.url,
    KEYS: `try:${randomBytes(32).toString('base64url')}`,
    PAYMENTS: 'sandbox',
    SANDBOX_PORT: String(await findPort()),
    MAIL_TRANSPORT: 'outbox',
  };
  const none = await start(image, ['node', 'server/migrate.ts'], { ...env, DATABASE_URL: '' }, data);
  expectTrue((await none.ended) === 1, 'without DATABASE_URL it does not start', none.output());
  console.log(`          ${none.output().trim().split('\n').at(-1)}`);
  const migrate = await start(image, ['node', 'server/migrate.ts'], env, data);
  expectTrue((await migrate.ended) === 0, 'the migration step ends well', migrate.output());
  const command = readCommand(image.stage.steps.findLast((step) => step.instruction === 'CMD')?.text ?? '[]');
  await tryProcess(image, 'api', command, { ...env, ROLE: 'api' }, data);
  await tryProcess(image, 'worker', ['node', 'server/worker.ts'], env, data);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
