import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'contract/**/*.test.ts',
      'server/**/*.test.ts',
      'scripts/**/*.test.ts',
      'web/**/*.test.{ts,tsx}',
    ],
    globalSetup: ['server/testing/postgres-for-tests.ts'],
    env: { NODE_ENV: 'test', TZ: 'UTC' },
    testTimeout: 90_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
