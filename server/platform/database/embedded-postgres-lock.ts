import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

type LockHolder = { pid: number; birth?: string; token: string };
export type LockClaim = { taken: true; release(): void } | { taken: false; heldByPid: number };

export async function claimLock(file: string): Promise<LockClaim> {
  const mine: LockHolder = { pid: process.pid, birth: findBirth(process.pid), token: randomUUID() };
  const draft = `${file}.${mine.token}`;
  const claimed: LockClaim = { taken: true, release: () => releaseLock(file, mine.token) };
  writeFileSync(draft, JSON.stringify(mine));
  try {
    for (;;) {
      // Creating a hard link is atomic, so nobody ever reads a half-written lock.
      if (linkIfAbsent(draft, file)) return claimed;
      const holder = findHolder(file);
      if (!holder) continue;
      if (isStillHolding(holder)) return { taken: false, heldByPid: holder.pid };
      if (await replaceStaleLock(file, holder, draft)) return claimed;
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

// In a container whose first process does not reap children, killed processes stay and still accept signals.
export function isZombie(pid: number): boolean {
  return readLinuxStat(pid)?.state === 'Z';
}

export function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

// Two starters may see the same stale lock; without a second lock the slower one would delete the
// fresh lock of the faster one.
async function replaceStaleLock(file: string, stale: LockHolder, draft: string): Promise<boolean> {
  const takeover = await claimLock(`${file}.takeover`);
  if (!takeover.taken) {
    await sleep(10);
    return false;
  }
  try {
    if (findHolder(file)?.token !== stale.token) return false;
    renameSync(draft, file);
    return true;
  } finally {
    takeover.release();
  }
}

function linkIfAbsent(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function releaseLock(file: string, token: string): void {
  if (findHolder(file)?.token === token) rmSync(file, { force: true });
}

function findHolder(file: string): LockHolder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) return { pid: 0, token: '' };
    throw error;
  }
}

function isStillHolding(holder: LockHolder): boolean {
  if (!isAlive(holder.pid)) return false;
  const birth = findBirth(holder.pid);
  return !birth || !holder.birth || birth === holder.birth;
}

// Distinguishes a process from a later one with the same pid.
function findBirth(pid: number): string | undefined {
  if (process.platform === 'darwin') {
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env }).stdout?.trim();
  }
  return readLinuxStat(pid)?.birth;
}

function readLinuxStat(pid: number): { state: string; birth: string } | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // The second field is the program name, which may contain spaces and parentheses.
    const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, birth: `${bootId} ${rest[18]}` };
  } catch {
    return undefined;
  }
}
