import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { addressOf, TEST_SERVERS, testServerEnvironment } from './e2e/test-server.ts';
import { findPorts } from './proofs/site.ts';
import { CHROMIUM_FLAGS } from './scripts/chromium-flags.ts';

// Worker processes load this file again and must use the same folder and ports.
process.env.E2E_PORTS ??= (await findPorts(TEST_SERVERS)).join(',');
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'encore-e2e-'));
// When started as root, the database runs as another user, who must be able to enter the folder.
chmodSync(process.env.E2E_DATA_DIR, 0o755);

const startTestServer = (stage: number) => ({
  command: 'node server/api.ts',
  url: `${addressOf(stage)}/api/health`,
  timeout: 60_000,
  // The log says why a call failed.
  stdout: 'pipe' as const,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
  env: testServerEnvironment(stage),
});

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/prepare-test-servers.ts',
  // `npm test` runs the first, `npm run test:deep` the other.
  projects: [
    { name: 'journeys', grepInvert: /@deep/ },
    { name: 'deep', grep: /@deep/ },
  ],
  outputDir: 'test-results',
  workers: TEST_SERVERS,
  fullyParallel: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: addressOf(),
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Denver',
    contextOptions: { reducedMotion: 'reduce' },
    serviceWorkers: 'block',
    // The browser keeps its process and compiled scripts; cookies and stored data are cleared between journeys.
    reuseContext: true,
    screenshot: 'only-on-failure',
    // Recording a trace of every journey would make the run a quarter longer.
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: CHROMIUM_FLAGS,
    },
  },
  webServer: Array.from({ length: TEST_SERVERS }, (_, stage) => startTestServer(stage)),
});
