import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { expectAccessible, PHONE } from './axe.ts';
import { createEvent, takePhoto } from './competition.ts';
import { logIn, newPage, newPerson, register } from './people.ts';
import { payByCall, placeOrder } from './place-order.ts';
import { callAs, type SoldAlbum } from './purchases.ts';
import { expect, test } from './test.ts';

/** The cockpit polls every five seconds, and a busy machine adds to that. */
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

/** Gives both teams a time on stage, so that photos are filed by when they were taken. */
async function planDay(staff: Page, eventId: number, program: string): Promise<void> {
  const rows = [1, 2].map((order) => `${order},${program},Team ${order},Senior 4,09:${order - 1}0`);
  const csv = ['performance_order,program,team,division,planned_time', ...rows].join('\n');
  const { written } = await callAs(staff, 'POST', `/events/${eventId}/running-order`, { csv, commit: true });
  expect(written).toBe(true);
}

async function photograph(name: string, photos: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'encore-pass-'));
  const files = Array.from({ length: photos }, (_, index) => join(folder, `${name}_${index}.jpg`));
  for (const file of files) await takePhoto(file, `BODY-${name}`, (9 * 60 + 5) * 60);
  return files;
}

/** A photographer opens a pass on a phone, uploads, and sees in which album the photos are. */
async function uploadByPass(page: Page, address: string, files: string[], team: string): Promise<void> {
  await page.goto(address);
  await page.locator('input[type=file][aria-label=Photos]').setInputFiles(files);
  const report = page.getByRole('region', { name: 'Upload report' });
  await expect(report).toContainText('Completed', { timeout: UPLOADED_MS });
  await expect(report.getByText(team)).toHaveCount(files.length);
}

async function createLink(staff: Page, region: string, field: string, label: string): Promise<string> {
  const panel = staff.getByRole('region', { name: region });
  await panel.getByLabel(field, { exact: true }).fill(label);
  await panel.getByRole('button', { name: 'Create link' }).click();
  await expect(panel.getByRole('list', { name: region })).toContainText(label);
  return panel.getByLabel('The new link').inputValue();
}

async function buyAlbum(browser: Browser, eventId: number, album: SoldAlbum): Promise<void> {
  const customer = await newPage(browser);
  await register(customer, newPerson());
  const found = await callAs(customer, 'POST', '/user-found-albums', { album: album.id, event: eventId });
  await callAs(customer, 'GET', `/user-found-albums/${found.id}/view`);
  await payByCall(customer, await placeOrder(customer, [album]));
  await customer.close();
}

async function openLinks(staff: Page, eventId: number) {
  await staff.goto(`/admin/events/${eventId}/links`);
  return staff.getByRole('region', { name: 'Producer links' });
}

test('on the day of an event two photographers upload by pass, a producer follows, and a screen shows it', {
  tag: '@deep',
}, async ({ page: staff, browser }) => {
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
  await planDay(staff, eventId, program);
  const again = await openLinks(staff, eventId);
  const address = await createLink(staff, 'Producer links', 'Link for', 'Front desk');
  await expect(again.getByRole('list', { name: 'Producer links' })).toContainText('never opened');
  const passOfAna = await createLink(staff, 'Photographer passes', 'Photographer', 'Ana Lopez');
  const passOfBen = await createLink(staff, 'Photographer passes', 'Photographer', 'Ben Ito');
  await expectAccessible(staff, 'the links of an event');

  const producer = await newPage(browser, { viewport: PHONE });
  const answer = await producer.goto(address);
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });
  const shouted = await producer.request.get(address.replace('/cockpit/', '/COCKPIT/'));
  expect(shouted.headers()).toMatchObject({
    'cache-control': 'no-store',
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

  const moving = expect(producer.getByText(/^[1-6] photos? in the last minute$/)).toBeVisible({
    timeout: UPLOADED_MS + BY_ITSELF_MS,
  });
  const ana = await newPage(browser, { viewport: PHONE });
  const ben = await newPage(browser, { viewport: PHONE });
  await Promise.all([
    uploadByPass(ana, passOfAna, await photograph('ANA', 4), `${program} Team 1`),
    uploadByPass(ben, passOfBen, await photograph('BEN', 2), `${program} Team 1`),
  ]);
  await moving;
  await expect(team(1)).toContainText('Unsold', { timeout: BY_ITSELF_MS });

  await buyAlbum(browser, eventId, first);
  await expect(team(1)).toContainText('$19.95', { timeout: BY_ITSELF_MS });
  const totals = producer.getByRole('region', { name: 'Totals' });
  await expect(totals).toContainText('$2.49');
  await expect(totals).toContainText('12.5% of net sales');
  await expectAccessible(producer, 'the cockpit on a phone');

  await ana.getByRole('tab', { name: 'Your photos' }).click();
  const own = ana.getByRole('list', { name: 'Your photos' });
  await expect(own.getByText('Published')).toHaveCount(4);
  await expect(own).not.toContainText('BEN');
  await expectAccessible(ana, 'the photos of a pass on a phone');
  await ana.getByRole('tab', { name: 'Statement' }).click();
  await expect(ana.getByText('$13.30')).toBeVisible();

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

  await staff.goto(`/admin/events/${eventId}/wall`);
  const wallSwitch = staff.getByRole('switch', { name: /Show the live wall/ });
  await wallSwitch.click();
  await expect(wallSwitch).toBeChecked();
  await staff.getByRole('checkbox', { name: `Select ${program} Team 1` }).check();
  await staff.getByRole('button', { name: 'Record consent' }).click();
  await staff.getByLabel('Who agreed for the team').fill('Coach Reyes');
  await staff.getByRole('dialog').getByRole('button', { name: 'Record consent' }).click();
  await expect(staff.getByText('Coach Reyes agreed')).toBeVisible();
  const screen = await newPage(browser);
  await screen.goto(await createLink(staff, 'Screens', 'Screen', 'Lobby'));
  await expect(screen.getByRole('img', { name: `${program} Team 1` })).toBeVisible();
  await expectAccessible(screen, 'the live wall');
  await wallSwitch.click();
  await expect(screen.getByText('The photo wall is off')).toBeVisible({ timeout: BY_ITSELF_MS });
  await screen.close();

  const last = await openLinks(staff, eventId);
  await staff.getByRole('button', { name: 'End Ben Ito' }).click();
  await staff.getByRole('alertdialog').getByRole('button', { name: 'End link' }).click();
  await ben.reload();
  await expect(ben.getByText('This pass no longer works')).toBeVisible();
  await expect(last.getByRole('list', { name: 'Producer links' })).toContainText('last opened');
  await last.getByRole('button', { name: 'End Front desk' }).click();
  await staff.getByRole('alertdialog').getByRole('button', { name: 'End link' }).click();
  await expect(last.getByRole('list', { name: 'Producer links' })).toContainText('Ended');
  await expect(producer.getByText('This link no longer works')).toBeVisible({ timeout: BY_ITSELF_MS });
  await expect(teams).toHaveCount(0);
  await expectAccessible(producer, 'an ended link');
});
