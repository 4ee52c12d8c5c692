import type { Page } from '@playwright/test';
import { groupPhoto, portrait } from '#server/testing/athletes.ts';
import { addMaya, findPerformance, imageFile } from './faces.ts';
import { newPerson, nextMessage, register } from './people.ts';
import { BOUGHT_TITLE, callAs, payButton, typeCard } from './purchases.ts';
import { expect as expectSoon, test } from './test.ts';

// Finding real faces is slow on a busy machine. One worker runs all of these journeys, so that only its server loads the
// models and looks for the faces of the performance.
test.describe.configure({ mode: 'default', timeout: 300_000 });
const expect = expectSoon.configure({ timeout: 60_000 });

/** Maya is the left one of two; the tap goes beside her face, as fingers do. */
async function tapBesideMaya(page: Page) {
  const picture = page.getByTestId('faces');
  const size = await picture.boundingBox();
  if (!size) throw new Error('the photo is not shown');
  await picture.click({ position: { x: size.width * 0.06, y: size.height * 0.5 } });
}

test('a parent consents, adds a photo, rejects one match and buys the other', async ({ page, browser }) => {
  const album = await findPerformance(browser);
  await register(page, newPerson());
  await callAs(page, 'POST', '/team-subscriptions/add-subscription', {
    program_name: album.program,
    team_name: 'Team 1',
    division_name: 'Senior L1',
  });
  await addMaya(page);

  const photos = page.getByLabel('Face photos');
  await photos.setInputFiles(imageFile('two.jpg', await groupPhoto('maya', 'nora')));
  await expect(page.getByText('Who is it?')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Face \d of 2$/ })).toHaveCount(2);
  await tapBesideMaya(page);
  await expect(page.getByText('Is this Maya?')).toBeVisible();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await page.getByRole('button', { name: 'Remove this photo' }).click();
  await photos.setInputFiles(imageFile('maya.jpg', await portrait('maya', 800)));
  await expect(page.getByText('Got it. This is who we’ll look for.')).toBeVisible();
  await page.getByRole('link', { name: 'See photos of Maya' }).click();

  const found = page.getByRole('button', { name: /^(Photos of|Maybe) Maya, \d of/ });
  await expect(found).toHaveCount(2);
  await found.last().click();
  await page.getByRole('button', { name: 'Not Maya?' }).click();
  await page.getByRole('button', { name: 'Close photo' }).click();
  await expect(found).toHaveCount(1);
  await page.reload();
  await expect(page.getByText('1 photo you said isn’t Maya')).toBeVisible();
  await expect(found).toHaveCount(1);

  await page.goto('/');
  await expect(page.getByRole('article')).toContainText('Maya: 1 photo');

  await page.goto('/MyAthlete');
  await found.click();
  await page.getByRole('button', { name: /^Buy this photo/ }).click();
  const cart = page.getByRole('dialog', { name: 'Your Shopping Cart' });
  await expect(cart.getByText('Digital Photo')).toBeVisible();
  await cart.getByRole('button', { name: 'Checkout' }).click();
  await typeCard(page, 'succeeds');
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: BOUGHT_TITLE })).toBeVisible();

  await page.goto('/MyAthlete');
  await expect(page.getByText('Yours', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/^Buy Maya’s photo/)).toHaveCount(0);
  await page.getByRole('link', { name: /^Buy whole album/ }).click();
  await typeCard(page, 'succeeds');
  const [whole] = await Promise.all([page.waitForRequest(/add-album-payment$/), payButton(page).click()]);
  expect(whole.postDataJSON()).toMatchObject({ facial: true });
  await expect(page.getByRole('heading', { name: BOUGHT_TITLE })).toBeVisible();

  await page.goto(`/user-album/${album.id}`);
  await page.getByRole('button', { name: /^Maya 1$/ }).click();
  await page.getByLabel(/^Photo 1 of 1/).click();
  await expect(page.getByText(/^(Likely match|Maybe)$/)).toBeVisible();
});

test('withdrawing consent deletes the face, and searching again needs a new consent', {
  tag: '@deep',
}, async ({ page }) => {
  await register(page, newPerson());
  await addMaya(page);
  await page.getByLabel('Face photos').setInputFiles(imageFile('maya.jpg', await portrait('maya', 800)));
  await expect(page.getByText('Got it. This is who we’ll look for.')).toBeVisible();
  await page.goto('/MyAthlete');
  const face = page.getByRole('img', { name: 'Maya, face 1' });
  await expect(face).toBeVisible();
  const address = await face.getAttribute('src');
  await page.getByRole('button', { name: 'Withdraw consent' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw consent' }).click();
  await expect(page.getByText('We’re not looking for Maya')).toBeVisible();
  expect((await page.request.get(address as string)).status()).toBe(404);
  await page.getByRole('link', { name: 'Give consent' }).click();
  await expect(page.getByRole('checkbox')).not.toBeChecked();
});

test('an album that was only found by a face goes through the cart and is paid, without being viewed first', {
  tag: '@deep',
}, async ({ page, browser }) => {
  const { id: albumId, program } = await findPerformance(browser);
  const person = newPerson();
  await register(page, person);
  await callAs(page, 'POST', '/team-subscriptions/add-subscription', {
    program_name: program,
    team_name: 'Team 1',
    division_name: 'Senior L1',
  });
  await addMaya(page);
  await page.getByLabel('Face photos').setInputFiles(imageFile('maya.jpg', await portrait('maya', 800)));
  await expect(page.getByText('Got it. This is who we’ll look for.')).toBeVisible();
  await page.getByRole('link', { name: 'See photos of Maya' }).click();
  await expect(page.getByRole('button', { name: /^(Photos of|Maybe) Maya, \d of/ })).toHaveCount(2);

  await page.getByRole('link', { name: /^Buy whole album/ }).click();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  const cart = page.getByRole('dialog', { name: 'Your Shopping Cart' });
  await expect(cart.getByText('Digital Performance Album')).toBeVisible();
  await cart.getByRole('button', { name: 'Checkout' }).click();
  await expect(page).toHaveURL(/\/checkout\/[\w-]{16,}$/);
  // The address changes before the page does, and the page before has a card form too.
  await expect(page.getByRole('heading', { name: 'Checkout', exact: true })).toBeVisible();
  await typeCard(page, 'succeeds');
  const [answer] = await Promise.all([
    page.waitForResponse((response) => /\/orders\/[^/]+\/pay/.test(response.url())),
    payButton(page).click(),
  ]);
  expect(answer.status()).toBe(200);
  expect(await answer.json()).toMatchObject({ status: 'succeeded', facial: true });
  await expect(page.getByRole('heading', { name: BOUGHT_TITLE })).toBeVisible();
  await nextMessage(page, person.email, /receipt/i);

  const mine = await callAs(page, 'GET', '/user-found-albums/me');
  expect(mine.owned.map(({ album }: { album: { id: number } }) => album.id)).toEqual([albumId]);
});
