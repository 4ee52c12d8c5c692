import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export const PHONE = { width: 390, height: 844 } as const;
export const DESK = { width: 1440, height: 900 } as const;

const NO_SCRIPT = { axeSource: ';' };

/** Returns true if an earlier check of the same document has already loaded axe, which is half a megabyte. */
async function hasAxe(page: Page): Promise<boolean> {
  return page.frames().length === 1 && (await page.evaluate<boolean>("'axe' in window"));
}

/** Checks the page as it is now, without frames; `rules` limits the check to some rules. */
export async function expectNoViolations(page: Page, where: string, rules?: string[]): Promise<void> {
  const axe = new AxeBuilder({ page, ...((await hasAxe(page)) && NO_SCRIPT) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], selectors: false });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  expect(found, where).toEqual([]);
}

/** Checks all rules in light, only contrast in dark, which changes nothing but colors, and that nothing scrolls sideways. */
export async function expectAccessible(page: Page, where = page.url()): Promise<void> {
  const at = `${where} at ${page.viewportSize()?.width} px`;
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectNoViolations(page, `${at}, light`);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectNoViolations(page, `${at}, dark`, ['color-contrast']);
  await expectNoSidewaysScroll(page, at);
}

async function expectNoSidewaysScroll(page: Page, at: string): Promise<void> {
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  expect(overflow, `${at} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Everything still fits a phone when the browser shows text at twice its size. */
export async function expectRoomForLargeText(page: Page, where: string): Promise<void> {
  await page.setViewportSize(PHONE);
  const setTextSize = (size: string) =>
    page.evaluate(`document.documentElement.style.fontSize = ${JSON.stringify(size)}`);
  await setTextSize('200%');
  await expectNoSidewaysScroll(page, `${where} in large text`);
  await setTextSize('');
}
