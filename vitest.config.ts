import { defineConfig } from 'vitest/config';
import { GroupByEnvironment } from './scripts/group-by-environment.ts';
import { keepFilesInMemory } from './scripts/quick-folder.mjs';

keepFilesInMemory();

export default defineConfig({
  test: {
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // Two cores have room for three, because many tests wait for timers, the database or another process.
    maxWorkers: 3,
    sequence: { sequencer: GroupByEnvironment },
    // Polling ends at once when the condition holds; a second is too short on a busy machine.
    expect: { poll: { timeout: 15_000 } },
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
            'proofs/**/*.test.ts',
          ],
          globalSetup: ['server/testing/postgres-for-tests.ts'],
          setupFiles: ['server/testing/fix-seed.ts', 'server/testing/hash-cheaply.ts'],
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
          setupFiles: [
            'server/testing/fix-seed.ts',
            'web/testing/reset-modules.ts',
            'web/testing/wait-patiently.ts',
          ],
          restoreMocks: true,
          unstubGlobals: true,
        },
      },
    ],
  },
});
