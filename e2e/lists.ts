import type { Locator, Page } from '@playwright/test';

/** Sets a filter of the list inside `place`, by the name of one of its options. */
export async function filterBy(page: Page, option: string | RegExp, place: Page | Locator = page) {
  await place.getByRole('button', { name: /^Filter/ }).click();
  await page
    .getByRole('dialog', { name: 'Filters' })
    .getByRole('radio', { name: option, exact: true })
    .check();
  await page.keyboard.press('Escape');
}

export async function saveCsv(page: Page, place: Page | Locator = page) {
  await place.getByRole('button', { name: 'List menu' }).click();
  await page.getByRole('menuitem', { name: 'Download as CSV' }).click();
}
