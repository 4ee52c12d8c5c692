import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export function run(command: string, args: string[], options: { quiet?: boolean } = {}): void {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', options.quiet ? 'ignore' : 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ').slice(0, 300)}: ended with ${status}`);
}

/** Makes what `debian:<suite>-slim` is: the smallest system, without manuals and translations. */
export function makeBase(image: string, work: string): string {
  const suite = /^debian:(\w+)-slim$/.exec(image)?.[1];
  if (!suite) throw new Error(`${image}: only debian:<suite>-slim can be made by debootstrap`);
  const folder = join(work, 'base');
  const mark = join(folder, 'etc/debian_version');
  if (existsSync(mark) && !existsSync(join(folder, 'debootstrap'))) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  console.log(`debootstrap ${suite}`);
  run('debootstrap', ['--variant=minbase', suite, folder, ...findMirror()], { quiet: true });
  return folder;
}

function findMirror(): string[] {
  const found = spawnSync('apt-get', ['indextargets', '--format', '$(SITE)'], { encoding: 'utf8' });
  const [mirror] = found.stdout.split('\n').filter((line) => /\/debian\/?$/.test(line));
  return mirror ? [mirror] : [];
}

export function slim(folder: string): void {
  const share = ['doc', 'man', 'info', 'locale', 'lintian', 'linda'].map((name) => `usr/share/${name}`);
  for (const path of [...share, 'var/cache/apt', 'var/lib/apt/lists', 'var/log/apt']) {
    rmSync(join(folder, path), { recursive: true, force: true });
  }
  for (const path of ['var/cache/apt/archives/partial', 'var/lib/apt/lists/partial']) {
    mkdirSync(join(folder, path), { recursive: true });
  }
}
