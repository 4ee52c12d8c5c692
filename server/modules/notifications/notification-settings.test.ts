import { beforeAll, describe, expect, test } from 'vitest';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { FACTORY_NOTIFICATION_SETTINGS, type NotificationSettings } from '#contract/rules/notifications.ts';
import type { Permission } from '#contract/rules/permissions.ts';
import { buildUser, reloadUser, type TestUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp();
beforeAll(() => testApp.stopClock());
const { getSettings, updateSettings, resumeEmail, getDefaultSettings, setDefaultSettings } =
  notificationEndpoints;
const { changeRolePermissions } = userAdministrationEndpoints;

const quiet: NotificationSettings = {
  ...FACTORY_NOTIFICATION_SETTINGS,
  pool: { email: false, sms: false, push: true },
};
const texting: NotificationSettings = {
  ...FACTORY_NOTIFICATION_SETTINGS,
  zip_ready: { email: true, sms: true, push: true },
};

const get = (as: TestUser, id = as.id) => testApp.call(getSettings, { token: as.token, params: { id } });
const put = (as: TestUser, settings: NotificationSettings, id = as.id) =>
  testApp.call(updateSettings, { token: as.token, params: { id }, body: { settings } });
const setDefault = (as: TestUser, settings: NotificationSettings) =>
  testApp.call(setDefaultSettings, { token: as.token, body: { settings } });
const auditOf = (subject: string) =>
  testApp.context.db
    .selectFrom('auditLog')
    .select(['actorId', 'action', 'before', 'after'])
    .where('subject', '=', subject)
    .execute();

describe('the site default', () => {
  test('is the factory setting until staff set one, and then the latest', async () => {
    const staff = await buildUser(testApp, { role: 'customer_support' });
    const customer = await buildUser(testApp);
    expect(await testApp.call(getDefaultSettings, { token: staff.token })).toMatchObject({ body: [] });
    expect(await get(customer)).toMatchObject({
      status: 200,
      body: { settings: FACTORY_NOTIFICATION_SETTINGS },
    });

    const first = await setDefault(staff, texting);
    const second = await setDefault(staff, quiet);
    expect(second.body.id).toBeGreaterThan(first.body.id);
    const listed = await testApp.call(getDefaultSettings, { token: staff.token });
    expect(listed.body).toEqual([{ ...second.body, settings: quiet }]);
    expect(await get(customer)).toMatchObject({ body: { settings: quiet } });
  });

  test('is on record when it changes', async () => {
    const staff = await buildUser(testApp, { role: 'super' });
    await setDefault(staff, FACTORY_NOTIFICATION_SETTINGS);
    await setDefault(staff, quiet);
    expect((await auditOf('site')).at(-1)).toEqual({
      actorId: staff.id,
      action: 'settings.default',
      before: { pool: FACTORY_NOTIFICATION_SETTINGS.pool },
      after: { pool: quiet.pool },
    });
  });
});

describe("a customer's choice", () => {
  test('wins over the default, also over a later one', async () => {
    const staff = await buildUser(testApp, { role: 'analyst' });
    const customer = await buildUser(testApp);
    await put(customer, FACTORY_NOTIFICATION_SETTINGS);
    await setDefault(staff, quiet);
    expect(await get(customer)).toMatchObject({ body: { settings: FACTORY_NOTIFICATION_SETTINGS } });
    await put(customer, quiet);
    expect(await get(customer)).toMatchObject({ body: { settings: quiet } });
  });

  test('may come with everything that was read before; only the settings change', async () => {
    const customer = await buildUser(testApp);
    const other = await buildUser(testApp);
    const { body: read } = await get(customer);
    const { status, body } = await testApp.call(updateSettings, {
      token: customer.token,
      params: { id: customer.id },
      body: { ...read, user: other.id, email_stopped: ['bounce'], settings: quiet },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ user: customer.id, settings: quiet, email_stopped: [] });
    expect((await get(other)).body.has_modified_notification_settings).toBeNull();
  });

  test.each(['2001-01-01', '2001-01-01T12:00:00.000Z'])(
    'notes the day it was made, if the browser says %s',
    async (said) => {
      const customer = await buildUser(testApp);
      expect(await get(customer)).toMatchObject({ body: { has_modified_notification_settings: null } });
      const answer = await testApp.call(updateSettings, {
        token: customer.token,
        params: { id: customer.id },
        body: { settings: quiet, has_modified_notification_settings: said },
      });
      const today = testApp.context.clock.now().toISOString().slice(0, 10);
      expect(answer).toMatchObject({
        status: 200,
        body: { user: customer.id, settings: quiet, has_modified_notification_settings: today },
      });
      expect(await reloadUser(testApp, customer.email)).toMatchObject({
        hasModifiedNotificationSettings: today,
      });
    },
  );

  test('of text messages needs a verified phone', async () => {
    const customer = await buildUser(testApp);
    expect(await put(customer, texting)).toMatchObject({
      status: 409,
      error: { code: 'phone_not_verified' },
    });
    expect(await get(customer)).toMatchObject({ body: { has_modified_notification_settings: null } });
    await testApp.context.db
      .updateTable('users')
      .set({ phoneNumber: '+15125550123', phoneVerifiedAt: new Date() })
      .where('id', '=', customer.id)
      .execute();
    expect(await put(customer, texting)).toMatchObject({ status: 200, body: { settings: texting } });
  });

  test('has every kind and channel, and no other', async () => {
    const customer = await buildUser(testApp);
    const { pool: _, ...incomplete } = quiet;
    for (const settings of [incomplete, { ...quiet, gossip: { email: true, sms: false } }, null]) {
      expect(await put(customer, settings as NotificationSettings)).toMatchObject({ status: 400 });
    }
  });

  test('is hidden from other customers', async () => {
    const customer = await buildUser(testApp);
    const other = await buildUser(testApp);
    expect(await get(other, customer.id)).toMatchObject({ status: 404, error: { code: 'not_found' } });
    expect(await put(other, quiet, customer.id)).toMatchObject({ status: 404 });
    expect(await get(customer)).toMatchObject({ body: { has_modified_notification_settings: null } });
  });

  test('is shown only to staff who may see notifications, and changed by those who may change customers', async () => {
    const [boss, staff] = [
      await buildUser(testApp, { role: 'super' }),
      await buildUser(testApp, { role: 'event_lead' }),
    ];
    const { id } = await buildUser(testApp);
    const allow = (permissions: Permission[]) =>
      testApp.call(changeRolePermissions, {
        token: boss.token,
        params: { role: 'event_lead' },
        body: { permissions },
      });
    const statuses = async () => {
      const resumed = await testApp.call(resumeEmail, { token: staff.token, params: { id } });
      return [(await get(staff, id)).status, (await put(staff, quiet, id)).status, resumed.status];
    };
    await allow(['admin', 'customers', 'change_customers']);
    expect(await statuses()).toEqual([403, 403, 403]);
    await allow(['admin', 'customers', 'customer_notification_settings']);
    expect(await statuses()).toEqual([200, 403, 403]);
    await allow(['admin', 'customers', 'customer_notification_settings', 'change_customers']);
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await get(staff)).status).toBe(200);
  });

  test('made by staff is on record, made by the customer it is not', async () => {
    const staff = await buildUser(testApp, { role: 'customer_support' });
    const customer = await buildUser(testApp);
    await put(customer, FACTORY_NOTIFICATION_SETTINGS);
    expect(await auditOf(`user:${customer.id}`)).toEqual([]);
    expect(await put(staff, quiet, customer.id)).toMatchObject({ status: 200, body: { user: customer.id } });
    expect(await auditOf(`user:${customer.id}`)).toEqual([
      {
        actorId: staff.id,
        action: 'settings.update',
        before: FACTORY_NOTIFICATION_SETTINGS,
        after: quiet,
      },
    ]);
    expect(await get(customer)).toMatchObject({ body: { settings: quiet } });
  });
});
