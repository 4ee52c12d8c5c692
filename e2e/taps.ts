import { type Page, test } from '@playwright/test';

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

export const reportTaps = (name: string, taps: number, since: number) =>
  test.info().annotations.push({
    type: name,
    description: `${taps} taps, ${((Date.now() - since) / 1000).toFixed(1)} s`,
  });
