import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // Two cores have room for three, because many tests wait for timers, the database or another process.
    maxWorkers: 3,
    env: { NODE_ENV: 'test', TZ: 'UTC' },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'scripts/**/*.test.ts',
            'attack/**/*.test.ts',
          ],
          globalSetup: ['server/testing/postgres-for-tests.ts'],
          // Loading the application for each file took nearly half of the processor time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          // Starting jsdom for each file took more than half of the processor time.
          isolate: false,
          setupFiles: ['web/testing/reset-modules.ts'],
          restoreMocks: true,
          unstubGlobals: true,
        },
      },
    ],
  },
});
