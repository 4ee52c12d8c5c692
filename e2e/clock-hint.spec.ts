import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DESK, expectAccessible, PHONE } from './axe.ts';
import { clock, createEvent, takePhoto } from './competition.ts';
import { logIn } from './people.ts';
import { callAs } from './purchases.ts';
import { expect, test } from './test.ts';

const HEAD = 'performance_order,program,team,division,planned_time';
const TEAMS = 12;
const PHOTOS_PER_TEAM = 4;
const PHOTOS = TEAMS * PHOTOS_PER_TEAM;
const HOURS_BEHIND = 6;

/** Performances three to five minutes apart, from 8 in the morning on. */
function planDay(): number[] {
  const starts = [8 * 3_600];
  for (let order = 1; order < 150; order += 1)
    starts.push((starts.at(-1) ?? 0) + (3 + (((order * order * 31 + order * 17) % 101) % 3)) * 60);
  return starts;
}

test('a camera six hours behind is noticed, fixed in one tap and put back', { tag: '@deep' }, async ({
  page,
}) => {
  test.setTimeout(150_000);
  await logIn(page, 'support@encore.test');
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  const { id, program } = await createEvent(page, day);
  const starts = planDay();
  const rows = starts.map((second, i) => `${i + 1},${program},Team ${i + 1},L1,${clock(second).slice(0, 5)}`);
  await callAs(page, 'POST', `/events/${id}/running-order`, {
    csv: [HEAD, ...rows].join('\n'),
    commit: true,
  });

  const folder = mkdtempSync(join(tmpdir(), 'encore-clock-'));
  const files: string[] = [];
  for (const start of starts.slice(110, 110 + TEAMS)) {
    for (let frame = 0; frame < PHOTOS_PER_TEAM; frame += 1) {
      const file = join(folder, `IMG_${files.length}.jpg`);
      const second = start + 40 + frame * 15 - HOURS_BEHIND * 3_600;
      await takePhoto(file, 'A001', second, undefined, day);
      files.push(file);
    }
  }
  await page.goto(`/admin/events/${id}/upload`);
  await page.locator('input[type=file][aria-label=Photos]').setInputFiles(files);
  const hint = page.getByRole('region', { name: 'Camera A001 (Canon EOS R6) looks 6 hours behind' });
  await expect(hint).toContainText(`${PHOTOS} of ${PHOTOS} photos fit the running order after the fix`, {
    timeout: 90_000,
  });
  await expect(hint).toContainText('Performances 111 to 122');
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    await expectAccessible(page, 'a clock hint');
  }
  const published = async () => (await callAs(page, 'GET', `/events/admin/${id}/totals`)).published_count;
  await expect.poll(published, { timeout: 20_000 }).toBe(0);

  await hint.getByRole('link', { name: 'Look first' }).click();
  await expect(page.getByText('Camera clock').first()).toBeVisible();
  await hint.getByRole('button', { name: `Fix all ${PHOTOS}` }).click();
  await expect(page.getByText(`Fixed ${PHOTOS} photos of camera A001`)).toBeVisible();
  await expect(hint).toHaveCount(0);
  await expect.poll(published, { timeout: 20_000 }).toBe(TEAMS);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(hint).toBeVisible({ timeout: 20_000 });
  await expect.poll(published, { timeout: 20_000 }).toBe(0);
});
