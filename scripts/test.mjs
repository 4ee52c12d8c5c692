// Runs every check, or those named as arguments; the last line says how many passed and failed.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { BROWSER_MISSING, findBrowser } from './find-browser.mjs';
import { ensureInstalled, environment, nodePath, root, run } from './prepare.mjs';
import { keepFilesInMemory } from './quick-folder.mjs';

/** Further checkers work out the same types again: four, the default, take twice the processor time of one. */
const TYPE_CHECK = ['node_modules/typescript/bin/tsc', '--checkers', '1', '-p'];
const STATIC_CHECKS = {
  types: [...TYPE_CHECK, 'tsconfig.json'],
  'web-types': [...TYPE_CHECK, 'web/tsconfig.json'],
  lint: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  arrows: ['scripts/check-arrows.mjs'],
  unused: ['node_modules/knip/bin/knip.js', '--no-progress'],
  'database-types': ['scripts/database-types.ts', '--check'],
};
/** Runs beside the static checks, because drawing the demo photos leaves a core free for much of its time. */
const PREPARE_JOURNEYS = 'web app and demo data for the journeys';

const only = process.argv.slice(2);
const isWanted = (name) => only.length === 0 || only.includes(name);
const totals = { passed: 0, failed: 0, skipped: 0 };
process.env.RANDOM_SEED ??= '1';

ensureInstalled();
keepFilesInMemory();
const reports = mkdtempSync(join(tmpdir(), 'encore-reports-'));
const journeys = isWanted('browser') ? findJourneys() : undefined;
await runAtOnce([
  ...(journeys ? [() => prepareJourneys(journeys)] : []),
  ...Object.keys(STATIC_CHECKS)
    .filter(isWanted)
    .map((name) => () => runStaticCheck(name)),
]);
if (isWanted('unit')) runVitest();
if (journeys?.isReady) runPlaywright(journeys.env);
if (journeys) rmSync(journeys.dataDir, { recursive: true, force: true });
rmSync(reports, { recursive: true, force: true });
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);

/** Runs one step per core at a time, because most of them use a single thread. */
async function runAtOnce(waiting) {
  const runNext = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await step();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runNext));
}

async function runStaticCheck(name) {
  const isOk = await runStep(name, STATIC_CHECKS[name], environment());
  totals[isOk ? 'passed' : 'failed'] += 1;
}

async function prepareJourneys(found) {
  found.isReady = await runStep(PREPARE_JOURNEYS, ['scripts/prepare-journeys.mjs'], found.env);
  if (!found.isReady) totals.failed += 1;
}

/** Prints the output of a step as a whole, so that those of two steps do not mix. */
async function runStep(name, args, env) {
  const startedAt = Date.now();
  const child = spawn(nodePath(), args, { cwd: root, env });
  const ended = new Promise((resolve) => child.on('close', resolve).on('error', resolve));
  const output = (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
  const isOk = (await ended) === 0;
  process.stdout.write(output);
  console.log(`${isOk ? 'ok  ' : 'FAIL'} ${name} (${seconds(startedAt)})`);
  return isOk;
}

function runVitest() {
  const startedAt = Date.now();
  console.log(`Random choices of the tests follow from RANDOM_SEED=${process.env.RANDOM_SEED}.`);
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

/** Returns where the journeys keep their data, or nothing if there is no browser to run them in. */
function findJourneys() {
  const browser = findBrowser();
  if (!browser) {
    totals.failed += 1;
    console.log(BROWSER_MISSING);
    return undefined;
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'encore-e2e-'));
  // When started as root, the database runs as another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o755);
  const report = join(reports, 'playwright.json');
  const env = environment({
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    E2E_DATA_DIR: dataDir,
  });
  return { dataDir, env, isReady: false };
}

function runPlaywright(env) {
  const startedAt = Date.now();
  const { status } = run(['node_modules/@playwright/test/cli.js', 'test', '--reporter=line,json'], { env });
  count('browser journeys', startedAt, status, () => {
    const report = JSON.parse(readFileSync(env.PLAYWRIGHT_JSON_OUTPUT_NAME, 'utf8'));
    const { expected, unexpected, flaky, skipped } = report.stats;
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
