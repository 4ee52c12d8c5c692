import { describe, expect, test } from 'vitest';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp();
const calls = userAdministrationEndpoints;
const support = () => buildUser(testApp, { role: 'customer_support' });

type Query = { before?: number; who?: number; what?: string; _limit?: number };

const read = async ({ token }: TestUser, id: number, query: Query = {}) =>
  (await testApp.call(calls.userHistory, { token, params: { id }, query })).body;
const note = ({ token }: TestUser, id: number, text: string) =>
  testApp.call(calls.addUserNote, { token, params: { id }, body: { text } });
const logOut = ({ token }: TestUser, id: number) => testApp.call(calls.logUserOut, { token, params: { id } });

describe('the history of a user', () => {
  test('is read to its end, page by page, each entry once', async () => {
    const [staff, customer] = [await support(), await buildUser(testApp)];
    for (let i = 0; i < 5; i++) await note(staff, customer.id, `Note ${i}`);
    const seen: number[] = [];
    let page = await read(staff, customer.id, { _limit: 2 });
    seen.push(...page.entries.map(({ id }) => id));
    while (page.has_older) {
      page = await read(staff, customer.id, { _limit: 2, before: seen.at(-1) ?? 0 });
      seen.push(...page.entries.map(({ id }) => id));
    }
    expect(seen).toHaveLength(5);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
  });

  test('is filtered by who and by what, and names both whatever is asked for', async () => {
    const [staff, colleague, customer] = [await support(), await support(), await buildUser(testApp)];
    await note(staff, customer.id, 'First');
    await note(colleague, customer.id, 'Second');
    await logOut(colleague, customer.id);
    const byColleague = await read(staff, customer.id, { who: colleague.id });
    expect(byColleague.entries.map(({ action }) => action)).toEqual([
      'user.log-out-everywhere',
      'user.add-note',
    ]);
    const notes = await read(staff, customer.id, { what: 'user.add-note', who: staff.id });
    expect(notes.entries).toMatchObject([{ actor_name: staff.name, action: 'user.add-note' }]);
    expect(notes.what).toEqual(['user.add-note', 'user.log-out-everywhere']);
    expect(notes.who.map(({ id }) => id).sort()).toEqual([staff.id, colleague.id].sort());
    expect(await read(staff, customer.id, { what: 'nothing.like-it' })).toMatchObject({
      entries: [],
      has_older: false,
    });
  });

  test('is asked for within bounds', async () => {
    const [staff, customer] = [await support(), await buildUser(testApp)];
    for (const query of [{ _limit: 501 }, { _limit: 0 }, { before: 0 }, { what: 'x'.repeat(81) }]) {
      expect(
        await testApp.call(calls.userHistory, { token: staff.token, params: { id: customer.id }, query }),
      ).toMatchObject({ status: 400 });
    }
  });
});
