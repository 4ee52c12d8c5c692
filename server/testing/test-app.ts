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
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
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
 * Starts the application and its workers on a new database. Jobs of schedules and of the start do not run by themselves:
 * a test calls those it is about.
 */
export function startTestApp(environment: Record<string, string> = {}): TestApp {
  let app: FastifyInstance | undefined;
  let context: Context | undefined;
  let url = '';
  let offsetMs = 0;
  let stoppedAtMs: number | undefined;
  const dataDir = mkdtempSync(join(tmpdir(), 'encore-app-'));
  const database = `test_${randomUUID().replaceAll('-', '')}`;

  beforeAll(async () => {
    const serverUrl = inject('postgresUrl');
    await cloneTemplate(serverUrl, database);
    const config = readConfig({
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      FACES: 'off',
      ...environment,
    });
    url = databaseUrl(serverUrl, database);
    const clock = { now: () => new Date((stoppedAtMs ?? Date.now()) + offsetMs) };
    context = await createContext(config, url, createLog(config.logLevel), clock);
    if (config.faces.isOn) context.faces = sharedFaces;
    await context.queue.startWorkers(allJobs(context).map((job) => ({ ...job, atBoot: false })));
    app = await buildApp(context);
    await app.ready();
  });

  afterAll(async () => {
    if (app) await endWithin('the application', app.close());
    if (context) await endWithin('its queue and connections', closeContext(context));
    const dropping = runOnServer(inject('postgresUrl'), `drop database if exists ${database} with (force)`);
    await endWithin('its database', dropping);
    rmSync(dataDir, { recursive: true, force: true });
  });

  const running = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('the test application has not started');
    return part;
  };

  return {
    get app() {
      return running(app);
    },
    get context() {
      return running(context);
    },
    get url() {
      return url;
    },
    advanceMinutes(minutes) {
      offsetMs += minutes * 60_000;
    },
    stopClock(hour) {
      const nowMs = Date.now();
      const atHourMs = hour === undefined ? nowMs : new Date(nowMs).setUTCHours(hour, 0, 0, 0);
      stoppedAtMs = atHourMs < nowMs ? atHourMs + 24 * 3600_000 : atHourMs;
      return () => {
        stoppedAtMs = undefined;
      };
    },
    async call(endpoint, call = {}) {
      const { params, query, body, picture, token, ip, device } = call as TestCall<EndpointShape> &
        Record<string, never>;
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(String((params as Record<string, unknown>)[name])),
      );
      const response = await running(app).inject({
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
      const response = await running(app).inject(options);
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
