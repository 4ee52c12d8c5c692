import { expectNoViolations } from './axe.ts';
import { createEvent } from './competition.ts';
import { logIn, newPageOf } from './people.ts';
import { callAs } from './purchases.ts';
import { expect, test } from './test.ts';

test('two people who edit the prices of an event lose nothing of each other', async ({
  page: ana,
  browser,
}) => {
  await logIn(ana, 'super@encore.test');
  const event = await createEvent(ana);
  const address = `/admin/events/${event.id}/pricing`;
  await callAs(ana, 'POST', `/events/${event.id}/pricings`, { share_price: 285, image_price: 499 });
  const ben = await newPageOf(browser, 'support@encore.test');
  for (const page of [ana, ben]) await page.goto(address);
  const share = 'Producer’s share in percent';
  const photo = /^(Photo price|One photo)/;

  await ben.getByLabel(share).fill('12');
  await ben.getByLabel(photo).fill('5.49');
  await ben.getByRole('button', { name: 'Save prices' }).click();
  await expect(ben.getByText('Prices saved')).toBeVisible();

  await ana.getByLabel(share).fill('15');
  await ana.getByRole('button', { name: 'Save prices' }).click();
  const conflict = ana.getByRole('alertdialog', { name: 'Demo Support also changed this' });
  await expect(conflict).toContainText(/Producer’s share in percent.*M.*Yours.*15.*Demo Support.*12/);
  await expectNoViolations(ana, 'a conflict');
  await conflict.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(ana.getByLabel(share)).toHaveValue('12.00');
  await expect(ana.getByLabel(photo)).toHaveValue('5.49');

  await ana.getByLabel(share).fill('15');
  await ben.getByLabel(share).fill('18');
  await ben.getByRole('button', { name: 'Save prices' }).click();
  await expect
    .poll(async () => (await callAs(ben, 'GET', `/events/admin/${event.id}`)).producer_share_basis_points)
    .toBe(1_800);
  await ana.getByRole('button', { name: 'Save prices' }).click();
  await ana.getByRole('alertdialog').getByRole('button', { name: 'Keep mine' }).click();
  await expect(ana.getByText('Prices saved')).toBeVisible();

  await ana.getByLabel(photo).fill('6.00');
  await ana.getByRole('link', { name: 'Albums', exact: true }).first().click();
  const leaving = ana.getByRole('alertdialog', { name: 'Leave without saving?' });
  await leaving.getByRole('button', { name: 'Stay' }).click();
  await expect(ana.getByLabel(photo)).toHaveValue('6.00');
  await ana.getByRole('button', { name: 'Save prices' }).click();
  await expect
    .poll(() => callAs(ana, 'GET', `/events/admin/${event.id}`))
    .toMatchObject({
      producer_share_basis_points: 1_500,
      event_pricings: [{ share_price: 285, image_price: 600 }],
    });
});
