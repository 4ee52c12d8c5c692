import { createECDH, randomBytes } from 'node:crypto';
import { newPerson, register } from './people.ts';
import { expect, test } from './test.ts';

// No push service can be reached here: the browser's subscription is made up, and what it would be sent is handed to the
// service worker by the browser itself.
test('a device is turned on, shows a notification and is turned off again', { tag: '@deep' }, async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'allow', permissions: ['notifications'] });
  const page = await context.newPage();
  const subscription = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(8).toString('hex')}`,
    keys: {
      p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  };
  await context.addInitScript((made) => {
    // Chromium without windows says that notifications are denied, although the context allows them.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    PushManager.prototype.subscribe = async () =>
      ({ toJSON: () => made, unsubscribe: async () => true }) as unknown as PushSubscription;
  }, subscription);
  const devtools = await context.newCDPSession(page);
  const registrations: string[] = [];
  devtools.on('ServiceWorker.workerRegistrationUpdated', (update) =>
    registrations.push(...update.registrations.map(({ registrationId }) => registrationId)),
  );
  await devtools.send('ServiceWorker.enable');

  await register(page, newPerson());
  await page.goto('/user-profile#notifications');
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.getByRole('button', { name: 'Turn on for this device' }).click();
  await expect(page.getByText(/\(this device\)/)).toBeVisible();

  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  // The build without windows has no place to show notifications.
  await worker.evaluate(`
    self.shown = [];
    registration.showNotification = async (title) => { self.shown.push(title); };
  `);
  const message = {
    id: 1,
    title: 'New photos from the Classic',
    body: '',
    tag: 'athletes-1',
    path: '/MyAthlete',
  };
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: baseURL ?? '',
    registrationId: registrations[0] ?? '',
    data: JSON.stringify(message),
  });
  await expect.poll(() => worker.evaluate<string[]>('self.shown')).toEqual([message.title]);

  await page.getByRole('button', { name: /^Turn off / }).click();
  await expect(page.getByRole('button', { name: 'Turn on for this device' })).toBeVisible();
  await context.close();
});
