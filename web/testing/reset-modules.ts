import { afterAll, vi } from 'vitest';

// Test files share a process, so stores that live in modules would leak from one file into the next.
afterAll(() => {
  vi.useRealTimers();
  vi.resetModules();
});
