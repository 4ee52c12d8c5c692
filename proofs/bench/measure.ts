// Shared by the benchmarks: a race of this site against a bare server, and goals.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { BareSetUp } from './bare-server.ts';
import type { Load, Walks } from './load.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
type Server = 'bare' | 'ours';
type Round<Answer> = Record<Server, Answer>;
type WithoutPort<Asked> = Asked extends unknown ? Omit<Asked, 'port'> : never;

/** The load averages of the last 1, 5 and 15 minutes. */
export const describeLoad = () =>
  loadavg()
    .map((value) => value.toFixed(1))
    .join(', ');

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

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function middleOf<Answer>(rounds: Round<Answer>[], pick: (round: Round<Answer>) => number): number {
  return percentile(rounds.map(pick), 0.5);
}

export async function startRace(address: string, setUp: BareSetUp) {
  const bare = fork(join(import.meta.dirname, 'bare-server.ts'));
  const generator = fork(join(import.meta.dirname, 'load.ts'));
  // Without this the benchmark would wait for the answer of a load that has failed.
  generator.on('exit', (code) => code && process.kill(process.pid, 'SIGTERM'));
  bare.send(setUp);
  const [port] = (await once(bare, 'message')) as [number];
  const ports = { bare: port, ours: Number(new URL(address).port) };
  const send = async (server: Server, load: WithoutPort<Load | Walks>) => {
    generator.send({ ...load, port: ports[server] });
    return (await once(generator, 'message'))[0];
  };
  return {
    /** Sends the load to both servers in turn. The first round only warms them up. */
    async run<Answer>(
      loads: Record<Server, WithoutPort<Load | Walks>>,
      before?: () => Promise<unknown>,
    ): Promise<Round<Answer>[]> {
      const rounds: Round<Answer>[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        await before?.();
        rounds.push({ bare: await send('bare', loads.bare), ours: await send('ours', loads.ours) });
      }
      return rounds.slice(1);
    },
    stop() {
      generator.kill();
      bare.kill();
    },
  };
}

/** Networks and pictures have processes of their own, so Linux is asked about those too. It counts hundredths of a second. */
export function measureUse(): { processorMs: number; rssBytes: number } {
  const children = readProcess('self', `task/${process.pid}/children`).match(/\d+/g) ?? [];
  const use = { processorMs: 0, rssBytes: process.memoryUsage.rss() };
  for (const pid of ['self', ...children]) {
    // After the name come 11 other fields, then the times of the process and those of its children that have ended.
    const times = readProcess(pid, 'stat').replace(/.*\) /, '').split(' ').slice(11, 15);
    for (const hundredths of times) use.processorMs += Number(hundredths) * 10;
  }
  for (const pid of children) {
    use.rssBytes += Number(/VmRSS:\s+(\d+)/.exec(readProcess(pid, 'status'))?.[1] ?? 0) * 1024;
  }
  return use;
}

/** A process that has just ended has no text. */
function readProcess(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
