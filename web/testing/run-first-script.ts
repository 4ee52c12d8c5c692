import { readFileSync } from 'node:fs';
import { onTestFinished, vi } from 'vitest';

const SCRIPT = readFileSync('web/public/first.js', 'utf8');
const PICTURES = readFileSync('web/public/first-pictures.js', 'utf8');

/** Other tests share the window, so the listeners and marks of the script end with the test. */
export function runFirstScript(): void {
  onTestFinished(() => {
    const { dataset } = document.documentElement;
    for (const mark of ['first', 'firstData', 'firstHidden', 'firstKnown']) delete dataset[mark];
    delete window.firstUse;
  });
  const spies = [document, window].map((target) => ({ target, spy: vi.spyOn(target, 'addEventListener') }));
  new Function(SCRIPT)();
  // The window of tests loads no scripts.
  if (document.querySelector('script[src="/first-pictures.js"]')) new Function(PICTURES)();
  for (const { target, spy } of spies) {
    const added = [...spy.mock.calls];
    spy.mockRestore();
    onTestFinished(() => {
      for (const [kind, listener] of added) target.removeEventListener(kind, listener);
    });
  }
}
