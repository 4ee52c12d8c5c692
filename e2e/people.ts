import { randomUUID } from 'node:crypto';
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';

export const DEMO_PASSWORD = 'encore-demo';

export function newPerson() {
  return {
    email: `${randomUUID()}@example.test`,
    password: 'Stage-Door-42',
    firstName: 'Casey',
    lastName: 'Tester',
  };
}
export type Person = ReturnType<typeof newPerson>;

/** Opens a page in its own browser context, as another person would. */
export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  return (await browser.newContext(options)).newPage();
}

/** Opens a page on which somebody of the demo is logged in. */
export async function newPageOf(browser: Browser, email: string): Promise<Page> {
  const page = await newPage(browser);
  await logIn(page, email);
  return page;
}

/** Registers by API, because the forms have their own journeys. */
export async function register(page: Page, person: Person): Promise<void> {
  await keepSession(page, await createAccount(page, person));
}

/** Registers somebody who is not logged in on this page. */
export function createAccount(page: Page, person: Person): Promise<Session> {
  return askForSession(page, '/api/auth/local/register', {
    email: person.email,
    username: person.email,
    password: person.password,
    first_name: person.firstName,
    last_name: person.lastName,
    name: `${person.firstName} ${person.lastName}`,
    agreed_to_terms: true,
  });
}

export async function logIn(page: Page, email: string, password: string = DEMO_PASSWORD): Promise<void> {
  await keepSession(page, await openSession(page, email, password));
}

type Session = { jwt: string; user: object };

export function openSession(page: Page, email: string, password: string = DEMO_PASSWORD): Promise<Session> {
  return askForSession(page, '/api/auth/local', { identifier: email, password });
}

async function askForSession(page: Page, path: string, data: object): Promise<Session> {
  const answer = await page.request.post(path, { data });
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return answer.json();
}

async function keepSession(page: Page, session: Session): Promise<void> {
  await page.goto('/api/health');
  await page.evaluate(({ jwt, user }) => {
    localStorage.setItem('USER', JSON.stringify(user));
    localStorage.setItem('ACCESS_TOKEN', jwt);
  }, session);
}

export async function registerByForm(page: Page, person: Person): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('checkbox', { name: /agree/i }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).not.toHaveURL(/register/);
}

export async function logInByForm(
  page: Page,
  email: string,
  password: string = DEMO_PASSWORD,
): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).not.toHaveURL(/login/i);
}

/** Enters with a mailed code on a page for visitors, by the button that says what to do next. */
export async function enterByCode(page: Page, email: string, button: string | RegExp): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: button }).click();
  await page.getByLabel('Code').waitFor();
  const { subject } = await nextMessage(page, email, /is your Encore code/);
  await page.getByLabel('Code').fill(/^\d{6}/.exec(subject)?.[0] ?? '');
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/Login$/);
}

export type OutboxMessage = {
  id: number;
  channel: string;
  to: string;
  subject: string;
  text: string;
  html: string;
};

/** Waits for the newest message to an address whose subject or text matches. */
export async function nextMessage(page: Page, to: string, matching: RegExp): Promise<OutboxMessage> {
  let found: OutboxMessage | undefined;
  await expect(async () => {
    const answer = await page.request.get('/api/dev/outbox', { params: { to } });
    const messages: OutboxMessage[] = await answer.json();
    found = messages.find((message) => matching.test(message.subject) || matching.test(message.text));
    expect(found, `a message to ${to} that matches ${matching}`).toBeTruthy();
  }).toPass({ timeout: 15_000 });
  return found as OutboxMessage;
}

export function linkIn(message: OutboxMessage): string {
  const link = /https?:\/\/\S+\/(LoginSimple|PasswordReset)\/\?\S+/.exec(message.text)?.[0];
  expect(link, 'a link in the mail').toBeTruthy();
  return new URL(link as string).pathname + new URL(link as string).search;
}
