import { afterAll, afterEach, vi } from 'vitest';

// Notes load their library when they are shown, so one that is on its way would appear in the next test.
afterEach(async () => {
  const { toast } = await import('sonner');
  toast.dismiss();
});

afterAll(async () => {
  vi.useRealTimers();
  // A page that is still loading would fail with this file, and so for the next one.
  await vi.dynamicImportSettled();
  vi.resetModules();
});
