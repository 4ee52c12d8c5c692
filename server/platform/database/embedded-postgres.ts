import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ensurePassword,
  findHome,
  type Home,
  hasCluster,
  prepareBinaries,
  readPassword,
  settleHome,
} from './embedded-postgres-install.ts';
import { claimLock } from './embedded-postgres-lock.ts';
import {
  adopt,
  type Cluster,
  choosePort,
  createCluster,
  findPostmaster,
  launch,
  type PostgresSettings,
  probe,
  type RunningServer,
  removeUnfinishedClusters,
  shutDown,
  urlOf,
} from './embedded-postgres-server.ts';
import { finishUpgrade, readBinariesMajor, upgradeIfOlder } from './embedded-postgres-upgrade.ts';

export type EmbeddedPostgres = {
  url: string;
  readonly pid: number;
  adopted: boolean;
  owned: boolean;
  folder: string;
  onRestart(listener: () => void): void;
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  folder: string;
  log: (line: string) => void;
  join?: boolean;
  settings?: PostgresSettings;
};

const startAttempts = 3;
const joinLimitMs = 120_000;
const longestRestartDelayMs = 10_000;
const stableAfterMs = 60_000;

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = settleHome(options.folder, options.log);
  const deadlineMs = Date.now() + joinLimitMs;
  for (;;) {
    const lock = await claimLock(path.join(home.folder, 'owner.lock'));
    if (lock.taken) return await startAsOwner(home, options, lock.release);
    const owner = `Another Encore (process ${lock.heldByPid})`;
    const place = path.resolve(options.folder);
    if (!options.join) {
      throw new Error(`${owner} already uses ${place}. Stop it first, or set DATA_DIR to another folder.`);
    }
    const joined = await findJoinable(home);
    if (joined) return joined;
    if (Date.now() > deadlineMs) throw new Error(`${owner} uses ${place}, but its database does not answer.`);
    await sleep(100);
  }
}

/** Returns the address of a database that another process runs in this folder. */
export async function findRunningUrl(folder: string): Promise<string | undefined> {
  const home = findHome(folder);
  return home && (await findJoinable(home))?.url;
}

async function findJoinable(home: Home): Promise<EmbeddedPostgres | undefined> {
  const password = readPassword(home);
  const running = findPostmaster(home.dataFolder);
  if (!password || !running) return undefined;
  const url = urlOf(password, running.port);
  if ((await probe(url)) !== 'ready') return undefined;
  const { folder } = home;
  const stop = async () => {};
  return { url, pid: running.pid, adopted: false, owned: false, folder, onRestart: () => {}, stop };
}

async function startAsOwner(
  home: Home,
  { log, settings = {} }: EmbeddedPostgresOptions,
  release: () => void,
): Promise<EmbeddedPostgres> {
  try {
    const binFolder = prepareBinaries(home);
    const major = readBinariesMajor(binFolder);
    const cluster = { home, settings, password: ensurePassword(home), binFolder, major };
    removeUnfinishedClusters(home);
    finishUpgrade(home);
    if (!hasCluster(home.folder)) await createCluster(cluster);
    else await upgradeIfOlder(cluster, log);
    const adopted = await adopt(cluster);
    if (adopted) log(`Took over the PostgreSQL left running by an earlier Encore (process ${adopted.pid}).`);
    const first = adopted ?? (await launchOnFreePort(cluster));
    return supervise(cluster, first, adopted !== undefined, log, release);
  } catch (error) {
    release();
    throw error;
  }
}

// Another program may take the port between check and start, and a killed server may hold its shared memory
// for a moment.
async function launchOnFreePort(cluster: Cluster): Promise<RunningServer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launch(cluster, await choosePort(cluster.home));
    } catch (error) {
      if (attempt === startAttempts) throw error;
      await sleep(200 * attempt);
    }
  }
}

function supervise(
  cluster: Cluster,
  first: RunningServer,
  adopted: boolean,
  log: (line: string) => void,
  release: () => void,
): EmbeddedPostgres {
  const stopping = new AbortController();
  const restartListeners: (() => void)[] = [];
  let running = first;
  let restarting: Promise<void> = Promise.resolve();
  let stopped: Promise<void> | undefined;
  let hasEnded = false;
  let quickEnds = 0;

  function watch(): void {
    const startedAtMs = Date.now();
    void running.ended.then(() => {
      hasEnded = true;
      if (stopping.signal.aborted) return;
      quickEnds = Date.now() - startedAtMs > stableAfterMs ? 0 : quickEnds + 1;
      log(`PostgreSQL (process ${running.pid}) ended; starting it again.`);
      restarting = restart();
    });
  }

  async function restart(): Promise<void> {
    const next = await relaunch();
    if (!next) return;
    running = next;
    hasEnded = false;
    watch();
    log(`PostgreSQL is back (process ${running.pid}).`);
    for (const listener of restartListeners) listener();
  }

  async function relaunch(): Promise<RunningServer | undefined> {
    while (!stopping.signal.aborted) {
      try {
        const delayMs = Math.min(50 * 2 ** quickEnds, longestRestartDelayMs);
        await sleep(delayMs, undefined, { ref: false, signal: stopping.signal });
        return await launch(cluster, first.port, stopping.signal);
      } catch (error) {
        if (stopping.signal.aborted) return undefined;
        quickEnds += 1;
        log(`PostgreSQL could not be started again: ${error instanceof Error ? error.message : error}`);
      }
    }
    return undefined;
  }

  async function stopOnce(): Promise<void> {
    stopping.abort();
    await restarting;
    if (!hasEnded) await shutDown(cluster, running.pid);
    release();
  }

  watch();
  return {
    url: urlOf(cluster.password, first.port),
    get pid() {
      return running.pid;
    },
    adopted,
    owned: true,
    folder: cluster.home.folder,
    onRestart: (listener) => restartListeners.push(listener),
    stop: () => {
      stopped ??= stopOnce();
      return stopped;
    },
  };
}
