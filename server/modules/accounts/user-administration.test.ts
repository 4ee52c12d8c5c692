import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { userAdministrationEndpoints, userListEndpoints } from '#contract/endpoints/user-administration.ts';
import { userList } from '#contract/lists/users.ts';
import { VIEW_MINUTES } from '#contract/rules/albums.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { buildAlbum, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, nextMessage, type TestUser } from '#server/testing/factories.ts';
import { readHistory } from '#server/testing/history.ts';
import { expectPagedList } from '#server/testing/lists.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { newPlaceholderAddress } from './find-people.ts';
import { nameDevice } from './sessions.ts';

const testApp = shareTestApp();
const calls = userAdministrationEndpoints;
const support = () => buildUser(testApp, { role: 'customer_support' });
const superUser = () => buildUser(testApp, { role: 'super' });
const historyOf = ({ token }: TestUser, id: number) =>
  readHistory(testApp, token, { scope: 'user', subject: id });

describe('the list of users', () => {
  const page = async (token: string, query: { q?: string; type?: Role; _sort?: string }) =>
    (await testApp.call(userListEndpoints.page, { token, query: query as never })).body.rows;

  test('is filtered by any part of name or email and by role, counted, and sorted', async () => {
    const staff = await support();
    const mark = `zz${Date.now()}`;
    for (const firstName of ['Bee', 'Ada', 'Cid'])
      await buildUser(testApp, { firstName, email: `${firstName}@${mark}.test` });
    await buildUser(testApp, { firstName: 'Dee', email: `dee@${mark}.test`, role: 'analyst' });
    const list = async (query: { type?: Role; _sort?: string }) =>
      (await page(staff.token, { q: mark.toUpperCase(), ...query })).map((user) => user.first_name);
    expect(await list({ _sort: 'name:asc' })).toEqual(['Ada', 'Bee', 'Cid', 'Dee']);
    expect(await list({ _sort: 'created_at:asc' })).toEqual(['Bee', 'Ada', 'Cid', 'Dee']);
    expect(await list({})).toEqual(['Dee', 'Cid', 'Ada', 'Bee']);
    expect(await list({ _sort: 'email:DESC' })).toEqual(['Dee', 'Cid', 'Bee', 'Ada']);
    expect((await list({ _sort: 'type:asc' }))[0]).toBe('Dee');
    expect(await list({ type: 'analyst' })).toEqual(['Dee']);
    const count = await testApp.call(userListEndpoints.count, {
      token: staff.token,
      query: { q: mark, type: 'authenticated' },
    });
    expect(count.body).toEqual({ total: 3 });
  });

  test('is paged in every order without repeating or losing a user', async () => {
    const staff = await support();
    const mark = `paged${Date.now()}`;
    let built = 0;
    const insertRow = async () =>
      (await buildUser(testApp, { firstName: `N${built % 3}`, email: `${built++}@${mark}.test` })).id;
    for (let i = 0; i < 16; i++) await insertRow();
    await expectPagedList(testApp, {
      list: userList,
      calls: userListEndpoints,
      token: staff.token,
      filters: { q: mark },
      idOf: ({ id }: { id: number }) => id,
      insertRow,
    });
  });

  test('goes on record when it leaves as a file', async () => {
    const staff = await support();
    const file = await testApp.app.inject({
      url: `/api${userListEndpoints.csv.path}`,
      query: { q: staff.email },
      headers: { authorization: `Bearer ${staff.token}` },
    });
    expect(file.body.split('\r\n')[1]).toContain(staff.email);
    const entry = await testApp.context.db
      .selectFrom('auditLog')
      .select(['actorId', 'after'])
      .where('action', '=', 'users.export')
      .where('actorId', '=', staff.id)
      .executeTakeFirst();
    expect(entry).toMatchObject({ after: { filter: { q: staff.email } } });
  });
});

describe('a role', () => {
  const change = ({ token }: TestUser, id: number, role: Role) =>
    testApp.call(calls.changeRole, { token, params: { id }, body: { role } });

  test('is changed by a super alone, holds at once and is on record', async () => {
    const [boss, staff, customer] = [await superUser(), await support(), await buildUser(testApp)];
    expect(await change(staff, customer.id, 'super')).toMatchObject({ status: 403 });
    expect(await change(boss, customer.id, 'analyst')).toMatchObject({
      status: 200,
      body: { type: 'analyst' },
    });
    expect((await testApp.call(accountEndpoints.countUsers, { token: customer.token })).status).toBe(200);
    expect(await historyOf(boss, customer.id)).toMatchObject([
      {
        action: 'user.change-role',
        actor_name: boss.name,
        changes: [{ field: 'role', before: 'authenticated', after: 'analyst' }],
      },
    ]);
  });

  test('is never changed by its owner', async () => {
    const boss = await superUser();
    expect(await change(boss, boss.id, 'authenticated')).toMatchObject({
      status: 403,
      error: { code: 'not_for_yourself' },
    });
  });

  test('of two supers who demote each other at once: one stays super', async () => {
    const [one, other] = [await superUser(), await superUser()];
    const answers = await Promise.all([
      change(one, other.id, 'authenticated'),
      change(other, one.id, 'authenticated'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });
});

describe('notes', () => {
  test('are for staff; their author or a super deletes them, and both are on record', async () => {
    const [author, colleague, boss] = [await support(), await support(), await superUser()];
    const customer = await buildUser(testApp);
    const params = { id: customer.id };
    const add = (text: string) =>
      testApp.call(calls.addUserNote, { token: author.token, params, body: { text } });
    const [first, second] = [(await add('Called about the refund')).body, (await add('Twin team')).body];
    const { body: seen } = await testApp.call(calls.listUserNotes, { token: colleague.token, params });
    expect(seen.map(({ text, author: { name }, can_delete }) => [text, name, can_delete])).toEqual([
      ['Twin team', author.name, false],
      ['Called about the refund', author.name, false],
    ]);
    const remove = ({ token }: TestUser, id: number) =>
      testApp.call(calls.deleteUserNote, { token, params: { id } });
    expect(await remove(colleague, first.id)).toMatchObject({ status: 403 });
    expect(await remove(author, first.id)).toMatchObject({ status: 200 });
    expect(await remove(boss, second.id)).toMatchObject({ status: 200 });
    expect(await remove(author, first.id)).toMatchObject({ status: 404 });
    expect((await testApp.call(calls.listUserNotes, { token: customer.token, params })).status).toBe(403);
    const actions = (await historyOf(colleague, customer.id)).map(({ action }) => action);
    expect(actions).toEqual(['user.delete-note', 'user.delete-note', 'user.add-note', 'user.add-note']);
  });

  test('are not empty, not endless, and about someone', async () => {
    const staff = await support();
    const add = (id: number, text: string) =>
      testApp.call(calls.addUserNote, { token: staff.token, params: { id }, body: { text } });
    expect(await add(staff.id, '  ')).toMatchObject({ status: 400 });
    expect(await add(staff.id, 'x'.repeat(2_001))).toMatchObject({ status: 400 });
    expect(await add(2_000_000_000, 'Who?')).toMatchObject({ status: 404 });
  });
});

describe('sessions', () => {
  test('are listed with where and when, and end all at once', async () => {
    const staff = await support();
    const customer = await buildUser(testApp);
    const params = { id: customer.id };
    const { body } = await testApp.call(calls.listUserSessions, { token: staff.token, params });
    expect(body).toMatchObject([{ device: 'test', ip: '127.0.0.1', is_this_one: false }]);
    testApp.advanceMinutes(10);
    await testApp.call(accountEndpoints.me, { token: customer.token });
    const [later] = (await testApp.call(calls.listUserSessions, { token: staff.token, params })).body;
    const movedMs = Date.parse(later?.last_seen_at ?? '') - Date.parse(body[0]?.last_seen_at ?? '');
    expect(movedMs).toBeGreaterThan(9 * 60_000);

    expect(await testApp.call(calls.logUserOut, { token: staff.token, params })).toMatchObject({
      body: { ended: 1 },
    });
    expect(await testApp.call(accountEndpoints.me, { token: customer.token })).toMatchObject({ status: 401 });
    expect(await historyOf(staff, customer.id)).toMatchObject([{ action: 'user.log-out-everywhere' }]);
  });

  test('of staff are ended by a super or themselves alone', async () => {
    const [staff, colleague, boss] = [await support(), await support(), await superUser()];
    const end = ({ token }: TestUser) =>
      testApp.call(calls.logUserOut, { token, params: { id: colleague.id } });
    expect(await end(staff)).toMatchObject({ status: 403 });
    expect(await end(boss)).toMatchObject({ status: 200 });
  });

  test.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0',
      'Edge on Windows',
    ],
    ['curl/8.0', 'curl/8.0'],
    ['', 'Unknown device'],
  ])('name their device: %s', (userAgent, device) => {
    expect(nameDevice(userAgent)).toBe(device);
  });
});

describe('several users at once', () => {
  const act = ({ token }: TestUser, ids: number[], action: 'log_out' | 'send_password_link') =>
    testApp.call(calls.actOnUsers, { token, body: { ids, action } });

  test('are logged out everywhere; colleagues and oneself are refused, and keep nobody else from it', async () => {
    const [staff, colleague] = [await support(), await support()];
    const [one, other] = [await buildUser(testApp), await buildUser(testApp)];
    const answer = await act(staff, [one.id, colleague.id, staff.id, other.id, one.id], 'log_out');
    expect(answer.body).toMatchObject({ refused: [{ id: colleague.id }, { id: staff.id }] });
    for (const { token } of [one, other]) {
      expect(await testApp.call(accountEndpoints.me, { token })).toMatchObject({ status: 401 });
    }
    for (const { token } of [staff, colleague]) {
      expect(await testApp.call(accountEndpoints.me, { token })).toMatchObject({ status: 200 });
    }
    expect(await historyOf(staff, one.id)).toMatchObject([{ action: 'user.log-out-everywhere' }]);
  });

  test('get a link to set a password by mail, on record, and not endlessly', async () => {
    const [staff, customer] = [await support(), await buildUser(testApp)];
    expect((await act(staff, [customer.id], 'send_password_link')).body).toEqual({
      done: [customer.id],
      refused: [],
    });
    const { text } = await nextMessage(testApp, customer.email, /password/i);
    expect(text).toContain('/PasswordReset/?code=');
    expect(await historyOf(staff, customer.id)).toMatchObject([{ action: 'user.send-password-link' }]);
    const byPhone = await buildUser(testApp);
    const phoneNumber = '+15125550144';
    await testApp.context.db
      .updateTable('users')
      .set({ email: newPlaceholderAddress(), phoneNumber })
      .where('id', '=', byPhone.id)
      .execute();
    expect((await act(staff, [byPhone.id], 'send_password_link')).body).toEqual({
      done: [],
      refused: [
        { id: byPhone.id, reason: 'This account has no email address. Its owner logs in by text message.' },
      ],
    });
    expect(await historyOf(staff, byPhone.id)).toEqual([]);
    for (let i = 0; i < 2; i++) await act(staff, [customer.id], 'send_password_link');
    const fourth = await act(staff, [customer.id], 'send_password_link');
    expect(fourth.body).toMatchObject({ done: [], refused: [{ id: customer.id }] });
  });

  test('are named, few enough, and nobody’s business but staff’s', async () => {
    const [staff, customer] = [await support(), await buildUser(testApp)];
    expect(await act(customer, [staff.id], 'log_out')).toMatchObject({ status: 403 });
    expect(await act(staff, [], 'log_out')).toMatchObject({ status: 400 });
    const many = Array.from({ length: 201 }, (_, index) => index + 1);
    expect(await act(staff, many, 'log_out')).toMatchObject({ status: 400 });
    expect((await act(staff, [2_000_000_000], 'log_out')).body).toMatchObject({ done: [] });
  });
});

describe('what a customer holds', () => {
  test('is seen by staff, who give views and downloads back, and finds all of it in the history', async () => {
    const [staff, customer] = [await support(), await buildUser(testApp)];
    const album = await buildAlbum(testApp, { imagesCount: 1 });
    await buildImage(testApp, album);
    const place = { album: album.id, event: album.eventId };
    const { body: found } = await testApp.call(foundAlbumEndpoints.findAlbum, {
      token: customer.token,
      body: place,
    });
    const spend = () =>
      testApp.call(foundAlbumEndpoints.viewAlbum, { token: customer.token, params: { id: found.id } });
    for (let i = 0; i < 3; i++) {
      await spend();
      testApp.advanceMinutes(VIEW_MINUTES);
    }
    const { id } = await buildEntitlement(testApp, customer, await buildAlbum(testApp), { downloadsUsed: 4 });
    const params = { id: customer.id };
    const albums = async () =>
      (await testApp.call(calls.foundAlbumsOfUser, { token: staff.token, params })).body;
    expect((await albums()).map((held) => held.user_album_views.length)).toEqual([3]);
    expect(await testApp.call(calls.resetAllViews, { token: staff.token, params })).toMatchObject({
      body: { reset: 1 },
    });
    expect((await albums()).map((held) => held.user_album_views.length)).toEqual([0]);
    expect(await testApp.call(calls.resetAllViews, { token: staff.token, params })).toMatchObject({
      body: { reset: 0 },
    });

    const downloads = async () =>
      (await testApp.call(calls.downloadsOfUser, { token: staff.token, params })).body;
    expect(await downloads()).toMatchObject([{ id, downloads_used: 4 }]);
    await testApp.call(downloadEndpoints.resetDownloads, { token: staff.token, params: { id } });
    expect(await downloads()).toMatchObject([{ id, downloads_used: 0 }]);
    expect(await historyOf(staff, customer.id)).toMatchObject([
      { action: 'downloads.reset', changes: [{ field: 'downloadsUsed', before: '4', after: '0' }] },
      { action: 'found-album.reset-views', changes: [{ field: 'viewsUsed', before: '3', after: '0' }] },
    ]);
    expect((await testApp.call(calls.downloadsOfUser, { token: customer.token, params })).status).toBe(403);
  });
});
