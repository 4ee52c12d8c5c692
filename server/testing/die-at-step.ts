import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { CARD_CONSENT_VERSION } from '#contract/rules/card-consent.ts';
import type { Config } from '#server/platform/config.ts';
import type { Actor } from '#server/platform/http/access.ts';
import type { PayingApp } from './paying-app.ts';

export type DyingAct =
  | { kind: 'refund'; actor: Actor; key: string }
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

/** Returns how many steps it took, or undefined if the process was killed before one of them. */
export async function runAct(app: PayingApp, act: DyingAct, dieAt?: number): Promise<number | undefined> {
  const { config, clock } = app.context;
  const offsetMs = clock.now().getTime() - Date.now();
  const task: DyingTask = { config, databaseUrl: app.url, offsetMs, act, dieAt };
  const child = spawn(process.execPath, [ENTRY, JSON.stringify(task)], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code, signal] = await ended;
  if (signal === 'SIGKILL') return undefined;
  if (code !== 0) throw new Error(`the process failed: ${stderr}`);
  return Number(stdout);
}
