// Runs every check, or those named as arguments; the last line says how many passed and failed.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { BROWSER_MISSING, findBrowser } from './find-browser.mjs';
import { ensureBuilt, ensureInstalled, environment, nodePath, root, run } from './prepare.mjs';
import { keepFilesInMemory } from './quick-folder.mjs';

const STATIC_CHECKS = {
  types: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'],
  'web-types': ['node_modules/typescript/bin/tsc', '-p', 'web/tsconfig.json'],
  lint: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  arrows: ['scripts/check-arrows.mjs'],
  unused: ['node_modules/knip/bin/knip.js', '--no-progress'],
  'database-types': ['scripts/database-types.ts', '--check'],
};

const only = process.argv.slice(2);
const isWanted = (name) => only.length === 0 || only.includes(name);
const reports = mkdtempSync(join(tmpdir(), 'encore-reports-'));
const totals = { passed: 0, failed: 0, skipped: 0 };

ensureInstalled();
keepFilesInMemory();
await runStaticChecks(Object.keys(STATIC_CHECKS).filter(isWanted));
if (isWanted('unit')) runVitest();
if (isWanted('browser')) runPlaywright();
rmSync(reports, { recursive: true, force: true });
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);

/** Runs one check per core at a time, because most of them use a single thread. */
async function runStaticChecks(waiting) {
  const runNext = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) await runStaticCheck(name);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runNext));
}

async function runStaticCheck(name) {
  const startedAt = Date.now();
  const child = spawn(nodePath(), STATIC_CHECKS[name], { cwd: root, env: environment() });
  const ended = new Promise((resolve) => child.on('close', resolve).on('error', resolve));
  const output = (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
  const isOk = (await ended) === 0;
  totals[isOk ? 'passed' : 'failed'] += 1;
  process.stdout.write(output);
  console.log(`${isOk ? 'ok  ' : 'FAIL'} ${name} (${seconds(startedAt)})`);
}

function runVitest() {
  const startedAt = Date.now();
  const report = join(reports, 'vitest.json');
  const { status } = run([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  count('unit and module tests', startedAt, status, () => {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
  });
}

function runPlaywright() {
  const startedAt = Date.now();
  const browser = findBrowser();
  if (!browser) {
    totals.failed += 1;
    console.log(BROWSER_MISSING);
    return;
  }
  ensureBuilt();
  const report = join(reports, 'playwright.json');
  const dataDir = mkdtempSync(join(tmpdir(), 'encore-e2e-'));
  // When started as root, the database runs as another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o755);
  const env = environment({
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    E2E_DATA_DIR: dataDir,
  });
  run(['e2e/seed-stages.ts'], { env });
  const { status } = run(['node_modules/@playwright/test/cli.js', 'test', '--reporter=line,json'], { env });
  rmSync(dataDir, { recursive: true, force: true });
  count('browser journeys', startedAt, status, () => {
    const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(report, 'utf8')).stats;
    return { passed: expected, failed: unexpected + flaky, skipped };
  });
}

/** Counts a runner that crashed or ran no test as a failure, whatever its report says. */
function count(title, startedAt, status, readCounts) {
  let counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    counts = readCounts();
  } catch {
    console.log(`${title}: no report was written`);
  }
  if (counts.failed === 0 && (status !== 0 || counts.passed === 0)) counts.failed = 1;
  for (const key of Object.keys(totals)) totals[key] += counts[key];
  const word = counts.failed === 0 ? 'ok  ' : 'FAIL';
  console.log(`${word} ${title}: ${counts.passed} passed, ${counts.failed} failed (${seconds(startedAt)})`);
}

function seconds(startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
}
