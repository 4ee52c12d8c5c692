import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { errorCode } from './embedded-postgres-lock.ts';

export type Account = { uid: number; gid: number };
export type Home = { folder: string; dataFolder: string; account?: Account };

const unprivileged: Account = { uid: 65534, gid: 65534 };

// PostgreSQL refuses to run as root, so root starts it under another account, in a folder that account can enter.
export function settleHome(requestedFolder: string, log: (line: string) => void): Home {
  makeEnterableFolder(requestedFolder);
  const wanted = realpathSync(requestedFolder);
  if (process.getuid?.() !== 0) {
    assertOwnData(wanted);
    return homeIn(wanted);
  }

  // An existing database wins, so that changed permissions never lead to a new, empty one.
  const inUse = findHome(wanted)?.folder;
  const folder =
    inUse ?? (canEnter(wanted, accountFor(wanted)) ? wanted : fallbacksOf(wanted).find(canFallBackTo));
  const account = accountFor(folder ?? wanted);
  if (!folder || !canEnter(folder, account)) {
    throw new Error(
      `PostgreSQL runs as uid ${account.uid}, which cannot enter ${folder ?? wanted}. Let it pass through the folders above, or set DATA_DIR to another folder.`,
    );
  }
  if (folder !== wanted) {
    log(`The database is kept in ${folder}, not in ${wanted}, so that uid ${account.uid} can reach it.`);
  }
  return { ...homeIn(folder), account };
}

/** Finds a database that was created before, and creates nothing. */
export function findHome(requestedFolder: string): Home | undefined {
  if (!existsSync(requestedFolder)) return undefined;
  const wanted = realpathSync(requestedFolder);
  const fallbacks = process.getuid?.() === 0 ? fallbacksOf(wanted).filter(isOwnFolder) : [];
  const folder = [wanted, ...fallbacks].find(hasCluster);
  return folder ? homeIn(folder) : undefined;
}

function fallbacksOf(wanted: string): string[] {
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 16);
  return [path.join('/var/lib/encore', name), path.join(os.tmpdir(), `encore-${name}`)];
}

export function hasCluster(folder: string): boolean {
  return [path.join(folder, 'data'), finishedUpgrade(folder)].some((data) =>
    existsSync(path.join(data, 'PG_VERSION')),
  );
}

/** The place of an upgraded cluster until it replaces the old one. */
export function finishedUpgrade(folder: string): string {
  return path.join(folder, 'data.upgraded');
}

export function packageName(): string {
  return `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}

export function readPassword(home: Home): string | undefined {
  const file = passwordFile(home);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

export function ensurePassword(home: Home): string {
  const kept = readPassword(home);
  if (kept) {
    giveToAccount(passwordFile(home), home.account);
    return kept;
  }
  if (hasCluster(home.folder)) {
    throw new Error(
      `The database in ${home.folder} has lost its password file. Put ${passwordFile(home)} back.`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  const draft = `${passwordFile(home)}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, password, { mode: 0o600, flush: true });
  giveToAccount(draft, home.account);
  renameSync(draft, passwordFile(home));
  return password;
}

export function passwordFile(home: Home): string {
  return path.join(home.folder, 'password');
}

export function giveToAccount(target: string, account: Account | undefined): void {
  if (account) chownSync(target, account.uid, account.gid);
}

// The full environment contains secrets, and PG* variables would change the server's behavior.
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TZ, SystemRoot, TEMP, TMP } = process.env;
  return { PATH, TZ, SystemRoot, TEMP, TMP, LC_ALL: 'C' };
}

/** Returns the folder that holds postgres, initdb and pg_ctl. */
export function prepareBinaries(home: Home): string {
  const packageFolder = findPackageFolder(packageName());
  const installed = path.join(packageFolder, 'native');
  try {
    repairInstall(installed);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) throw error;
  }
  if (!findReasonItFails(installed, home.account)) return path.join(installed, 'bin');

  const { version } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8'));
  const copy = path.join(home.folder, `postgresql-${version}`);
  if (findReasonItFails(copy, home.account)) copyBinaries(installed, copy);
  const reason = findReasonItFails(copy, home.account);
  if (reason) {
    throw new Error(
      `The PostgreSQL of ${packageName()} does not run here (${reason}). Set DATABASE_URL to use another one.`,
    );
  }
  return path.join(copy, 'bin');
}

function homeIn(folder: string): Home {
  return { folder, dataFolder: path.join(folder, 'data') };
}

function assertOwnData(folder: string): void {
  const data = statSync(path.join(folder, 'data'), { throwIfNoEntry: false });
  if (!data || !process.getuid || data.uid === process.getuid()) return;
  throw new Error(
    `The database in ${folder} belongs to uid ${data.uid}. Start Encore as that user or as root, or set DATA_DIR to another folder.`,
  );
}

function accountFor(folder: string): Account {
  const data = statSync(path.join(folder, 'data'), { throwIfNoEntry: false });
  if (data && data.uid !== 0) return { uid: data.uid, gid: data.gid };
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0 && isKnownUser(owner.uid)) return { uid: owner.uid, gid: owner.gid };
  return unprivileged;
}

// initdb refuses an account without a name, such as the owner of a folder mounted into a container.
function isKnownUser(uid: number): boolean {
  return spawnSync('id', ['-nu', String(uid)]).status === 0;
}

function canFallBackTo(folder: string): boolean {
  try {
    makeEnterableFolder(folder);
  } catch {
    return false;
  }
  return isOwnFolder(folder) && canEnter(folder, accountFor(folder));
}

function canEnter(folder: string, { uid, gid }: Account): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$0"', folder], { uid, gid, cwd: '/' }).status === 0;
}

// Another user could have prepared this folder, because the temporary folder is shared.
function isOwnFolder(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === process.getuid?.();
}

function makeEnterableFolder(folder: string): void {
  const absolute = path.resolve(folder);
  const firstMade = mkdirSync(absolute, { recursive: true });
  if (!firstMade || process.getuid?.() !== 0) return;
  for (let made = absolute; made.startsWith(firstMade); made = path.dirname(made)) {
    chmodSync(made, statSync(made).mode | 0o111);
  }
}

function findPackageFolder(name: string): string {
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `PostgreSQL for this machine (${name}) is not installed. Run npm install, or set DATABASE_URL.`,
    );
  }
}

export function copyBinaries(from: string, to: string): void {
  const draft = `${to}.new`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chmodSync(path.join(entry.parentPath, entry.name), 0o755);
  }
  chmodSync(draft, 0o755);
  repairInstall(draft);
  rmSync(to, { recursive: true, force: true });
  renameSync(draft, to);
}

// npm drops symbolic links and may drop execute bits; the package's install script, which would
// restore them, does not run under --ignore-scripts.
function repairInstall(native: string): void {
  for (const name of readdirSync(path.join(native, 'bin'))) {
    const file = path.join(native, 'bin', name);
    if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755);
  }
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = path.join(native, '..', target.replace(/^native/, path.basename(native)));
    if (!lstatSync(link, { throwIfNoEntry: false })) linkTo(path.basename(source), link);
  }
}

function linkTo(source: string, link: string): void {
  try {
    symlinkSync(source, link);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

function findReasonItFails(native: string, account: Account | undefined): string | undefined {
  for (const name of ['initdb', 'postgres']) {
    const options = { ...account, cwd: '/', env: postgresEnvironment(), encoding: 'utf8' } as const;
    const result = spawnSync(path.join(native, 'bin', name), ['--version'], options);
    if (result.status !== 0)
      return result.error?.message ?? result.stderr.trim().split('\n')[0] ?? 'no reason';
  }
  return undefined;
}
