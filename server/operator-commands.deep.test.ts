import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  processEnvironment,
  type ServerProcess,
  startServerProcess,
} from '#server/testing/server-process.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'encore-operator-'));
chmodSync(folder, 0o755);
const picture = join(folder, 'leak.png');
const photos = join(folder, 'photos');
const environment = { DATA_DIR: join(folder, 'data') };
let site: ServerProcess;

beforeAll(async () => {
  mkdirSync(photos);
  const create = { width: 100, height: 80, channels: 3, background: '#777' } as const;
  writeFileSync(picture, await sharp({ create }).png().toBuffer());
  site = startServerProcess(environment);
  await site.address;
});

afterAll(async () => {
  site.kill('SIGTERM');
  await site.ended;
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command with the variables of the site, as its operator does. */
async function run(program: string, ...args: string[]) {
  return runIn(environment.DATA_DIR, program, ...args);
}

async function runIn(dataDir: string, program: string, ...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: processEnvironment({ DATA_DIR: dataDir }),
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const [output, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, output, problems };
}

test.each([
  ['trace', 'scripts/trace.ts', [picture, picture, '--reason', 'Seen on a public page'], 'Not enough to say'],
  ['user', 'scripts/user.ts', ['create', '--email', 'op@encore.test', '--role', 'super'], 'Created op@'],
  ['reencrypt', 'scripts/reencrypt.ts', [], 'Encrypted with the newest key'],
  ['backup', 'scripts/backup.ts', [join(folder, 'backups')], 'Backed up to'],
  ['migrate', 'server/migrate.ts', [], 'The database is up to date'],
  ['doctor', 'scripts/doctor.ts', [], 'ok       database        PostgreSQL'],
])('%s runs beside a site with the embedded database', async (_, program, args, words) => {
  const { code, output, problems } = await run(program, ...args);
  expect(problems).toBe('');
  expect(output).toContain(words);
  expect(code).toBe(0);
});

test('ingest runs beside a site with the embedded database', async () => {
  const { problems } = await run('scripts/ingest.ts', photos, '--event', '1');
  expect(problems).toContain('There is no');
});

test('restore is refused beside a running site', async () => {
  const { code, problems } = await run('scripts/restore.ts', join(folder, 'backups'), '--replace');
  expect(problems).toMatch(/^Not restored\. Encore \(process \d+\) uses .*\. Stop it first\.\n$/);
  expect(code).toBe(1);
});

test.each([
  ['trace', 'scripts/trace.ts', [picture, '--reason', 'Seen on a public page']],
  ['user', 'scripts/user.ts', ['create', '--email', 'op@encore.test']],
  ['reencrypt', 'scripts/reencrypt.ts', []],
  ['backup', 'scripts/backup.ts', [join(folder, 'backups')]],
  ['ingest', 'scripts/ingest.ts', [photos, '--event', '1']],
])('%s in a folder without a site says so instead of starting an empty one', async (_, program, args) => {
  const elsewhere = join(folder, 'elsewhere');
  const { code, problems } = await runIn(elsewhere, program, ...args);
  expect(problems).toContain(`There is no site in ${elsewhere}. Set DATA_DIR to the folder of the site`);
  expect(problems.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
  expect(existsSync(elsewhere)).toBe(false);
});
