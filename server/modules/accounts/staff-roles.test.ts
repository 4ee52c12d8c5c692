import { afterAll, describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { enteringEndpoints } from '#contract/endpoints/entering.ts';
import { payoutListEndpoints, refundEndpoints } from '#contract/endpoints/refunds.ts';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import { userAdministrationEndpoints as calls } from '#contract/endpoints/user-administration.ts';
import { PERMISSIONS, type Permission, ROLES, type Role, roleCan } from '#contract/rules/permissions.ts';
import { findCaller } from '#server/modules/accounts/sessions.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import { buildUser, eventually, freshEmail, freshIp } from '#server/testing/factories.ts';
import { readHistory } from '#server/testing/history.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp();
const as = async (role: Role) => (await buildUser(testApp, { role })).token;

describe('roles as data', () => {
  const defaults = (role: Role) => PERMISSIONS.filter((one) => roleCan(role, one));
  const change = async (role: 'analyst' | 'finance', permissions: Permission[], token?: string) =>
    testApp.call(calls.changeRolePermissions, {
      token: token ?? (await as('super')),
      params: { role },
      body: { permissions },
    });
  afterAll(() => change('analyst', defaults('analyst')));

  test('start as the contract says', async () => {
    const { body } = await testApp.call(calls.listRoles, { token: await as('super') });
    expect(body.map(({ role }) => role)).toEqual(ROLES.slice(0, -1));
    for (const { role, permissions } of body) {
      expect(new Set(permissions), role).toEqual(new Set(defaults(role)));
    }
  });

  test('let an analyst change customers only while the role says so, from the next request on', async () => {
    const [token, customer] = [await as('analyst'), await buildUser(testApp)];
    const params = { id: customer.id };
    const note = () => testApp.call(calls.addUserNote, { token, params, body: { text: 'Called' } });
    const rename = () =>
      testApp.call(accountEndpoints.updateUser, { token, params, body: { city: 'Austin' } });
    expect(await testApp.call(accountEndpoints.getUser, { token, params })).toMatchObject({ status: 200 });
    for (const act of [note, rename]) expect((await act()).error.code).toBe('forbidden');
    await change('analyst', [...defaults('analyst'), 'change_customers']);
    for (const act of [note, rename]) expect((await act()).status).toBe(200);
    const { body } = await testApp.call(accountEndpoints.me, { token });
    expect(body.permissions).toContain('change_customers');
    await change('analyst', defaults('analyst'));
    expect((await note()).status).toBe(403);
    const history = await readHistory(testApp, await as('super'), { scope: 'settings' });
    expect(history.slice(0, 2).map(({ action }) => action)).toEqual(['role.change', 'role.change']);
  });

  test('decide who is given conversations and who sees clean photos', async () => {
    const [analyst, boss] = [await buildUser(testApp, { role: 'analyst' }), await as('super')];
    const isAtDesk = async () => {
      const { body } = await testApp.call(supportEndpoints.getDesk, { token: boss });
      return body.staff.some(({ id }) => id === analyst.id);
    };
    const canCull = async () =>
      (await findCaller(testApp.context, analyst.id, testApp.context.clock.now()))?.canCull;
    expect([await isAtDesk(), await canCull()]).toEqual([false, true]);
    const others = defaults('analyst').filter((one) => one !== 'admin_albums');
    await change('analyst', [...others, 'change_customers']);
    expect([await isAtDesk(), await canCull()]).toEqual([true, false]);
  });

  test('never exceed what the specification allows, and keep what every role has', async () => {
    expect(await change('analyst', ['settings'])).toMatchObject({
      status: 400,
      error: { message: 'Analyst can’t change settings, coupons and roles, and retry failed jobs.' },
    });
    const { body } = await change('analyst', []);
    expect(body.permissions).toEqual(expect.arrayContaining(['admin', 'profile']));
    expect((await change('analyst', defaults('analyst'), await as('customer_support'))).status).toBe(403);
  });

  test('finance sees payouts, and refunds nothing and sees nothing of customers until the role says so', async () => {
    const token = await as('finance');
    expect((await testApp.call(payoutListEndpoints.page, { token, query: {} })).status).toBe(200);
    const refund = { params: { id: 'x'.repeat(32) }, body: { memo: 'late' } };
    const refundOrder = () => testApp.call(refundEndpoints.refundOrder, { token, ...refund });
    const { id } = await buildUser(testApp);
    const open = () => testApp.call(accountEndpoints.getUser, { token, params: { id } });
    for (const act of [refundOrder, open]) expect((await act()).status).toBe(403);
    await change('finance', [...defaults('finance'), 'customers', 'refunds']);
    expect((await refundOrder()).status).toBe(404);
    expect((await open()).status).toBe(200);
    expect((await testApp.call(calls.logUserOut, { token, params: { id } })).status).toBe(403);
    await change('finance', defaults('finance'));
    expect((await open()).status).toBe(403);
    const lead = await as('event_lead');
    expect((await testApp.call(accountEndpoints.getUser, { token: lead, params: { id } })).status).toBe(403);
  });
});

describe('an invitation to the staff', () => {
  const invite = async (email: string, role: 'finance' | 'event_lead' = 'finance') =>
    testApp.call(calls.inviteStaff, { token: await as('super'), body: { email, role } });
  const linkIn = (email: string, count = 1) =>
    eventually(async () => {
      const mails = (await listOutbox(testApp.context.db, email)).filter(({ subject }) =>
        subject.startsWith('Join the'),
      );
      const token = /loginToken=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1];
      return mails.length === count ? token : undefined;
    }, 'the invitation');
  const open = (loginToken: string) =>
    testApp.call(accountEndpoints.logInByLink, { query: { loginToken }, ip: freshIp() });

  test('gives the role to whoever owns the mailbox, once', async () => {
    const email = freshEmail();
    expect(await invite(email)).toMatchObject({ status: 200, body: { email, role: 'finance' } });
    const token = await linkIn(email);
    const facts = await testApp.call(enteringEndpoints.describeMailLink, { body: { loginToken: token } });
    expect(facts.body).toMatchObject({ works: true, about: 'Your invitation to the staff' });
    const answers = await Promise.all([open(token), open(token), open(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const joined = answers.find(({ status }) => status === 200)?.body;
    expect(joined?.user).toMatchObject({ email, type: 'finance', email_verified: true });
    const { body } = await testApp.call(calls.listInvitations, { token: await as('super') });
    expect(body.some((one) => one.email === email)).toBe(false);
    expect(await invite(email)).toMatchObject({ status: 409, error: { code: 'already_exists' } });
  });

  test('makes a customer staff and ends their other sessions', async () => {
    const customer = await buildUser(testApp);
    await invite(customer.email, 'event_lead');
    const { body } = await open(await linkIn(customer.email));
    expect(body.user).toMatchObject({ id: customer.id, type: 'event_lead' });
    expect((await testApp.call(accountEndpoints.me, { token: customer.token })).status).toBe(401);
  });

  test('takes no role from somebody who got another one meanwhile', async () => {
    const customer = await buildUser(testApp);
    await invite(customer.email);
    const link = await linkIn(customer.email);
    const { db } = testApp.context;
    await db.updateTable('users').set({ role: 'super' }).where('id', '=', customer.id).execute();
    expect((await open(link)).error.code).toBe('link_invalid');
    expect((await testApp.call(accountEndpoints.me, { token: customer.token })).body.type).toBe('super');
  });

  test('no longer works once it is withdrawn, replaced or seven days old', async () => {
    const [one, late] = [freshEmail(), freshEmail()];
    await invite(one);
    const replaced = await linkIn(one);
    const { body } = await invite(one);
    const withdrawn = await linkIn(one, 2);
    const token = await as('super');
    const withdraw = () => testApp.call(calls.withdrawInvitation, { token, params: { id: body.id } });
    expect((await withdraw()).status).toBe(200);
    expect((await withdraw()).status).toBe(404);
    await invite(late);
    const expired = await linkIn(late);
    await testApp.context.db
      .updateTable('staffInvitations')
      .set({ expiresAt: testApp.context.clock.now() })
      .where('email', '=', late)
      .execute();
    for (const link of [replaced, withdrawn, expired]) {
      expect((await open(link)).error.code).toBe('link_invalid');
    }
  });
});
