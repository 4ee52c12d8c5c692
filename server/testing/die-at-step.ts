import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { CARD_CONSENT_VERSION } from '#contract/rules/cards.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Actor } from '#server/platform/http/access.ts';
import type { PayingApp } from './paying-app.ts';

export type DyingAct =
  | { kind: 'refund'; actor: Actor; key: string }
  | { kind: 'sweep' }
  | { kind: 'pay-payee'; payeeId: number }
  | { kind: 'transfer'; transferId: number }
  | { kind: 'put-back'; actor: Actor; key: string }
  | { kind: 'claim'; person: { userId: number; email: string } }
  | {
      kind: 'wallet';
      actor: Actor;
      key: string;
      orderId: number;
      amountCents: number;
      token: string;
      consent?: typeof CARD_CONSENT_VERSION;
    }
  | { kind: 'hold'; actor: Actor; key: string; amountCents: number; token: string };

export type DyingTask = {
  config: Config;
  databaseUrl: string;
  offsetMs: number;
  act: DyingAct;
  /** The process lives to the end without it. */
  dieAt?: number | undefined;
};

const ENTRY = join(import.meta.dirname, 'dying-process.ts');

/** Acts in its own process, which serves again until it is killed, because loading the shop takes most of its time. */
export function createDyingProcess() {
  let waiting: ReturnType<typeof start> | undefined;

  return {
    /** Loads the shop while the test builds its scene. */
    prepare(): void {
      waiting ??= start();
    },
    /** Returns how many steps it took, or undefined if the process was killed before one of them. */
    async run(app: PayingApp, act: DyingAct, dieAt?: number): Promise<number | undefined> {
      const { config, clock } = app.context;
      const offsetMs = clock.now().getTime() - Date.now();
      const task: DyingTask = { config, databaseUrl: app.url, offsetMs, act, dieAt };
      const running = waiting ?? start();
      waiting = undefined;
      const answer = once(running.child.stdout, 'data');
      running.child.stdin.write(`${JSON.stringify(task)}\n`);
      const steps = await Promise.race([answer, running.ended]);
      if (!('code' in steps)) {
        waiting = running;
        return Number(steps[0]);
      }
      if (steps.signal === 'SIGKILL') return undefined;
      throw new Error(`the process failed: ${await running.stderr}`);
    },
    async stop(): Promise<void> {
      waiting?.child.stdin.end();
      await waiting?.ended;
    },
  };
}

function start() {
  const child = spawn(process.execPath, [ENTRY], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, TZ: 'UTC' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  return { child, ended, stderr: text(child.stderr) };
}
