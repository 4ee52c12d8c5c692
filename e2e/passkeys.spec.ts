import type { Page } from '@playwright/test';
import { findPort } from '#proofs/site.ts';
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts';
import { expectNoViolations } from './axe.ts';
import { secondServer } from './database.ts';
import { logIn, logOut, newPage, newPerson, nextMessage, register } from './people.ts';
import { callAs } from './purchases.ts';
import { expect, test } from './test.ts';

/** A second server whose text messages are real, at a name that browsers accept passkeys for. */
let server: ServerProcess;
let site: string;

test.beforeAll(async () => {
  const port = await findPort();
  site = `http://localhost:${port}`;
  server = startServerProcess(
    secondServer({
      PORT: String(port),
      PUBLIC_URL: site,
      TWILIO_ACCOUNT_SID: 'AC0',
      TWILIO_AUTH_TOKEN: 'secret',
      TWILIO_VERIFY_SERVICE_SID: 'VA0',
      TWILIO_BASE_URL: 'http://127.0.0.1:1',
    }),
  );
  await server.address;
});

test.afterAll(async () => {
  server.kill('SIGTERM');
  await server.ended;
});

async function plugInAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const codeIn = ({ subject }: { subject: string }) => /^\d{6}/.exec(subject)?.[0] ?? '';

test('a new staff member is led to set up a passkey with a mailed code, and logs in by it', {
  tag: '@deep',
}, async ({ page: boss, browser }) => {
  const person = newPerson();
  const page = await newPage(browser, { baseURL: site, viewport: { width: 390, height: 844 } });
  await plugInAuthenticator(page);
  await register(page, person);
  const { id } = await callAs(page, 'GET', '/users/me');
  await logIn(boss, 'super@encore.test');
  await callAs(boss, 'POST', `/users/${id}/role`, { role: 'customer_support' });

  await page.goto('/admin');
  await expect(page).toHaveURL(/\/user-profile$/);
  const section = page.getByRole('region', { name: 'Two-step login' });
  await expect(section).toContainText('Staff need two-step login.');
  // The address was never verified, so that is asked first.
  await section.getByRole('button', { name: 'Email me a code' }).click();
  const verification = page.getByRole('dialog', { name: 'Confirm your email address' });
  await verification
    .getByLabel('Code')
    .fill(codeIn(await nextMessage(page, person.email, /confirm your email/)));
  await expect(verification).toBeHidden();
  const code = codeIn(await nextMessage(page, person.email, /set up two-step login/));
  await section.getByLabel('Code').fill(code === '000000' ? '111111' : '000000');
  await expect(section).toContainText('That’s not the right code. You have 4 tries left.');
  await section.getByLabel('Code').fill(code);
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await section.getByLabel('Name').fill('Work laptop');
  await expectNoViolations(page, 'the setup of a passkey');
  await section.getByRole('button', { name: 'Create the passkey' }).click();
  await expect(section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await section.getByRole('button', { name: 'I have saved them' }).click();
  await expect(section.getByRole('list', { name: 'Second steps' })).toContainText('Work laptop');
  await expect(section.getByRole('button', { name: 'Turn off' })).toBeHidden();
  await nextMessage(page, person.email, /A passkey was added/);
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/admin$/);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/user-profile');
  await logOut(page);
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Use a recovery code' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use the authenticator app' })).toBeHidden();
  await page.getByRole('button', { name: 'Log in with your passkey' }).click();
  await expect(page).not.toHaveURL(/login/i);
  await page.goto('/user-profile#two-step');
  await expect(section.getByRole('list', { name: 'Second steps' })).toContainText('last used');
});
