import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, inject } from 'vitest';
import type { EndpointShape, ResponseOf, SentBody, SentParams, SentQuery } from '#contract/endpoint.ts';
import { buildApp } from '#server/app.ts';
import { type Context, closeContext, createContext } from '#server/context.ts';
import { allJobs } from '#server/jobs.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createLog } from '#server/platform/operations/log.ts';
import { cloneTemplate, databaseUrl, runOnServer } from './postgres-for-tests.ts';
import { sharedFaces } from './shared-faces.ts';

export type TestCall<E extends EndpointShape> = {
  params?: SentParams<E>;
  query?: SentQuery<E>;
  body?: SentBody<E>;
  picture?: Buffer;
  token?: string;
  ip?: string;
  /** The cookie of a device. */
  device?: string;
};

export type Answer<E extends EndpointShape> = {
  status: number;
  body: ResponseOf<E>;
  error: { code: string; message: string; details?: unknown; request_id: string };
  headers: Record<string, unknown>;
};

export type TestApp = {
  readonly app: FastifyInstance;
  readonly context: Context;
  readonly url: string;
  advanceMinutes(minutes: number): void;
  /**
   * From now on only `advanceMinutes` moves the clock. It first goes on to the next time at which it is this hour in UTC.
   * The returned function lets it run again.
   */
  stopClock(hour?: number): () => void;
  call<E extends EndpointShape>(endpoint: E, call?: TestCall<E>): Promise<Answer<E>>;
  request(options: InjectOptions): Promise<{ status: number; text: string; json: unknown }>;
};

/**
 * Starts the application and its workers on its own database: for files that change settings, replace parts of the
 * application, or count whole tables. Jobs of schedules and of the start do not run by themselves: a test calls those it
 * is about.
 */
export function startTestApp(environment: Record<string, string> = {}): TestApp {
  const clock = createTestClock();
  let running: RunningApp | undefined;
  beforeAll(async () => {
    running = await openApp(environment, clock);
  });
  afterAll(() => running?.close());
  return handleOf(() => running, clock);
}

/**
 * One application serves all files of a worker that take this: those that ask only about the people, events and albums
 * that they have made themselves. It ends with the worker.
 */
export function shareTestApp(environment: Record<string, string> = {}): TestApp {
  const key = JSON.stringify(environment);
  const { clock, opening } = shared.get(key) ?? openShared(key, environment);
  let running: RunningApp | undefined;
  beforeAll(async () => {
    running = await opening;
    // All files call from the same addresses.
    await running.context.db.deleteFrom('rateHits').execute();
  });
  afterAll(() => clock.reset());
  return handleOf(() => running, clock);
}

const shared = new Map<string, { clock: TestClock; opening: Promise<RunningApp> }>();

function openShared(key: string, environment: Record<string, string>) {
  const clock = createTestClock();
  const opened = { clock, opening: openApp(environment, clock) };
  shared.set(key, opened);
  return opened;
}

type RunningApp = { app: FastifyInstance; context: Context; url: string; close(): Promise<void> };
type TestClock = ReturnType<typeof createTestClock>;

function createTestClock() {
  let offsetMs = 0;
  let stoppedAtMs: number | undefined;
  return {
    now: () => new Date((stoppedAtMs ?? Date.now()) + offsetMs),
    advanceMinutes(minutes: number) {
      offsetMs += minutes * 60_000;
    },
    stop(hour?: number) {
      const nowMs = Date.now();
      const atHourMs = hour === undefined ? nowMs : new Date(nowMs).setUTCHours(hour, 0, 0, 0);
      stoppedAtMs = atHourMs < nowMs ? atHourMs + 24 * 3600_000 : atHourMs;
      return () => {
        stoppedAtMs = undefined;
      };
    },
    reset() {
      offsetMs = 0;
      stoppedAtMs = undefined;
    },
  };
}

async function openApp(environment: Record<string, string>, clock: TestClock): Promise<RunningApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'encore-app-'));
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const serverUrl = inject('postgresUrl');
  await cloneTemplate(serverUrl, database);
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    FACES: 'off',
    ...environment,
  });
  const url = databaseUrl(serverUrl, database);
  const context = await createContext(config, url, createLog(config.logLevel), clock);
  if (config.faces.isOn) context.faces = sharedFaces;
  await context.queue.startWorkers(allJobs(context).map((job) => ({ ...job, atBoot: false })));
  const app = await buildApp(context);
  await app.ready();
  return {
    app,
    context,
    url,
    async close() {
      const ending = app.close();
      // A kept connection that was not idle yet would hold the application for 72 seconds.
      app.server.closeAllConnections();
      await endWithin('the application', ending);
      await endWithin('its queue and connections', closeContext(context));
      const dropping = runOnServer(serverUrl, `drop database if exists ${database} with (force)`);
      await endWithin('its database', dropping);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function handleOf(find: () => RunningApp | undefined, clock: TestClock): TestApp {
  const running = (): RunningApp => {
    const found = find();
    if (!found) throw new Error('the test application has not started');
    return found;
  };
  return {
    get app() {
      return running().app;
    },
    get context() {
      return running().context;
    },
    get url() {
      return running().url;
    },
    advanceMinutes: clock.advanceMinutes,
    stopClock: clock.stop,
    async call(endpoint, call = {}) {
      const { params, query, body, picture, token, ip, device } = call as TestCall<EndpointShape> &
        Record<string, never>;
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(String((params as Record<string, unknown>)[name])),
      );
      const response = await running().app.inject({
        method: endpoint.method,
        url: `/api${path}`,
        query: query as Record<string, string>,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(device ? { cookie: device } : {}),
          ...(picture ? { 'content-type': 'image/jpeg' } : {}),
        },
        remoteAddress: ip ?? '127.0.0.1',
        ...(body === undefined ? {} : { payload: body as object }),
        ...(picture ? { payload: picture as Buffer } : {}),
      });
      const json = response.body === '' ? undefined : response.json();
      return { status: response.statusCode, body: json, error: json?.error, headers: response.headers };
    },
    async request(options) {
      const response = await running().app.inject(options);
      const isJson = String(response.headers['content-type']).includes('json');
      return {
        status: response.statusCode,
        text: response.body,
        json: isJson && response.body ? response.json() : undefined,
      };
    },
  };
}

/** A little less than the time limit of hooks, whose error would not say what hangs. */
const CLEANUP_MS = 55_000;

async function endWithin(what: string, ending: Promise<unknown>): Promise<void> {
  const ended = ending.then(() => true);
  if (await Promise.race([ended, sleep(CLEANUP_MS, false, { ref: false })])) return;
  ended.catch(() => undefined);
  throw new Error(`a test application could not be closed: ${what} did not end in ${CLEANUP_MS / 1000} s`);
}
