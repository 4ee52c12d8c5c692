import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export type ServerProcess = {
  readonly pid: number | undefined;
  readonly stderr: string;
  /** Resolves to the printed address and rejects if the process ends before it is ready. */
  address: Promise<string>;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  kill(signal: NodeJS.Signals): void;
};

/** The variables of a site in its own process, and of the commands of its operator. */
export function processEnvironment(environment: Record<string, string>): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    TZ: 'UTC',
    LOG_LEVEL: 'silent',
    SEED: 'none',
    FACES: 'off',
    PORT: '0',
    ...environment,
  };
}

/** Starts the server in its own process, as an operator does. `root` is the folder of another release. */
export function startServerProcess(environment: Record<string, string>, root = ROOT): ServerProcess {
  const child = spawn(process.execPath, ['server/api.ts'], {
    cwd: root,
    env: processEnvironment(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  const address = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      const found = /ready at (http:\S+)/.exec(stdout)?.[1];
      if (found) resolve(found);
    });
    ended.then(() => reject(new Error(`the server ended before it was ready: ${stderr}`)));
  });
  address.catch(() => undefined);
  return {
    get pid() {
      return child.pid;
    },
    get stderr() {
      return stderr;
    },
    address,
    ended,
    kill: (signal) => child.kill(signal),
  };
}
