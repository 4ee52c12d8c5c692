import { describe, expect, test } from 'vitest';
import type { SentQuery } from '#contract/endpoint.ts';
import { historyEndpoints } from '#contract/endpoints/operations.ts';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { historyList } from '#contract/lists/history.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { readHistory } from '#server/testing/history.ts';
import { expectPagedList } from '#server/testing/lists.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { newPlaceholderAddress } from './find-people.ts';

const testApp = shareTestApp();
const calls = userAdministrationEndpoints;
const support = () => buildUser(testApp, { role: 'customer_support' });

const note = ({ token }: TestUser, id: number, text: string) =>
  testApp.call(calls.addUserNote, { token, params: { id }, body: { text } });
const logOut = ({ token }: TestUser, id: number) => testApp.call(calls.logUserOut, { token, params: { id } });

describe('the history of a user', () => {
  test('pages without repeating or losing an entry', async () => {
    const [staff, customer] = [await support(), await buildUser(testApp)];
    const addEntry = async (number: number) => {
      const subject = `user:${customer.id}`;
      await recordAudit(testApp.context.db, {
        actorId: staff.id,
        action: 'user.update',
        subject,
        after: { number },
      });
    };
    for (let number = 0; number < 16; number++) await addEntry(number);
    await expectPagedList(testApp, {
      list: historyList,
      calls: historyEndpoints,
      token: staff.token,
      filters: { scope: 'user', subject: customer.id },
      idOf: ({ id }: { id: number }) => id,
      insertRow: async () => {
        await addEntry(99);
        const [newest] = await readHistory(testApp, staff.token, { scope: 'user', subject: customer.id });
        return newest?.id ?? 0;
      },
    });
  });

  test('names colleagues without a name by address, phone number or account number', async () => {
    const [staff, colleague, customer] = [await support(), await support(), await buildUser(testApp)];
    await note(colleague, customer.id, 'First');
    const rename = (fields: { email?: string; phoneNumber?: string | null }) =>
      testApp.context.db
        .updateTable('users')
        .set({ name: ' ', ...fields })
        .where('id', '=', colleague.id)
        .execute();
    const shown = async () => {
      const scope = { scope: 'user', subject: customer.id } as const;
      const [entry] = await readHistory(testApp, staff.token, scope);
      const notes = await testApp.call(calls.listUserNotes, {
        token: staff.token,
        params: { id: customer.id },
      });
      const desk = await testApp.call(supportEndpoints.getDesk, { token: staff.token });
      const { name } = desk.body.staff.find(({ id }) => id === colleague.id) ?? {};
      return [entry?.actor_name, notes.body[0]?.author.name, name];
    };
    const three = (name: string) => [name, name, name];
    await rename({});
    expect(await shown()).toEqual(three(colleague.email));
    await rename({ email: newPlaceholderAddress(), phoneNumber: '+15125550166' });
    expect(await shown()).toEqual(three('+15125550166'));
    await rename({ phoneNumber: null });
    expect(await shown()).toEqual(three(`User ${colleague.id}`));
  });

  test('is filtered by person and action, and offers all of both whatever the filter', async () => {
    const [staff, colleague, customer] = [await support(), await support(), await buildUser(testApp)];
    await note(staff, customer.id, 'First');
    await note(colleague, customer.id, 'Second');
    await logOut(colleague, customer.id);
    const of = (filters: { who?: number; what?: string }) =>
      ({ scope: 'user', subject: customer.id, ...filters }) as const;
    const read = (filters: { who?: number; what?: string }) => readHistory(testApp, staff.token, of(filters));
    expect((await read({ who: colleague.id })).map(({ action }) => action)).toEqual([
      'user.log-out-everywhere',
      'user.add-note',
    ]);
    const notesOfStaff = { what: 'user.add-note', who: staff.id };
    expect(await read(notesOfStaff)).toMatchObject([{ actor_name: staff.name, action: 'user.add-note' }]);
    const { body } = await testApp.call(historyEndpoints.count, {
      token: staff.token,
      query: of(notesOfStaff),
    });
    expect(body).toMatchObject({
      total: 1,
      actions: ['user.add-note', 'user.log-out-everywhere', 'user.read'],
    });
    expect(body.people.map(({ id }) => id).sort()).toEqual([staff.id, colleague.id].sort());
    expect(await read({ what: 'nothing.like-it' })).toEqual([]);
  });

  test('refuses filters that are out of bounds', async () => {
    const [staff, customer] = [await support(), await buildUser(testApp)];
    const refused = [
      { _limit: 501 },
      { _limit: 0 },
      { who: 0 },
      { what: 'x'.repeat(255) },
      { scope: 'orders' },
    ];
    for (const query of refused) {
      const asked = { scope: 'user', subject: customer.id, ...query } as SentQuery<
        typeof historyEndpoints.page
      >;
      expect((await testApp.call(historyEndpoints.page, { token: staff.token, query: asked })).status).toBe(
        400,
      );
    }
  });
});

test('each scope of the history needs its own permission, for the rows, the count and the file', async () => {
  const [customer, staff] = [await buildUser(testApp), await support()];
  const owner = await buildUser(testApp, { role: 'super' });
  const statuses = async (token: string, query: { scope: 'user' | 'settings'; subject?: number }) => [
    (await testApp.call(historyEndpoints.page, { token, query })).status,
    (await testApp.call(historyEndpoints.count, { token, query })).status,
    (
      await testApp.request({
        url: `/api${historyEndpoints.csv.path}`,
        query: { scope: query.scope, subject: String(query.subject ?? 1) },
        headers: { authorization: `Bearer ${token}` },
      })
    ).status,
  ];
  const ofUser = { scope: 'user', subject: customer.id } as const;
  expect(await statuses(customer.token, ofUser)).toEqual([403, 403, 403]);
  expect(await statuses(staff.token, ofUser)).toEqual([200, 200, 200]);
  expect(await statuses(staff.token, { scope: 'settings' })).toEqual([403, 403, 403]);
  expect(await statuses(owner.token, { scope: 'settings' })).toEqual([200, 200, 200]);
});
