// A baseline runs in a process of its own, so that neither its processor time nor its memory is ours.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Report = { port: number } | { cpuMicros: number };

/** In the process of the baseline: serves once it is told how, and reports its processor time when asked. */
export function serveBare<SetUp extends object>(createListener: (setUp: SetUp) => RequestListener): void {
  // The benchmark may be ended before it can end its baseline.
  process.on('disconnect', () => process.exit());
  process.on('message', (message: SetUp | 'cpu') => {
    if (message === 'cpu') {
      const { user, system } = process.cpuUsage();
      process.send?.({ cpuMicros: user + system } satisfies Report);
      return;
    }
    const server = createServer(createListener(message));
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      process.send?.({ port } satisfies Report);
    });
  });
}

async function ask<Answer extends Report>(bare: ChildProcess, message: object | 'cpu'): Promise<Answer> {
  bare.send(message);
  const [report] = (await once(bare, 'message')) as [Answer];
  return report;
}

/** In the process of the benchmark: returns the port of the baseline. */
export async function startBare(bare: ChildProcess, setUp: object): Promise<number> {
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
