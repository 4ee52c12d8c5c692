import { expectNoViolations, PHONE } from './axe.ts';
import { logIn } from './people.ts';
import { callAs } from './purchases.ts';
import { expect, test } from './test.ts';

test('staff find an event by keyboard and a command by touch', { tag: '@deep' }, async ({ page }) => {
  await logIn(page, 'support@encore.test');
  const word = `Palette${Date.now().toString(36)}`;
  const event = await callAs(page, 'POST', '/events', {
    name: `${word} Open`,
    brand_name: 'Encore Spirit',
    producer_name: '',
    venue_name: '',
    city: 'Reno',
    state: 'NV',
    start_date: '2027-04-02',
    time_zone: 'America/Los_Angeles',
  });
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const input = page.getByRole('combobox', { name: /command/ });
  await expect(input).toBeFocused();
  await page.keyboard.type(word.toLowerCase());
  await expect(page.getByRole('option', { name: `${word} Open` })).toHaveAttribute('aria-selected', 'true');
  await expectNoViolations(page, 'the palette');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/events/${event.id}$`));
  await expect(page.getByRole('heading', { level: 1, name: `${word} Open` })).toBeVisible();

  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Search or run a command' }).click();
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveCount(1);
  await page.getByRole('option', { name: /^Running order/ }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/events/${event.id}/running-order$`));
});
