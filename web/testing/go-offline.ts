import { onlineManager } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/**
 * Tests of other files share the window and the query library, which would hold back their queries, so the test comes
 * back online when it ends. The library is told itself: without a page it no longer listens to the window.
 */
export function goOffline(): void {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  onTestFinished(() => {
    isOnline.mockRestore();
    onlineManager.setOnline(true);
  });
}
