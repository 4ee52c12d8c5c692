import { portrait } from '#server/testing/athletes.ts';
import { addMaya, photographPerformance, pictureFile } from './faces.ts';
import { newPerson, nextMessage, register } from './people.ts';
import { callAs, payButton, typeCard } from './purchases.ts';
import { expect as expectSoon, test } from './test.ts';

// Finding real faces is slow on a busy machine.
test.describe.configure({ timeout: 300_000 });
const expect = expectSoon.configure({ timeout: 60_000 });

test('an album that was only found by a face goes through the cart and is paid, without being viewed first', async ({
  page,
  browser,
}) => {
  const { id: albumId, program } = await photographPerformance(browser);
  const person = newPerson();
  await register(page, person);
  await callAs(page, 'POST', '/team-subscriptions/add-subscription', {
    program_name: program,
    team_name: '',
    division_name: '',
  });
  await addMaya(page);
  await page
    .getByLabel('Reference photos')
    .setInputFiles(pictureFile('maya.jpg', await portrait('maya', 800)));
  await expect(page.getByText('We search for this face')).toBeVisible();
  await page.getByRole('link', { name: 'See photos of Maya' }).click();
  await expect(page.getByRole('button', { name: /^Choose photo \d of/ })).toHaveCount(2);

  await page.getByRole('link', { name: /^Buy whole album/ }).click();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  const cart = page.getByRole('dialog', { name: 'Your Shopping Cart' });
  await expect(cart.getByText('Digital Performance Album')).toBeVisible();
  await cart.getByRole('button', { name: 'Checkout' }).click();
  await expect(page).toHaveURL(/\/checkout\/[\w-]{16,}$/);
  await typeCard(page, 'succeeds');
  const [answer] = await Promise.all([
    page.waitForResponse((response) => /\/orders\/[^/]+\/pay/.test(response.url())),
    payButton(page).click(),
  ]);
  expect(answer.status()).toBe(200);
  expect(await answer.json()).toMatchObject({ status: 'succeeded', facial: true });
  await expect(page.getByRole('heading', { name: 'It’s yours' })).toBeVisible();
  await nextMessage(page, person.email, /receipt/i);

  const mine = await callAs(page, 'GET', '/user-found-albums/me');
  expect(mine.owned.map(({ album }: { album: { id: number } }) => album.id)).toEqual([albumId]);
});
