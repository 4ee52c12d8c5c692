import { expect, test } from 'vitest';
import { listViewEndpoints, MAX_LIST_VIEWS } from '#contract/endpoints/list-views.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const app = shareTestApp();
const { listViews, saveView, deleteView } = listViewEndpoints;
const staff = () => buildUser(app, { role: 'customer_support' });

const save = ({ token }: TestUser, name: string, more: { list?: string; is_default?: boolean } = {}) =>
  app.call(saveView, {
    token,
    body: { list: 'users', search: 'type=super', is_default: false, ...more, name },
  });
const names = async ({ token }: TestUser) =>
  (await app.call(listViews, { token })).body.map(
    ({ name, is_default }) => `${name}${is_default ? '*' : ''}`,
  );

test('a view is saved under its name, replaced by the same name, and deleted', async () => {
  const me = await staff();
  await save(me, 'Colleagues');
  const { body } = await save(me, 'Colleagues', { is_default: true });
  expect(body).toEqual([
    {
      id: expect.any(Number),
      list: 'users',
      name: 'Colleagues',
      search: 'type=super',
      is_default: true,
    },
  ]);
  const params = { id: body[0]?.id ?? 0 };
  expect((await app.call(deleteView, { token: (await staff()).token, params })).status).toBe(404);
  expect((await app.call(deleteView, { token: me.token, params })).body).toEqual([]);
});

test('each list has one default view, also when two are chosen at once, and colleagues have their own', async () => {
  const me = await staff();
  const answers = await Promise.all(['A', 'B', 'C', 'D'].map((name) => save(me, name, { is_default: true })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await save(me, 'Albums', { list: 'albums', is_default: true });
  const shown = await names(me);
  expect(shown).toHaveLength(5);
  expect(shown.filter((name) => name.endsWith('*'))).toHaveLength(2);
  expect(await names(await staff())).toEqual([]);
});

test('there is a limit, and names and filters have bounds', async () => {
  const me = await staff();
  const rows = Array.from({ length: MAX_LIST_VIEWS - 1 }, (_, at) => ({
    userId: me.id,
    list: 'users',
    name: `View ${at}`,
    search: '',
  }));
  await app.context.db.insertInto('listViews').values(rows).execute();
  const answers = await Promise.all([save(me, 'One more'), save(me, 'And another')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  for (const bad of [
    { name: '' },
    { name: 'x'.repeat(61) },
    { list: '../x' },
    { search: 'x'.repeat(1001) },
  ]) {
    const body = { list: 'users', name: 'Fine', search: '', is_default: false, ...bad };
    expect((await app.call(saveView, { token: me.token, body })).status).toBe(400);
  }
});

test('customers have no lists', async () => {
  expect((await save(await buildUser(app), 'Mine')).status).toBe(403);
});
