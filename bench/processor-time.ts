import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

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
