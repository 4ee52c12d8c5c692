// Shared by everything in proofs/: a folder, waiting, calls to a site and cleaning up.
import { randomInt } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EndpointShape, ResponseOf, SentBody, SentParams, SentQuery } from '#contract/endpoint.ts';

const ASK_EVERY_MS = 200;

/** When started as root, the database runs as another user, who must be able to enter the folder. */
export function newFolder(name: string, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, `encore-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** Below the range from which the system takes ports of its own accord, so that a port stays free until it is used. */
const FIRST_PORT = 20_000;
const PORTS = 10_000;

export async function findPort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + randomInt(PORTS);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return port;
  }
}

export async function findPorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await findPort());
  return [...ports];
}

/** Asks until there is an answer; throws after the given time. */
export async function eventually<T>(
  what: string,
  seconds: number,
  find: () => Promise<T | undefined>,
): Promise<T> {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await sleep(ASK_EVERY_MS)) {
    const found = await find();
    if (found !== undefined) return found;
  }
  throw new Error(`${what} did not come within ${seconds} s`);
}

/** Asks until the answer is true; a question that fails is asked again. */
export async function waitUntil(what: string, seconds: number, ask: () => Promise<boolean>): Promise<void> {
  await eventually(what, seconds, async () => ((await ask().catch(() => false)) ? true : undefined));
}

export async function answersOk(url: string): Promise<boolean> {
  return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
}

export type Call<E extends EndpointShape> = {
  params?: SentParams<E>;
  query?: SentQuery<E>;
  body?: SentBody<E>;
  picture?: Buffer;
};
export type Answer<E extends EndpointShape> = {
  status: number;
  body: ResponseOf<E>;
  code: string | undefined;
  cookie: string | undefined;
};

/** Calls a site as a browser does. */
export async function callSite<E extends EndpointShape>(
  address: string,
  endpoint: E,
  { params, query, body, picture }: Call<E>,
  init: { headers: Record<string, string>; signal?: AbortSignal },
): Promise<Answer<E>> {
  const given = (params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name])));
  const search = new URLSearchParams((query ?? {}) as Record<string, string>);
  const response = await fetch(`${address}/api${path}?${search}`, {
    ...init,
    method: endpoint.method,
    headers: {
      ...init.headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(picture ? { 'content-type': 'image/jpeg' } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(picture ? { body: new Uint8Array(picture) } : {}),
  });
  const text = await response.text();
  const json = /^[{[]/.test(text) ? JSON.parse(text) : undefined;
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  return { status: response.status, body: json, code: json?.error?.code, cookie };
}

/** An address of a network for benchmarks, which nobody uses. */
export function randomIp(): string {
  return `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

const steps: (() => Promise<void> | void)[] = [];

/** Registers a cleanup step, which also runs if a later part fails to start. */
export function onEnd(step: () => Promise<void> | void): void {
  steps.push(step);
}

/** Runs all cleanup steps, the last first. */
export async function cleanUp(): Promise<void> {
  for (let step = steps.pop(); step; step = steps.pop()) {
    try {
      await step();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  }
}
