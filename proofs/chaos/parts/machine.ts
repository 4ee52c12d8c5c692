import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { onEnd } from '#proofs/site.ts';

export type Part = {
  readonly name: string;
  readonly pid: number;
  readonly isRunning: boolean;
  ended: Promise<void>;
  /** Signals the process and everything that it started. */
  kill(signal: NodeJS.Signals): void;
};

export type PartOptions = {
  /** Its output goes to its own file in this folder. */
  logs: string;
  environment?: Record<string, string>;
  cwd?: string;
};

/** Starts one process of the site in its own process group; it ends with this program at the latest. */
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

/** The addresses of the machines that the cluster pretends to have. */
export const ROUTER = '10.77.0.1';
const BRIDGE = 'encore-chaos';

export type Machine = { name: string; address: string };

const cableOf = ({ name }: Machine) => `chaos-${name}`;

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: 'pipe' });
}

/** Each machine is a network namespace with one cable to a bridge; this process has the address of the router. */
export function layCables(machines: Machine[]): void {
  removeCables(machines);
  onEnd(() => removeCables(machines));
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('addr', 'add', `${ROUTER}/24`, 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
  for (const machine of machines) {
    const { name, address } = machine;
    ip('netns', 'add', name);
    ip('link', 'add', cableOf(machine), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('link', 'set', cableOf(machine), 'master', BRIDGE, 'up');
    ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
    ip('-n', name, 'link', 'set', 'eth0', 'up');
    ip('-n', name, 'link', 'set', 'lo', 'up');
  }
}

export function cutCable(machine: Machine): void {
  ip('link', 'set', cableOf(machine), 'down');
}

export function mendCable(machine: Machine): void {
  ip('link', 'set', cableOf(machine), 'up');
}

function removeCables(machines: Machine[]): void {
  for (const { name } of machines) tryTo(() => ip('netns', 'del', name));
  tryTo(() => ip('link', 'del', BRIDGE));
}

function tryTo(act: () => void): void {
  try {
    act();
  } catch {
    // It was not there.
  }
}

/** Runs a command on the machine as the given user. */
export function onMachine({ name }: Machine, user: string, command: string[]): string[] {
  const asUser = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
  return ['ip', 'netns', 'exec', name, ...asUser, ...command];
}

const BLOCK = Buffer.alloc(1024 * 1024, 1);

/** Mounts a small disk in memory, so that filling it hurts nothing else. */
export function mountDisk(folder: string, megabytes: number, mode: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=${mode}`, 'tmpfs', folder]);
  onEnd(() => void execFileSync('umount', ['-l', folder]));
}

export function fillDisk(folder: string): void {
  const file = openSync(join(folder, 'filler'), 'w');
  try {
    for (;;) writeSync(file, BLOCK);
  } catch {
    if (statfsSync(folder).bavail > 0) throw new Error(`${folder} could not be filled`);
  } finally {
    closeSync(file);
  }
}

export function emptyDisk(folder: string): void {
  rmSync(join(folder, 'filler'), { force: true });
}
