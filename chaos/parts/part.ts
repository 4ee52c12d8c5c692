import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { onEnd } from '../clean-up.ts';

export type Part = {
  readonly name: string;
  readonly pid: number;
  readonly isRunning: boolean;
  ended: Promise<void>;
  /** Signals the process and everything that it started. */
  kill(signal: NodeJS.Signals): void;
};

export type PartOptions = {
  /** Its output goes to a file of its own in this folder. */
  logs: string;
  environment?: Record<string, string>;
  cwd?: string;
};

/** Starts one process of the site in a process group of its own; it ends with this program at the latest. */
export function startPart(name: string, command: string[], { logs, environment, cwd }: PartOptions): Part {
  const log = openSync(join(logs, `${name}.log`), 'a');
  const [file = '', ...args] = command;
  const child = spawn(file, args, {
    cwd,
    detached: true,
    env: { PATH: process.env.PATH, TZ: 'UTC', ...environment },
    stdio: ['ignore', log, log],
  });
  const ended = once(child, 'exit').then(() => undefined);
  const part: Part = {
    name,
    get pid() {
      return child.pid ?? 0;
    },
    get isRunning() {
      return isRunning(child);
    },
    ended,
    kill(signal) {
      if (isRunning(child) && child.pid) process.kill(-child.pid, signal);
    },
  };
  onEnd(() => stopPart(part));
  return part;
}

function isRunning({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}

const STOP_MS = 40_000;

export async function stopPart(part: Part): Promise<void> {
  if (!part.isRunning) return;
  part.kill('SIGTERM');
  const timer = setTimeout(() => part.kill('SIGKILL'), STOP_MS);
  await part.ended;
  clearTimeout(timer);
}
