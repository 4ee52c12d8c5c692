import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { addressOf, dataDirOf, portOf, STAGES } from './e2e/stage.ts';
import { CHROMIUM_FLAGS } from './scripts/chromium-flags.ts';

// Kept across the worker processes that read this file again.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'encore-e2e-'));
// As root, the database runs as another user, which must reach the folder.
chmodSync(process.env.E2E_DATA_DIR, 0o755);

const startStage = (stage: number) => ({
  command: 'node server/api.ts',
  url: `${addressOf(stage)}/api/health`,
  timeout: 60_000,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
  env: {
    PORT: String(portOf(stage)),
    DATA_DIR: dataDirOf(stage),
    LOG_LEVEL: 'warn',
    PUBLIC_URL: addressOf(stage),
    FACE_THREADS: '1',
    SEED: 'demo-small',
  },
});

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: STAGES,
  // Journeys of one file too: none needs another, and the longest file would be waited for.
  fullyParallel: true,
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: addressOf(),
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Denver',
    screenshot: 'only-on-failure',
    // Recording every journey costs a quarter of the run; one that failed is tried again and recorded then.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: CHROMIUM_FLAGS,
    },
  },
  webServer: Array.from({ length: STAGES }, (_, stage) => startStage(stage)),
});
