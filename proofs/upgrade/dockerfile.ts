import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

export type Step = { instruction: string; text: string };
export type Stage = { name: string; base: string; steps: Step[] };

/** Knows the instructions that our Dockerfile uses, and refuses others, because nobody would perform them. */
const KNOWN = new Set([
  ...['FROM', 'RUN', 'COPY', 'ENV', 'WORKDIR', 'USER', 'EXPOSE', 'STOPSIGNAL', 'HEALTHCHECK', 'CMD'],
]);

export function readStages(dockerfile: string): Stage[] {
  const stages: Stage[] = [];
  const lines = dockerfile.split('\n').filter((line) => !/^\s*(#|$)/.test(line));
  for (const line of lines.join('\n').replace(/\\\n/g, ' ').split('\n')) {
    const [, instruction = '', text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
    if (!KNOWN.has(instruction)) throw new Error(`${line}: an instruction that nobody performs`);
    if (instruction === 'FROM') {
      const [base = '', , name = String(stages.length)] = text.split(/\s+/);
      stages.push({ base, name, steps: [] });
    } else {
      const stage = stages.at(-1);
      if (!stage) throw new Error(`${line}: comes before FROM`);
      stage.steps.push({ instruction, text });
    }
  }
  return stages;
}

/** Reads `A=1 B="2 3"` of an ENV. */
export function readVariables(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([A-Z][A-Z0-9_]*)=(?:"([^"]*)"|(\S+))/g)].map(([, name, quoted, plain]) => [
      name,
      quoted ?? plain,
    ]),
  );
}

/** Reads the command in `["node", "x"]`, behind options such as those of HEALTHCHECK. */
export function readCommand(text: string): string[] {
  return JSON.parse(text.slice(text.indexOf('[')));
}

/** Lists the files below `source` that the ignore file leaves in the context. */
export function listContext(root: string, source: string, ignoreFile: string): string[] {
  const rules = ignoreFile.split('\n').filter((line) => line && !line.startsWith('#'));
  return filesBelow(root, source).filter((path) => !isIgnored(path, rules));
}

/** The last rule that fits decides. */
function isIgnored(path: string, rules: string[]): boolean {
  const rule = rules.findLast((one) => {
    const glob = one.replace(/^!/, '');
    return matchesGlob(path, glob) || matchesGlob(path, `${glob}/**`);
  });
  return rule !== undefined && !rule.startsWith('!');
}

function filesBelow(root: string, path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesBelow(root, join(path, name)));
}

export const readDockerfile = (path: string): Stage[] => readStages(readFileSync(path, 'utf8'));

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
