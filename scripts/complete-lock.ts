// Adds packages of other platforms to package-lock.json. `npm install` leaves them out when the registry it asks lacks them,
// and `npm ci` then refuses the lock. They have no integrity, because it cannot be known without the package.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type LockedPackage = {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[] | string;
  cpu?: string[] | string;
  libc?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
export type Lock = { packages: Record<string, LockedPackage> };

const LOCK_FILE = join(import.meta.dirname, '../package-lock.json');
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
/** Longer names come first, because they contain the shorter ones. */
const PROCESSORS = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

export function readLock(): Lock {
  return JSON.parse(readFileSync(LOCK_FILE, 'utf8'));
}

/** Returns undefined for a package that is not built for one platform. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> | undefined {
  const os = SYSTEMS.find((system) => name.includes(`-${system}-`));
  const cpu = PROCESSORS.find((processor) => name.includes(`-${processor}`));
  if (!cpu || !(os || cpu === 'wasm32')) return undefined;
  if (!os) return { cpu: [cpu] };
  return os === 'linux'
    ? { os: [os], cpu: [cpu], libc: [name.includes('musl') ? 'musl' : 'glibc'] }
    : { os: [os], cpu: [cpu] };
}

/** Packages of a platform that others name and the lock lacks, by their place. */
export function listMissing({ packages }: Lock): Map<string, LockedPackage> {
  const missing = new Map<string, LockedPackage>();
  for (const [place, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const platform = platformOf(name);
      if (!platform || isInstalledFor(packages, place, name)) continue;
      missing.set(`node_modules/${name}`, {
        version,
        ...platform,
        ...(dev ? { dev } : {}),
        optional: true,
      });
    }
  }
  return missing;
}

/** Looks beside the package and in every folder above it, as Node does. */
function isInstalledFor(packages: Lock['packages'], place: string, name: string): boolean {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

function completeLock(): number {
  const lock = readLock();
  const missing = listMissing(lock);
  const all = { ...lock.packages, ...Object.fromEntries(missing) };
  const names = Object.keys(all).sort((a, b) => a.localeCompare(b, 'en'));
  const packages = Object.fromEntries(names.map((name) => [name, all[name]]));
  writeFileSync(LOCK_FILE, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  return missing.size;
}

if (import.meta.main)
  console.log(`Added ${completeLock()} packages of other platforms to package-lock.json.`);
