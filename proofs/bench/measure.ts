// What the benchmarks share: the baseline in its process, processor times and goals.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BareReport, BareSetUp } from './bare-server.ts';

const TICKS_PER_SECOND = 100;

/** A figure beside its goal. `best` says whether a larger or a smaller figure is better. */
export type Goal = { what: string; goal: number; now: number; unit: string; best: 'most' | 'least' };

/** Tells `npm run bench`, which prints all goals in one table at the end. Alone, a benchmark only prints its own lines. */
export function notifyGoal(goal: Goal): void {
  process.send?.(goal);
}

export function toTable(goals: readonly Goal[]): string {
  const rows = goals.map(({ what, goal, now, unit, best }) => {
    const digits = unit === '' ? 2 : 0;
    const [limit, figure] = [goal, now].map((value) => `${value.toFixed(digits)} ${unit}`.trim());
    const ratio = best === 'most' ? now / goal : goal / now;
    return `| ${what} | ${best === 'most' ? 'at least' : 'at most'} ${limit} | ${figure} | ${ratio.toFixed(2)} |`;
  });
  return ['| what | goal | now | ratio, 1 or more reaches it |', '|---|---|---|---|', ...rows].join('\n');
}

/** The baseline and the load run in processes of their own. */
export function forkBeside(file: 'bare-server.ts' | 'load.ts'): ChildProcess {
  return fork(join(import.meta.dirname, file));
}

async function ask<Answer extends BareReport>(
  bare: ChildProcess,
  message: BareSetUp | 'cpu',
): Promise<Answer> {
  bare.send(message);
  const [report] = (await once(bare, 'message')) as [Answer];
  return report;
}

/** Returns the port of the baseline. */
export async function startBare(bare: ChildProcess, setUp: BareSetUp): Promise<number> {
  return (await ask<{ port: number }>(bare, setUp)).port;
}

/** The processor time of the baseline so far. */
export async function cpuOfBare(bare: ChildProcess): Promise<number> {
  return (await ask<{ cpuMicros: number }>(bare, 'cpu')).cpuMicros;
}

/** The processor time of this process so far. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Returns the seconds of processor time that a process and everything below it used, including children that have ended. */
export function processorSeconds(pid: number): number {
  const children = new Map<number, number[]>();
  const own = new Map<number, number>();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = readStat(entry);
    if (!stat) continue;
    own.set(stat.pid, stat.seconds);
    children.set(stat.parent, [...(children.get(stat.parent) ?? []), stat.pid]);
  }
  const sum = (root: number): number =>
    (own.get(root) ?? 0) + (children.get(root) ?? []).reduce((total, child) => total + sum(child), 0);
  return sum(pid);
}

function readStat(entry: string): { pid: number; parent: number; seconds: number } | undefined {
  try {
    const text = readFileSync(`/proc/${entry}/stat`, 'utf8');
    // The name of the program comes second, in parentheses, and may contain spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
    return {
      pid: Number(entry),
      parent: fields[1] ?? 0,
      seconds: (user + system + childrenUser + childrenSystem) / TICKS_PER_SECOND,
    };
  } catch {
    return undefined;
  }
}
