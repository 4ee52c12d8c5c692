import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS } from './scripts/chromium-flags.ts';

const port = Number(process.env.E2E_PORT ?? 4399);
const address = `http://127.0.0.1:${port}`;
// Kept across the worker processes that read this file again.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'encore-e2e-'));
// As root, the database runs as another user, which must reach the folder.
chmodSync(process.env.E2E_DATA_DIR, 0o755);

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 1,
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: address,
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
  webServer: {
    command: 'node server/api.ts',
    url: `${address}/api/health`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: String(port),
      DATA_DIR: process.env.E2E_DATA_DIR,
      LOG_LEVEL: 'warn',
      PUBLIC_URL: address,
      FACE_THREADS: '1',
    },
  },
});
