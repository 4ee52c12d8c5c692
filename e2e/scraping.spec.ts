import { randomUUID } from 'node:crypto';
import { PROGRAMS_EXCEEDED_MESSAGE } from '#contract/rules/albums.ts';
import { expectAccessible, PHONE } from './axe.ts';
import { newPage, newPageOf, newPerson, register } from './people.ts';
import { callAs, type SoldAlbum } from './purchases.ts';
import { expect, test } from './test.ts';

type ListedAlbum = SoldAlbum & { events: { id: number }[] };

test('a customer meets the limit of programs; staff see them on top of the list, suspend and undo', {
  tag: '@deep',
}, async ({ page, browser }) => {
  test.setTimeout(180_000);
  const person = { ...newPerson(), lastName: `Broad ${randomUUID().slice(0, 8)}` };
  const name = `${person.firstName} ${person.lastName}`;
  await page.setViewportSize(PHONE);
  await register(page, person);
  const events: { id: number }[] = await callAs(page, 'GET', '/events');
  const albums: ListedAlbum[] = await callAs(
    page,
    'GET',
    `/albums?events_in=${events.map(({ id }) => id).join(',')}`,
  );
  const onePerProgram = [...new Map(albums.map((album) => [album.program_name, album])).values()];
  expect(onePerProgram.length).toBeGreaterThan(12);
  for (const album of onePerProgram.slice(0, 12)) {
    const found = await callAs(page, 'POST', '/user-found-albums', {
      album: album.id,
      event: album.events[0]?.id,
    });
    await callAs(page, 'GET', `/user-found-albums/${found.id}/view`);
  }

  const beyond = onePerProgram[12] as ListedAlbum;
  await page.goto(`/events/${beyond.events[0]?.id}/album/${beyond.id}`);
  await page.getByRole('button', { name: 'View Album' }).click();
  await expect(page.getByText(PROGRAMS_EXCEEDED_MESSAGE)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Purchase Album' })).toHaveCount(0);
  await expectAccessible(page, 'an album beyond the limit');
  await page.getByRole('button', { name: 'Write to us' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();

  const staff = await newPageOf(browser, 'support@encore.test');
  await staff.goto('/admin/scraping-monitor');
  const rows = staff.getByRole('table').getByRole('row');
  const row = rows.filter({ hasText: person.lastName });
  await expect(row).toContainText('Opened 12 programs in 30 days without buying');
  await expectAccessible(staff, 'the scraping monitor');
  const suspend = async () => {
    await staff.getByRole('button', { name: `Suspend ${name}` }).click();
    const sheet = staff.getByRole('dialog', { name: `Suspend ${name}` });
    await sheet.getByRole('radio', { name: 'Copying photos' }).check();
    await sheet.getByRole('button', { name: 'Suspend account' }).click();
  };
  await suspend();
  await staff.getByRole('button', { name: 'Undo' }).click();
  await expect(staff.getByText(`${name} can log in again`)).toBeVisible();
  await suspend();
  await expect(row).toContainText('Suspended');

  const visitor = await newPage(browser, { viewport: PHONE });
  await visitor.goto('/login');
  const tryToLogIn = async () => {
    await visitor.getByLabel('Email').fill(person.email);
    await visitor.getByLabel('Password', { exact: true }).fill(person.password);
    await visitor.getByRole('button', { name: 'Log in', exact: true }).click();
  };
  await tryToLogIn();
  await expect(visitor.getByText('This account is on hold.')).toBeVisible();
  await page.goto('/MyAlbums');
  await expect(page).toHaveURL(/login/i);

  await staff.getByRole('button', { name: `Lift the suspension of ${name}` }).click();
  await expect(staff.getByRole('button', { name: `Suspend ${name}` })).toBeVisible();
  await tryToLogIn();
  await expect(visitor).not.toHaveURL(/login/i);

  await staff.getByRole('link', { name }).click();
  const opened = staff.getByRole('region', { name: 'Opened albums' });
  await expect(opened).toContainText('12 of 12');
  await opened.getByRole('button', { name: 'Allow more' }).click();
  const sheet = staff.getByRole('dialog', { name: 'Allow more' });
  await sheet.getByLabel('More programs in 30 days').fill('1');
  await sheet.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(opened).toContainText('12 of 13');
  await visitor.goto(`/events/${beyond.events[0]?.id}/album/${beyond.id}`);
  await visitor.getByRole('button', { name: 'View Album' }).click();
  await expect(visitor.getByText('Whole album')).toBeVisible();
});
