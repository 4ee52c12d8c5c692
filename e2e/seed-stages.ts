// Makes the demo data once and copies it for every stage, because drawing its photos takes most of a server's start.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseUrl } from './database.ts';
import { addressOf, dataDirOf, STAGES, stageEnvironment } from './stage.ts';

const LIMIT_MS = 180_000;
const POLL_MS = 250;

const server = spawn(process.execPath, ['server/api.ts'], {
  env: { ...process.env, ...stageEnvironment(0) },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const ended = once(server, 'exit');

await waitUntil(async () => (await fetch(`${addressOf(0)}/api/health`)).ok);
await waitUntil(hasAllPhotos);
server.kill('SIGTERM');
await ended;
for (let stage = 1; stage < STAGES; stage += 1) {
  copyFolder(dataDirOf(0), dataDirOf(stage));
}

/** When started as root, the database's files belong to another user, which only `cp` preserves. */
function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true });
  else execFileSync('cp', ['-a', from, to]);
}

async function hasAllPhotos(): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl(0) });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select from pgboss.job where name = 'demo.photograph-palette' and state < 'completed' limit 1",
    );
    return rows.length === 0;
  } finally {
    await client.end();
  }
}

async function waitUntil(check: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  while (!(await check().catch(() => false))) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error('the demo data was not made');
    await sleep(POLL_MS);
  }
}
