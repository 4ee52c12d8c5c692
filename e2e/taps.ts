import type { Page } from '@playwright/test';

/** Counts presses on buttons and links, also across page loads. Typing into a field is not counted. */
export async function countTaps(page: Page): Promise<() => Promise<number>> {
  let taps = 0;
  await page.exposeFunction('noteTap', () => {
    taps += 1;
  });
  await page.addInitScript(() => {
    addEventListener('click', () => (window as unknown as { noteTap(): void }).noteTap(), true);
  });
  return async () => taps;
}
