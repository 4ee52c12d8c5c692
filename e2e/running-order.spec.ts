import { readFile } from 'node:fs/promises';
import { DESK, expectAccessible, PHONE } from './axe.ts';
import { createEvent } from './competition.ts';
import { filterBy, saveCsv } from './lists.ts';
import { logIn } from './people.ts';
import { callAs } from './purchases.ts';
import { expect, test } from './test.ts';

const HEAD = 'performance_order,program,team,division,planned_time';

test('a running order can be searched, and its export imports without a change', { tag: '@deep' }, async ({
  page,
}) => {
  test.setTimeout(120_000);
  await logIn(page, 'support@encore.test');
  const { id, program } = await createEvent(page);
  const many = Array.from({ length: 300 }, (_, i) => `${i + 10},${program},Team ${i + 10},Junior L2,10:00`);
  const rows = [
    `1,${program},"=Sum(""Gold""), A",Senior L4,09:00`,
    `2,'@${program},Comets,,2026-12-06T01:30:05-07:00`,
    ...many,
  ];
  await callAs(page, 'POST', `/events/${id}/running-order`, {
    csv: [HEAD, ...rows].join('\n'),
    commit: true,
  });
  await callAs(page, 'POST', '/albums', {
    events: [id],
    program_name: program,
    team_name: 'Late entry',
    division_name: '',
    performance_order: 900,
    identifier: `${id}-late`,
  });
  await callAs(page, 'POST', `/events/${id}/delay`, { minutes: 12, from: '2026-12-06T00:00:00Z' });

  await page.goto(`/admin/events/${id}/running-order`);
  const order = page.getByRole('region', { name: 'Running order', exact: true });
  await expect(order.getByText('303 performances')).toBeVisible();
  const lines = order.getByRole('row', { name: /\d/ });
  await expect(lines.first()).toBeVisible();
  expect(await lines.count()).toBeLessThan(60);
  await expect(lines.first()).toContainText('=Sum("Gold"), A');

  await filterBy(page, /^Delayed/, order);
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText('12 min late');
  await expect(page).toHaveURL(/order_show=delayed/);
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Find in the running order' }).fill('team 30');
  await expect(order.getByText('No performance found')).toBeVisible();
  await order.getByRole('button', { name: 'Clear filters' }).click();
  await order.getByRole('button', { name: 'Performance' }).click();
  await expect(lines.first()).toContainText('Late entry');
  await expect(page).toHaveURL(/order_sort=performance_order/);
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    await expectAccessible(page, 'a running order');
  }
  await page.setViewportSize(DESK);

  const saved = page.waitForEvent('download');
  await saveCsv(page, order);
  const file = await (await saved).path();
  expect((await readFile(file, 'utf8')).split('\r\n')).toHaveLength(1 + 303 + 1);
  await page.locator('input[type=file][aria-label="Running order file"]').setInputFiles(file);
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeVisible();
  await expect(page.getByText(/303 rows, 0 errors/)).toBeAttached();
});

test('a sheet of any producer is mapped once, and its bad lines are fixed one by one', {
  tag: '@deep',
}, async ({ page }) => {
  test.setTimeout(180_000);
  await logIn(page, 'support@encore.test');
  const { id, program } = await createEvent(page);
  const word = program.slice(-8);
  const sheet = [
    'Winter Open',
    `Rtn ${word};House ${word};Crew ${word};Level;Slot ${word}`,
    `#1;${program};Comets;4;9:00 AM`,
    `2;${program};Meteors;3;`,
    `3;${program};Novas;2;9:12 AM`,
    `4;${program};;2;9:18 AM`,
    `5;${program};Orbit;1;`,
    `six;${program};Pulse;1;9:30 AM`,
    `7;${program};Quasar;1;9:36 AM`,
    ';Lunch;;;12:00 PM',
  ].join('\n');
  const open = async () => {
    await page.goto(`/admin/events/${id}/running-order`);
    await page.getByLabel('CSV').fill(sheet);
    await page.getByRole('button', { name: 'Preview' }).click();
  };
  await open();
  const columns = page.getByRole('region', { name: 'Columns' });
  await expect(columns.getByText('Which column is which?')).toBeVisible();
  for (const [field, heading] of [
    ['performance', `Rtn ${word}`],
    ['program', `House ${word}`],
    ['team', `Crew ${word}`],
    ['time', `Slot ${word}`],
  ] as const) {
    await columns.getByRole('combobox', { name: `Column for ${field}` }).click();
    await page.getByRole('option', { name: heading, exact: true }).click();
  }
  await expect(page.getByText('3 new, 5 need a fix')).toBeVisible();
  await page.getByRole('button', { name: 'Import 3 albums' }).click();
  await expect(page.getByText('3 already there, 5 need a fix')).toBeVisible();

  await page.setViewportSize(PHONE);
  await expectAccessible(page, 'a sheet with bad lines');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  const asked = page.getByRole('region', { name: 'Missing times' });
  await expect(asked).toContainText('2 performances have no time');
  await expect(asked.getByLabel(/Meteors/)).toHaveValue('09:06');
  await asked.getByRole('button', { name: 'Set time' }).click();
  await expect(asked.getByLabel(/Orbit/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(asked).toBeHidden();
  // Only lines near the screen are drawn, so it is made tall enough for all of them.
  await page.setViewportSize({ width: 1440, height: 3000 });
  const fill = async (name: string, text: string) => {
    await page.getByRole('textbox', { name }).fill(text);
    await page.keyboard.press('Enter');
  };
  await fill('Team, line 6', 'Lyra');
  await expect(page.getByText('3 new, 3 already there, 2 need a fix')).toBeVisible();
  await fill('Performance, line 8', '6');
  await expect(page.getByText('4 new, 3 already there, 1 needs a fix')).toBeVisible();
  await page.getByRole('button', { name: 'Import 4 albums' }).click();
  await expect(page.getByText('7 already there, 1 needs a fix')).toBeVisible();
  await expect(page.getByText('If this is a break, leave it out.')).toBeVisible();
  const albums = await callAs(page, 'GET', `/events/${id}/running-order`);
  expect(albums.map((line: { team_name: string }) => line.team_name)).toEqual([
    'Comets',
    'Meteors',
    'Novas',
    'Lyra',
    'Orbit',
    'Pulse',
    'Quasar',
  ]);

  await open();
  await expect(columns.getByText('The same as last time')).toBeVisible();
  await expect(page.getByText('3 already there, 5 need a fix')).toBeVisible();
});
