// Makes the demo data once and copies it for every server, because making it takes longer than a server's start.
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { boot } from '#server/boot.ts';
import type { Context } from '#server/context.ts';
import { demoJobs } from '#server/demo/demo.jobs.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createLog } from '#server/platform/operations/log.ts';
import { keepFilesPrivate } from '#server/platform/security/protect-data.ts';
import { dataDirOf, TEST_SERVERS, testServerEnvironment } from './test-server.ts';

const LIMIT_MS = 180_000;
const POLL_MS = 100;

keepFilesPrivate();
const { context, stop } = await boot(
  readConfig({ ...process.env, ...testServerEnvironment(0) }),
  createLog('warn'),
);
try {
  await seedDemo(context);
  await context.queue.startWorkers(demoJobs(context, () => []));
  await waitForPhotos(context);
  await endSchedules(context);
} finally {
  await stop();
}
for (let server = 1; server < TEST_SERVERS; server += 1) copyFolder(dataDirOf(0), dataDirOf(server));

/** Schedules that a server finds when it starts would run at once, beside the first journeys. */
async function endSchedules({ db }: Context): Promise<void> {
  await sql`delete from pgboss.job where state = 'created' and name in (select name from pgboss.schedule)`.execute(
    db,
  );
  await sql`delete from pgboss.schedule`.execute(db);
}

/** When started as root, the database's files belong to another user, which only `cp` preserves. */
function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true });
  else execFileSync('cp', ['-a', from, to]);
}

async function waitForPhotos({ db }: Context): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  while (await arePhotosMissing(db)) {
    if (Date.now() > deadline) throw new Error('the demo data was not made');
    await sleep(POLL_MS);
  }
}

async function arePhotosMissing(db: Context['db']): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name = 'demo.photograph-palette' and state < 'completed' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
