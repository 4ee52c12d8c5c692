// Runs the whole site with a database cluster on this machine, breaks one part after the other and counts what was lost.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { closeContext } from '#server/context.ts';
import { cleanUp, newFolder } from '../site.ts';
import { auditDrive, type Verdict } from './audit.ts';
import { type DriveRecord, failedSeconds, startDrive } from './drive/drive.ts';
import { openContext, prepareGround } from './drive/prepare.ts';
import { type Cluster, FAULTS } from './faults.ts';
import { startDatabases } from './parts/database.ts';
import { startShop } from './parts/shop.ts';

const NEEDED = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  faketime: 'faketime',
  ip: 'iproute2',
};
const QUIET_MS = 12_000;

const { values } = parseArgs({
  options: {
    /** The checkout that runs at first; the rolling deploy brings this one. */
    from: { type: 'string' },
    /** Only faults whose name contains this. */
    only: { type: 'string', default: '' },
  },
});
const faults = FAULTS.filter(({ name }) => name.toLowerCase().includes(values.only.toLowerCase()));
checkMachine();

const here = resolve(import.meta.dirname, '../..');
const folder = newFolder('chaos', '/var/tmp');
const logs = join(folder, 'logs');
mkdirSync(logs);
console.log(`Logs are in ${logs}`);

type Row = { name: string; goal: number; seconds: number; failed: number };
const rows: Row[] = [];
let verdicts: Verdict[] = [];
let calls = 0;
try {
  const database = await startDatabases(folder, logs);
  const shop = await startShop({ folder, logs, code: resolve(values.from ?? here), database });
  const cluster: Cluster = { database, shop, nextCode: here };
  const ground = await prepareGround(shop.address, shop.environment);
  const drive = startDrive(shop.address, ground);
  await observe('No fault', 0, drive.record, async () => undefined);
  for (const { name, goal, happen } of faults) {
    await observe(name, goal, drive.record, () => happen(cluster));
    await Promise.all([database.repair(), shop.repair()]);
    await sleep(QUIET_MS / 2);
  }
  await drive.stop();
  calls = drive.record.calls;
  const context = await openContext(shop.environment);
  verdicts = await auditDrive(context, drive.record, shop.providerPort);
  await closeContext(context);
} catch (error) {
  console.error(error);
} finally {
  await cleanUp();
}
const isGood = report();
if (isGood) rmSync(folder, { recursive: true, force: true });
process.exit(isGood ? 0 : 1);

async function observe(name: string, goal: number, record: DriveRecord, happen: () => Promise<void>) {
  const from = Date.now();
  await happen();
  await sleep(QUIET_MS);
  const to = Date.now();
  const failures = record.failures.filter(({ at }) => at >= from && at < to);
  const row = { name, goal, seconds: failedSeconds(record.failures, from, to), failed: failures.length };
  rows.push(row);
  console.log(`${name}: calls failed in ${row.seconds} s (goal ${goal}), ${row.failed} calls`);
  const reasons = Map.groupBy(failures, ({ kind, reason }) => `${kind}: ${reason}`);
  for (const [reason, those] of reasons) console.log(`    ${those.length} x ${reason}`);
}

function report(): boolean {
  console.log(`\n| fault | seconds with failed calls | goal | failed calls |\n|---|---|---|---|`);
  for (const { name, goal, seconds, failed } of rows)
    console.log(`| ${name} | ${seconds} | ${goal} | ${failed} |`);
  console.log(
    `\n${calls} calls\n\n| what | acknowledged | lost | double | without an answer |\n|---|---|---|---|---|`,
  );
  for (const { kind, acknowledged, lost, double, unknown } of verdicts) {
    console.log(`| ${kind} | ${acknowledged} | ${lost.length} | ${double.length} | ${unknown} |`);
    for (const id of lost) console.log(`  lost: ${kind} ${id}`);
    for (const id of double) console.log(`  double: ${kind} ${id}`);
  }
  return (
    verdicts.length > 0 &&
    verdicts.every(({ lost, double }) => lost.length === 0 && double.length === 0) &&
    rows.every(({ goal, seconds }) => seconds <= goal)
  );
}

/** Network namespaces and small disks need root, and the engines come from the system. */
function checkMachine(): void {
  const missing = Object.entries(NEEDED)
    .filter(([command]) => !hasCommand(command))
    .map(([, name]) => name);
  if (process.getuid?.() !== 0) fail('This needs root, for network namespaces and disks of its own.');
  if (missing.length > 0) fail(`Please install: apt-get install -y postgresql ${missing.join(' ')}`);
}

function hasCommand(command: string): boolean {
  try {
    execFileSync('which', [command], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

function fail(line: string): never {
  console.error(line);
  process.exit(1);
}
