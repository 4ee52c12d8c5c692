import { chmodSync, existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Session } from '#contract/endpoints/accounts.ts';
import { rounds } from '#server/testing/chaos.ts';
import { buildRegistration, TEST_PASSWORD } from '#server/testing/factories.ts';
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'encore-durability-'));
chmodSync(dataDir, 0o755);
const running = new Set<ServerProcess>();

function start(environment: Record<string, string> = {}): ServerProcess {
  const server = startServerProcess({ DATA_DIR: dataDir, ...environment });
  running.add(server);
  void server.ended.then(() => running.delete(server));
  return server;
}

afterAll(async () => {
  for (const server of running) {
    server.kill('SIGTERM');
    await server.ended;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

/** Folders that the database's own user must pass through may be entered, but not listed. */
function filesOpenToOthers(): string[] {
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => {
    const stat = lstatSync(join(dataDir, name), { throwIfNoEntry: false });
    if (!stat || stat.isSymbolicLink() || name.startsWith('postgres/postgresql-')) return false;
    return (stat.mode & (name === 'postgres' ? 0o066 : 0o077)) !== 0;
  });
}

async function post(address: string, path: string, body: object) {
  const response = await fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Session };
}

const LANES = rounds({ usually: 20, inChaos: 60 });
const KILL_AFTER = LANES / 4;

/**
 * Registers people in parallel, one after the other in each lane, and ends the server the hard way once some have their
 * answer. Every lane ends with a call that got none.
 */
async function registerUntilKilled(server: ServerProcess) {
  const address = await server.address;
  const acknowledged: { email: string; jwt: string }[] = [];
  const statuses: number[] = [];
  const register = async (): Promise<never> => {
    for (;;) {
      const registration = buildRegistration();
      const { status, body } = await post(address, '/auth/local/register', registration);
      statuses.push(status);
      acknowledged.push({ email: registration.email, jwt: body.jwt });
      if (acknowledged.length === KILL_AFTER) server.kill('SIGKILL');
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, register));
  expect(lanes.every(({ status }) => status === 'rejected')).toBe(true);
  expect(new Set(statuses)).toEqual(new Set([200]));
  return acknowledged;
}

test('a server killed in the middle of registrations loses no acknowledged one', async () => {
  const first = start();
  const acknowledged = await registerUntilKilled(first);
  expect(await first.ended).toEqual({ code: null, signal: 'SIGKILL' });
  expect(acknowledged.length).toBeGreaterThanOrEqual(KILL_AFTER);

  const second = start();
  const address = await second.address;
  for (const { email, jwt } of acknowledged) {
    const login = await post(address, '/auth/local', { identifier: email, password: TEST_PASSWORD });
    expect(login).toMatchObject({ status: 200, body: { user: { email } } });
    const me = await fetch(`${address}/api/users/me`, { headers: { authorization: `Bearer ${jwt}` } });
    expect(await me.json()).toMatchObject({ email });
  }

  const intruder = start();
  expect(await intruder.ended).toEqual({ code: 1, signal: null });
  expect(intruder.stderr).toMatch(
    new RegExp(
      `^Encore cannot start\\. Another Encore \\(process ${second.pid}\\) already uses .+DATA_DIR.*\\n$`,
    ),
  );
  expect((await fetch(`${address}/api/health`)).status).toBe(200);
  expect(filesOpenToOthers()).toEqual([]);

  second.kill('SIGTERM');
  expect(await second.ended).toEqual({ code: 0, signal: null });
  expect(second.stderr).toBe('');
  expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false);
});

test('a wrong PORT stops the start with one line that names it', async () => {
  const server = start({ PORT: 'http' });
  expect(await server.ended).toEqual({ code: 1, signal: null });
  expect(server.stderr).toMatch(/^Encore cannot start\. PORT: .*"http".*\n$/);
});
