import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible, PHONE } from './axe.ts';
import { createEvent } from './competition.ts';
import { logIn, newPage, newPerson, register } from './people.ts';
import { payOrder, placeOrder } from './place-order.ts';
import { callAs, type SoldAlbum } from './purchases.ts';
import { expect, test } from './test.ts';

/** The cockpit asks for news every five seconds, and a busy machine adds to that. */
const BY_ITSELF_MS = 30_000;
const UPLOADED_MS = 60_000;

async function addTeam(staff: Page, event: number, order: number, program_name: string): Promise<SoldAlbum> {
  return callAs(staff, 'POST', '/albums', {
    program_name,
    team_name: `Team ${order}`,
    division_name: 'Senior 4',
    performance_order: order,
    events: [event],
    identifier: `${program_name}-${order}`,
  });
}

async function upload(staff: Page, eventId: number, albumId: number, photos: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'encore-cockpit-'));
  const files: string[] = [];
  for (let i = 0; i < photos; i += 1) {
    const file = join(folder, `IMG_${i}.jpg`);
    const background = { r: 40 * i, g: 90, b: 160 };
    await sharp({ create: { width: 320, height: 200, channels: 3, background } })
      .jpeg()
      .toFile(file);
    files.push(file);
  }
  await staff.goto(`/admin/events/${eventId}/upload?album=${albumId}`);
  await staff.locator('input[type=file][aria-label=Photos]').setInputFiles(files);
  await expect(staff.getByRole('region', { name: 'Upload report' })).toBeVisible({ timeout: UPLOADED_MS });
}

async function buyAlbum(browser: Browser, eventId: number, album: SoldAlbum): Promise<void> {
  const customer = await newPage(browser);
  await register(customer, newPerson());
  const found = await callAs(customer, 'POST', '/user-found-albums', { album: album.id, event: eventId });
  await callAs(customer, 'GET', `/user-found-albums/${found.id}/view`);
  await payOrder(customer, await placeOrder(customer, [album]));
  await customer.close();
}

async function openLinks(staff: Page, eventId: number) {
  await staff.goto(`/admin/events/${eventId}/links`);
  return staff.getByRole('region', { name: 'Producer links' });
}

test('a producer follows uploads and sales of their event with a secret link until staff end it', async ({
  page: staff,
  browser,
}) => {
  test.setTimeout(300_000);
  await logIn(staff, 'support@encore.test');
  const { id: eventId, program } = await createEvent(staff);
  const first = await addTeam(staff, eventId, 1, program);
  await addTeam(staff, eventId, 2, program);

  await staff.goto(`/admin/events/${eventId}/pricing`);
  await staff.getByLabel('Producer’s share in percent').fill('12.5');
  await staff.getByRole('button', { name: 'Save prices' }).click();
  await expect(staff.getByText('Prices saved')).toBeVisible();
  await staff.reload();
  await expect(staff.getByLabel('Producer’s share in percent')).toHaveValue('12.50');
  const again = await openLinks(staff, eventId);
  await again.getByLabel('Link for').fill('Front desk');
  await again.getByRole('button', { name: 'Create link' }).click();
  const address = await again.getByLabel('The new link').inputValue();
  await expect(again.getByRole('list', { name: 'Producer links' })).toContainText('never opened');
  await expectAccessible(staff, 'the links of an event');

  const producer = await newPage(browser, { viewport: PHONE });
  const answer = await producer.goto(address);
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });
  await expect(producer.getByRole('heading', { level: 1, name: `${program} Open` })).toBeVisible();
  await expect(producer.getByText('No photos uploaded yet')).toBeVisible();
  const teams = producer.getByRole('table', { name: 'Sales by team' });
  const team = (order: number) => teams.getByRole('row', { name: `${program} Team ${order}` });
  await expect(team(1)).toContainText('No photos yet');
  const secret = address.split('/').at(-1) ?? '';
  expect(secret).toHaveLength(43);
  expect(await producer.evaluate<string>('JSON.stringify({ ...localStorage })')).not.toContain(secret);

  const moving = expect(producer.getByText(/^[123] photos? in the last minute$/)).toBeVisible({
    timeout: UPLOADED_MS + BY_ITSELF_MS,
  });
  await upload(staff, eventId, first.id, 3);
  await moving;
  await expect(team(1)).toContainText('Unsold', { timeout: BY_ITSELF_MS });

  await buyAlbum(browser, eventId, first);
  await expect(team(1)).toContainText('$19.95', { timeout: BY_ITSELF_MS });
  const totals = producer.getByRole('region', { name: 'Totals' });
  await expect(totals).toContainText('$2.49');
  await expect(totals).toContainText('12.5 % of net sales');
  await expectAccessible(producer, 'the cockpit on a phone');

  await teams.getByRole('button', { name: 'Net' }).focus();
  await producer.keyboard.press('Enter');
  await expect(producer).toHaveURL(/sort=net/);
  await expect(teams.getByRole('columnheader', { name: 'Net' })).toHaveAttribute('aria-sort', 'descending');
  await producer.getByRole('button', { name: /^No photos/ }).click();
  await expect(producer).toHaveURL(/show=no_photos/);
  await expect(team(1)).toHaveCount(0);
  await expect(team(2)).toBeVisible();
  const download = producer.waitForEvent('download');
  await producer.getByRole('button', { name: 'Download as CSV' }).click();
  const table = await readFile(await (await download).path(), 'utf8');
  expect(table).toContain(`2,${program},Team 2,Senior 4,No photos yet,0`);
  expect(table).not.toContain('Team 1');

  await producer.setViewportSize({ width: 1440, height: 900 });
  await producer.reload();
  await expect(team(2)).toBeVisible();
  await expectAccessible(producer, 'the cockpit on a desk');

  const last = await openLinks(staff, eventId);
  await expect(last.getByRole('list', { name: 'Producer links' })).toContainText('last opened');
  await last.getByRole('button', { name: 'End Front desk' }).click();
  await staff.getByRole('alertdialog').getByRole('button', { name: 'End link' }).click();
  await expect(last.getByRole('list', { name: 'Producer links' })).toContainText('Ended');
  await expect(producer.getByText('This link no longer works')).toBeVisible({ timeout: BY_ITSELF_MS });
  await expect(teams).toHaveCount(0);
  await expectAccessible(producer, 'an ended link');
});
