import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { ERRORS } from '#contract/errors.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { inTransaction, type Tx } from '#server/context.ts';
import { buildUser, freshIp, mailedToken, TEST_PASSWORD, type TestUser } from '#server/testing/factories.ts';
import { readHistory } from '#server/testing/history.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { untilStuck } from '#server/testing/until-stuck.ts';
import { findReachable, isSuspended } from './find-people.ts';
import { spendLink } from './links.ts';
import { startSession } from './sessions.ts';
import { suspendUser } from './user-administration.ts';

const testApp = shareTestApp();
const support = (role: Role = 'customer_support') => buildUser(testApp, { role });

const suspend = (staff: TestUser, id: number) =>
  testApp.call(userAdministrationEndpoints.suspendUser, {
    token: staff.token,
    params: { id },
    body: { reason: 'copying', note: 'Two hundred albums in a night' },
  });
const unsuspend = (staff: TestUser, id: number) =>
  testApp.call(userAdministrationEndpoints.unsuspendUser, { token: staff.token, params: { id } });
const me = ({ token }: { token: string }) => testApp.call(accountEndpoints.me, { token });
const logIn = ({ email }: TestUser, password = TEST_PASSWORD) =>
  testApp.call(accountEndpoints.logIn, { body: { identifier: email, password }, ip: freshIp() });

const SUSPENDED = { status: 403, error: { code: 'account_suspended' } };

describe('a suspended account', () => {
  test('loses every session at once and cannot log in, and says so only to the right password', async () => {
    const [staff, customer] = [await support(), await buildUser(testApp)];
    const second = await startSession(testApp.context, customer.id, { ip: '10.1.1.1', userAgent: 'phone' });
    const answer = await suspend(staff, customer.id);
    expect(answer).toMatchObject({ status: 200, body: { id: customer.id } });
    expect(answer.body.suspended_at).toEqual(expect.any(String));
    expect(await isSuspended(testApp.context.db, customer.id)).toBe(true);
    for (const token of [customer.token, second]) expect(await me({ token })).toMatchObject({ status: 401 });
    expect(await logIn(customer)).toMatchObject(SUSPENDED);
    expect((await logIn(customer)).error.message).toBe(ERRORS.account_suspended.message);
    expect(await logIn(customer, 'wrong-password')).toMatchObject({ error: { code: 'login_failed' } });
  });

  test('gets in neither by a mailed link nor by a new password', async () => {
    const [staff, customer] = [await support(), await buildUser(testApp)];
    const earlier = await mailedToken(testApp, customer.email, 'login');
    await suspend(staff, customer.id);
    const byLink = (loginToken: string) =>
      testApp.call(accountEndpoints.logInByLink, { query: { loginToken }, ip: freshIp() });
    expect(await byLink(earlier)).toMatchObject({ error: { code: 'link_invalid' } });
    expect(await byLink(await mailedToken(testApp, customer.email, 'login'))).toMatchObject(SUSPENDED);
    const code = await mailedToken(testApp, customer.email, 'password_reset');
    const password = 'another-Good-pass1';
    const reset = await testApp.call(accountEndpoints.resetPassword, {
      body: { code, password, passwordConfirmation: password },
      ip: freshIp(),
    });
    expect(reset).toMatchObject(SUSPENDED);
    await unsuspend(staff, customer.id);
    expect(await logIn(customer, password)).toMatchObject({ error: { code: 'login_failed' } });
    expect(await logIn(customer)).toMatchObject({ status: 200 });
  });

  test('has no session that began while it was being suspended', async () => {
    const [staff, customer] = [await support(), await buildUser(testApp)];
    const [, ...logins] = await Promise.all([
      suspend(staff, customer.id),
      ...Array.from({ length: 8 }, () => logIn(customer)),
    ]);
    for (const { status, body } of logins) {
      if (status === 200) expect(await me({ token: body.jwt })).toMatchObject({ status: 401 });
    }
  });

  describe('while somebody gets in', () => {
    const visitor = { ip: '10.1.1.2', userAgent: 'phone' };
    const byLink = async (tx: Tx, customer: TestUser) => {
      await spendLink(tx, {
        token: await mailedToken(testApp, customer.email, 'login'),
        purposes: ['login'],
      });
      return startSession(tx, customer.id, visitor);
    };
    const liveSessions = ({ id }: TestUser) =>
      testApp.context.db
        .selectFrom('sessions')
        .select('id')
        .where('userId', '=', id)
        .where('endedAt', 'is', null)
        .execute();
    test.each([
      ['a log-in', (tx: Tx, { id }: TestUser) => startSession(tx, id, visitor)],
      ['a link', byLink],
    ])('has no session from %s that ends after its start', async (_way, enter) => {
      const [staff, customer] = [await support(), await buildUser(testApp)];
      const suspended = await inTransaction(testApp.context, async (tx) => {
        await enter(tx, customer);
        const suspending = suspend(staff, customer.id);
        await untilStuck(testApp, suspending);
        return { suspending };
      });
      expect(await suspended.suspending).toMatchObject({ status: 200 });
      expect(await liveSessions(customer)).toEqual([]);
    });

    test.each([
      ['a log-in', (customer: TestUser) => logIn(customer)],
      [
        'a link',
        async ({ email }: TestUser) =>
          testApp.call(accountEndpoints.logInByLink, {
            query: { loginToken: await mailedToken(testApp, email, 'login') },
            ip: freshIp(),
          }),
      ],
      [
        'a password change',
        ({ token }: TestUser) => {
          const password = 'another-Good-pass1';
          const body = { currentPassword: TEST_PASSWORD, password, passwordConfirmation: password };
          return testApp.call(accountEndpoints.changePassword, { token, body });
        },
      ],
    ])('has no session from %s that starts before its end', async (_way, enter) => {
      const [staff, customer] = [await support(), await buildUser(testApp)];
      const actor = { userId: staff.id, role: 'super', sessionId: '', isVerified: true } as const;
      const entered = await inTransaction(testApp.context, async (tx) => {
        await suspendUser(tx, actor, { userId: customer.id, reason: 'copying', note: '' });
        const entering = enter(customer);
        await untilStuck(testApp, entering);
        return { entering };
      });
      expect(await entered.entering).toMatchObject(SUSPENDED);
      expect(await liveSessions(customer)).toEqual([]);
    });
  });

  test('gets no notifications by email or text', async () => {
    const [staff, customer] = [await support(), await buildUser(testApp)];
    const { db } = testApp.context;
    expect(await findReachable(db, [customer.id])).toHaveLength(1);
    await suspend(staff, customer.id);
    expect(await findReachable(db, [customer.id])).toEqual([]);
  });

  test('logs in again after an undo, with the same password, and both are on record once', async () => {
    const [staff, customer] = [await support(), await buildUser(testApp)];
    await Promise.all(Array.from({ length: 5 }, () => suspend(staff, customer.id)));
    expect(await unsuspend(staff, customer.id)).toMatchObject({ status: 200, body: { suspended_at: null } });
    await unsuspend(staff, customer.id);
    expect(await me(customer)).toMatchObject({ status: 401 });
    const again = await logIn(customer);
    expect(await me({ token: again.body.jwt })).toMatchObject({ status: 200 });
    const history = await readHistory(testApp, staff.token, { scope: 'user', subject: customer.id });
    expect(history.map(({ action }) => action).filter((action) => action.includes('suspend'))).toEqual([
      'user.unsuspend',
      'user.suspend',
    ]);
  });
});

describe('suspending', () => {
  test('is refused for oneself, for staff by anyone but a super, and for nobody', async () => {
    const [staff, colleague, boss, otherBoss] = [
      await support(),
      await support('analyst'),
      await support('super'),
      await support('super'),
    ];
    expect(await suspend(staff, staff.id)).toMatchObject({ error: { code: 'not_for_yourself' } });
    expect(await suspend(boss, boss.id)).toMatchObject({ error: { code: 'not_for_yourself' } });
    expect(await suspend(staff, colleague.id)).toMatchObject({ status: 403 });
    expect(await suspend(staff, boss.id)).toMatchObject({ status: 403 });
    expect(await suspend(staff, 2_000_000_000)).toMatchObject({ status: 404 });
    expect(await suspend(boss, colleague.id)).toMatchObject({ status: 200 });
    expect(await suspend(boss, otherBoss.id)).toMatchObject({ status: 200 });
    expect(await me(staff)).toMatchObject({ status: 200 });
  });
});
