import { afterAll, afterEach, vi } from 'vitest';

const hasPage = typeof document !== 'undefined';

if (hasPage) {
  const { configure } = await import('@testing-library/react');
  // One second, the default, is too short on a busy machine. A wait still ends as soon as its condition holds.
  configure({ asyncUtilTimeout: 15_000 });
}

// Files share one window, so a test leaves nothing behind for the next.
afterEach(async () => {
  vi.useRealTimers();
  if (hasPage) await leavePage();
  vi.unstubAllGlobals();
});

async function leavePage(): Promise<void> {
  const { act, cleanup } = await import('@testing-library/react');
  const { toast } = await import('sonner');
  const { queryClient } = await import('#web/lib/query-client.ts');
  const { closeSession } = await import('#web/lib/session.ts');
  cleanup();
  act(closeSession);
  // A toaster shows the toasts of the one before it until they are dismissed.
  toast.dismiss();
  localStorage.clear();
  sessionStorage.clear();
  queryClient.clear();
}

afterAll(async () => {
  vi.useRealTimers();
  // A page that is still loading would fail with this file, and so for the next one.
  await vi.dynamicImportSettled();
  vi.resetModules();
});
