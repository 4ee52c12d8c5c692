import {
  createAccount,
  linkIn,
  logInByForm,
  logOut,
  newPage,
  newPerson,
  nextMessage,
  register,
  registerByForm,
} from './people.ts';
import { expect, test } from './test.ts';

test('a parent registers, logs out, and logs in again with the password', async ({ page }) => {
  const person = newPerson();
  await registerByForm(page, person);
  await expect(page.getByRole('heading', { name: 'My Saved Team Searches' })).toBeVisible();
  const stored = await page.evaluate(() => ({ token: localStorage.ACCESS_TOKEN, user: localStorage.USER }));
  expect(stored.token).toBeTruthy();
  expect(stored.user).toContain(person.email);

  await logOut(page);
  expect(await page.evaluate(() => [localStorage.ACCESS_TOKEN, localStorage.USER])).toEqual([
    undefined,
    undefined,
  ]);

  await logInByForm(page, person.email, person.password);
  await expect(page.getByRole('heading', { name: 'My Saved Team Searches' })).toBeVisible();
});

test('a wrong password says so and keeps what was typed', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('parent@encore.test');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('Login Failed, please try again')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('parent@encore.test');
});

test('a forgotten password is reset by mail, and other devices are logged out', async ({ page, browser }) => {
  const person = newPerson();
  await register(page, person);
  const phone = await newPage(browser);
  await phone.goto('/PasswordReset');
  await phone.getByLabel('Email').fill(person.email);
  await phone.getByRole('button', { name: /link/i }).click();
  await expect(phone.getByRole('heading', { name: 'Check your email' })).toBeFocused();

  await phone.goto(linkIn(await nextMessage(phone, person.email, /Set a new Encore password/)));
  await phone.getByLabel('New password', { exact: true }).fill('Curtain-Call-43');
  await phone.getByLabel('Repeat new password').fill('Curtain-Call-43');
  await phone.getByRole('button', { name: 'Save and log in' }).click();
  await expect(phone.getByRole('heading', { name: 'My Saved Team Searches' })).toBeVisible();
  await nextMessage(phone, person.email, /password was changed/);

  await page.goto('/');
  await expect(page).toHaveURL(/\/Login$/);
  await logInByForm(page, person.email, 'Curtain-Call-43');
});

test('a login link logs in only after a click, and only once', async ({ page, browser }) => {
  const person = newPerson();
  await createAccount(page, person);
  await page.goto('/LoginSimple');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: /link/i }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const link = linkIn(await nextMessage(page, person.email, /login link/));

  const scanner = await page.request.get(link);
  expect(scanner.ok()).toBe(true);
  await page.goto(link);
  expect(await page.evaluate(() => localStorage.ACCESS_TOKEN)).toBeUndefined();
  await page.getByRole('button', { name: 'Log in to Encore' }).click();
  await expect(page.getByRole('heading', { name: 'My Saved Team Searches' })).toBeVisible();

  const stranger = await newPage(browser);
  await stranger.goto(link);
  await expect(stranger.getByText(/no longer works/)).toBeVisible();
});

test('an unknown address gets the same answer as a known one', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/LoginSimple');
  await page.getByLabel('Email').fill('nobody@example.test');
  await page.getByRole('button', { name: /link/i }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
});

test('a visitor returns to the page they wanted after logging in', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/MyAlbums');
  await expect(page).toHaveURL(/\/Login$/i);
  await page.getByRole('link', { name: 'Send me a code' }).click();
  await expect(page.getByLabel('Email or phone')).toBeFocused();
  await page.getByRole('link', { name: 'Use my password' }).click();
  await page.getByLabel('Email').fill('parent@encore.test');
  await page.getByLabel('Password', { exact: true }).fill('encore-demo');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/MyAlbums$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('text messages can be switched on once the phone number is verified', { tag: '@deep' }, async ({
  page,
}) => {
  const person = newPerson();
  await register(page, person);
  await page.goto('/user-profile');
  const sms = page.getByRole('switch', { name: /text/i }).first();
  await expect(sms).toBeDisabled();
  const number = `+1720555${Math.floor(1000 + Math.random() * 9000)}`;
  await page.getByLabel('Mobile number').fill(number);
  await page.getByRole('button', { name: /send code/i }).click();
  const { text } = await nextMessage(page, number, /code/);
  await page.getByLabel('Code', { exact: true }).fill(/\d{6}/.exec(text)?.[0] ?? '');
  await page.getByRole('button', { name: 'Confirm number' }).click();
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
  await expect(sms).toBeEnabled();
  await sms.click();
  await expect(sms).toBeChecked();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('switch', { name: /text/i }).first()).toBeChecked();
});

test('the first page lets a visitor log in before the site has loaded, and keeps what was typed', async ({
  page,
}) => {
  const person = newPerson();
  await createAccount(page, person);
  let letScriptsGo = () => {};
  const scripts = new Promise<void>((resolve) => {
    letScriptsGo = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await scripts;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Login' }).click();
  await page.getByRole('link', { name: 'Use my password' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  letScriptsGo();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'My Saved Team Searches' })).toBeVisible();
});
