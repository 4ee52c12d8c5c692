import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { buildApp } from '#server/app.ts';
import { type Context, closeContext, createContext } from '#server/context.ts';
import { createLog } from '#server/platform/operations/log.ts';
import type { TestApp } from './test-app.ts';

export type SecondProcess = {
  readonly app: FastifyInstance;
  readonly context: Context;
  /** Moves its clock, which otherwise stands still so that nothing in its caches expires. */
  advanceSeconds(seconds: number): void;
};

/** Starts another process of the site: same database and files, own memory. A deaf one receives no live events. */
export function startSecondProcess(
  testApp: TestApp,
  { isDeaf = false }: { isDeaf?: boolean } = {},
): SecondProcess {
  let running: { app: FastifyInstance; context: Context } | undefined;
  let nowMs = 0;
  beforeAll(async () => {
    nowMs = Date.now() + 1_000;
    const { config } = testApp.context;
    const clock = { now: () => new Date(nowMs) };
    const context = await createContext(config, testApp.url, createLog('silent'), clock);
    if (isDeaf) context.live.listenToRights = () => undefined;
    running = { context, app: await buildApp(context) };
    await running.app.ready();
  });
  afterAll(async () => {
    await running?.app.close();
    if (running) await closeContext(running.context);
  });
  const started = () => {
    if (!running) throw new Error('the second process has not started');
    return running;
  };
  return {
    get app() {
      return started().app;
    },
    get context() {
      return started().context;
    },
    advanceSeconds(seconds) {
      nowMs += seconds * 1000;
    },
  };
}
