// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest';
import { forgetOfflineImages } from './offline.ts';

/** Sets a property that the window of tests does not have. */
function pretend(target: object, name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true });
  onTestFinished(() => {
    if (before) Object.defineProperty(target, name, before);
    else Reflect.deleteProperty(target, name);
  });
}

test('a log-out reaches the worker, and the list of loaded pictures is empty', async () => {
  const postMessage = vi.fn();
  const clearResourceTimings = vi.fn();
  pretend(navigator, 'serviceWorker', { ready: Promise.resolve({ active: { postMessage } }) });
  pretend(performance, 'clearResourceTimings', clearResourceTimings);
  forgetOfflineImages();
  await vi.waitFor(() => expect(postMessage).toHaveBeenCalledWith({ kind: 'log-out' }));
  expect(clearResourceTimings).toHaveBeenCalledOnce();
});
