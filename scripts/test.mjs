// Runs `npm test`; with the argument `deep` the tests that take long, with `all` both. Names of single steps work too.
// The last line says how many passed and failed.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
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
  messages: ['node_modules/@lingui/cli/dist/lingui.js', 'check', 'sync', '--clean', '--workers', '1'],
  translations: [
    'node_modules/@lingui/cli/dist/lingui.js',
    'check',
    'missing',
    '--locale',
    'es',
    '--verbose',
  ],
  'database-types': ['scripts/database-types.ts', '--check'],
};
const SUITES = {
  quick: [...Object.keys(STATIC_CHECKS), 'unit', 'browser'],
  deep: ['deep-unit', 'deep-browser'],
};
SUITES.all = [...SUITES.quick, ...SUITES.deep];
const SHOWN = 10;

const named = process.argv.slice(2);
const wanted = new Set((named.length > 0 ? named : ['quick']).flatMap((name) => SUITES[name] ?? [name]));
const totals = { passed: 0, failed: 0, skipped: 0 };
const spent = [];
let isFinished = false;
process.env.RANDOM_SEED ??= '1';

process.on('exit', () => {
  if (!isFinished) totals.failed += 1;
  for (const line of spent) console.log(line);
  const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
  console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
  process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0;
});

const startedAt = Date.now();
const needsBrowser = wanted.has('browser') || wanted.has('deep-browser');
const foundBrowser = needsBrowser ? findBrowser() : undefined;
ensureInstalled();
note('install', startedAt);
keepFilesInMemory();
const reports = mkdtempSync(join(tmpdir(), 'encore-reports-'));
const browser = await foundBrowser;
if (needsBrowser && !browser) {
  totals.failed += 1;
  console.log(BROWSER_MISSING);
}

// The demo data is made beside the static checks, because drawing its photos leaves a core free for much of its time.
const journeys = wanted.has('browser') && browser ? newJourneys() : undefined;
await runAtOnce([
  ...(journeys ? [() => prepareJourneys(journeys)] : []),
  ...Object.keys(STATIC_CHECKS)
    .filter((name) => wanted.has(name))
    .map((name) => () => runStaticCheck(name)),
]);
if (wanted.has('unit')) runVitest('unit and module tests', ['server', 'web']);
if (journeys) runJourneys(journeys, 'browser journeys', 'journeys');
if (wanted.has('deep-unit')) runVitest('deep unit and module tests', ['server-deep', 'web-deep']);
if (wanted.has('deep-browser') && browser) {
  const deepJourneys = newJourneys();
  await prepareJourneys(deepJourneys);
  runJourneys(deepJourneys, 'deep browser journeys', 'deep');
}
rmSync(reports, { recursive: true, force: true });
note('all', startedAt);
isFinished = true;

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

/** Prints the output of a step as a whole, so that those of two steps do not mix. */
async function runStep(name, args, env) {
  const since = Date.now();
  const child = spawn(nodePath(), args, { cwd: root, env });
  const ended = new Promise((resolve) => child.on('close', resolve).on('error', resolve));
  const output = (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
  const isOk = (await ended) === 0;
  process.stdout.write(output);
  console.log(`${isOk ? 'ok  ' : 'FAIL'} ${name}`);
  note(name, since);
  return isOk;
}

function runVitest(title, projects) {
  const since = Date.now();
  console.log(`Random choices of the tests follow from RANDOM_SEED=${process.env.RANDOM_SEED}.`);
  const report = join(reports, `${projects[0]}.json`);
  const { status } = run([
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  count(title, since, status, () => {
    const { testResults, ...counts } = JSON.parse(readFileSync(report, 'utf8'));
    noteSlowest(
      testResults.map((file) => ({ name: relative(root, file.name), ms: file.endTime - file.startTime })),
    );
    return {
      passed: counts.numPassedTests,
      failed: counts.numFailedTests,
      skipped: counts.numPendingTests,
    };
  });
}

function newJourneys() {
  const dataDir = mkdtempSync(join(tmpdir(), 'encore-e2e-'));
  // When started as root, the database runs as another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o755);
  const report = join(reports, `${Date.now()}.json`);
  const env = environment({
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    E2E_DATA_DIR: dataDir,
  });
  return { dataDir, env, report, isReady: false };
}

async function prepareJourneys(found) {
  const name = 'web app and demo data of the journeys';
  found.isReady = await runStep(name, ['scripts/prepare-journeys.mjs'], found.env);
  if (!found.isReady) totals.failed += 1;
}

function runJourneys({ dataDir, env, report, isReady }, title, project) {
  const since = Date.now();
  if (isReady) {
    const args = ['test', `--project=${project}`, '--reporter=line,json'];
    const { status } = run(['node_modules/@playwright/test/cli.js', ...args], { env });
    count(title, since, status, () => {
      const { suites, stats } = JSON.parse(readFileSync(report, 'utf8'));
      noteSlowest(suites.flatMap(journeysOf));
      const { expected, unexpected, flaky, skipped } = stats;
      return { passed: expected, failed: unexpected + flaky, skipped };
    });
  }
  rmSync(dataDir, { recursive: true, force: true });
}

/** Counts a runner that crashed or ran no test as a failure, whatever its report says. */
function count(title, since, status, readCounts) {
  let counts = { passed: 0, failed: 0, skipped: 0 };
  note(title, since);
  try {
    counts = readCounts();
  } catch {
    console.log(`${title}: no report was written`);
  }
  if (counts.failed === 0 && (status !== 0 || counts.passed === 0)) counts.failed = 1;
  for (const key of Object.keys(totals)) totals[key] += counts[key];
  const word = counts.failed === 0 ? 'ok  ' : 'FAIL';
  console.log(`${word} ${title}: ${counts.passed} passed, ${counts.failed} failed`);
}

/** Remembers how long a step took; the end of the run shows where the minutes went. */
function note(title, since) {
  spent.push(`${seconds(Date.now() - since)}  ${title}`);
}

function noteSlowest(tests) {
  const slowest = tests.sort((a, b) => b.ms - a.ms).slice(0, SHOWN);
  for (const { name, ms } of slowest) spent.push(`${seconds(ms)}    ${name}`);
}

function journeysOf({ file, specs = [], suites = [] }) {
  const durationOf = ({ tests }) =>
    tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
  return [
    ...specs.map((spec) => ({ name: `${file}: ${spec.title}`, ms: durationOf(spec) })),
    ...suites.flatMap(journeysOf),
  ];
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1).padStart(7)} s`;
}
