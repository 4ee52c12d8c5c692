import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
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
      ...quickAndDeep('server', '{contract,engines,server,scripts,proofs}', {
        globalSetup: ['server/testing/postgres-for-tests.ts'],
        setupFiles: ['server/testing/fix-seed.ts', 'server/testing/hash-cheaply.ts'],
        // Loading the application for each file took nearly half of the processor time.
        isolate: false,
      }),
      ...quickAndDeep('web', 'web', {
        // Starting jsdom for each file took more than half of the processor time.
        isolate: false,
        setupFiles: ['server/testing/fix-seed.ts', 'web/testing/set-up.ts'],
        restoreMocks: true,
        unstubGlobals: true,
      }),
    ],
  },
});

/**
 * `npm test` runs the first of the two projects. The other, of `npm run test:deep`, has the files that take long: crashes,
 * many random rounds, other servers, many pictures.
 */
function quickAndDeep(
  name: string,
  folders: string,
  settings: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration[] {
  const all = `${folders}/**/*.test.{ts,tsx}`;
  const deep = `${folders}/**/*.deep.test.{ts,tsx}`;
  return [
    { extends: true, test: { ...settings, name, include: [all], exclude: [deep] } },
    { extends: true, test: { ...settings, name: `${name}-deep`, include: [deep] } },
  ];
}
