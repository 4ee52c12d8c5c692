// npm test: every check, one after the other; the last line says how many passed and failed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BROWSER_MISSING, findBrowser } from './find-browser.mjs';
import { ensureBuilt, ensureInstalled, environment, run } from './prepare.mjs';

const only = process.argv.slice(2);
const reports = mkdtempSync(join(tmpdir(), 'encore-reports-'));
const totals = { passed: 0, failed: 0, skipped: 0 };

const CHECKS = {
  types: () => check('types', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json']),
  'web-types': () => check('web types', ['node_modules/typescript/bin/tsc', '-p', 'web/tsconfig.json']),
  lint: () => check('lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']),
  arrows: () => check('import arrows', ['scripts/check-arrows.mjs']),
  unused: () => check('unused code', ['node_modules/knip/bin/knip.js', '--no-progress']),
  'database-types': () => check('database types', ['scripts/database-types.ts', '--check']),
  unit: runVitest,
  browser: runPlaywright,
};

ensureInstalled();
for (const [name, runCheck] of Object.entries(CHECKS)) {
  if (only.length > 0 && !only.includes(name)) continue;
  runCheck();
}
rmSync(reports, { recursive: true, force: true });
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);

function check(title, args) {
  const startedAt = Date.now();
  const ok = run(args).status === 0;
  totals[ok ? 'passed' : 'failed'] += 1;
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${title} (${seconds(startedAt)})`);
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
  const env = environment({ CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  const { status } = run(['node_modules/@playwright/test/cli.js', 'test', '--reporter=line,json'], { env });
  count('browser journeys', startedAt, status, () => {
    const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(report, 'utf8')).stats;
    return { passed: expected + flaky, failed: unexpected, skipped };
  });
}

/** A runner that died, or ran nothing, is a failure whatever it counted. */
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
