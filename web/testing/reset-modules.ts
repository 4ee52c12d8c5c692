import { afterAll, afterEach, vi } from 'vitest';

// Notes load their library when they are shown, so one that is on its way would appear in the next test.
afterEach(async () => {
  const { toast } = await import('sonner');
  toast.dismiss();
});

afterAll(() => {
  vi.useRealTimers();
  vi.resetModules();
});
