import { expectNoViolations, PHONE } from './axe.ts';
import { createEvent } from './competition.ts';
import { logIn } from './people.ts';
import { expect, test } from './test.ts';

test('staff find an event by keyboard and a command by touch', { tag: '@deep' }, async ({ page }) => {
  await logIn(page, 'support@encore.test');
  const { id, program } = await createEvent(page);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const input = page.getByRole('combobox', { name: /command/ });
  await expect(input).toBeFocused();
  await page.keyboard.type(program.toLowerCase());
  await expect(page.getByRole('option', { name: `${program} Open` })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expectNoViolations(page, 'the palette');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/events/${id}$`));
  await expect(page.getByRole('heading', { level: 1, name: `${program} Open` })).toBeVisible();

  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Search or run a command' }).click();
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveCount(1);
  await page.getByRole('option', { name: /^Running order/ }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/events/${id}/running-order$`));
});
