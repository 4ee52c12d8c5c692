import { expect, test } from 'vitest';
import { buildUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { compileOnce } from './compile-once.ts';
import { anyOf } from './database.ts';

const testApp = startTestApp();

test('a query is built once and answers each caller by their own parameters', async () => {
  const { db } = testApp.context;
  const [first, second] = [await buildUser(testApp), await buildUser(testApp)];
  let builds = 0;
  const find = compileOnce((tx, { userIds, role }: { userIds: readonly number[]; role: string }) => {
    builds += 1;
    return tx
      .selectFrom('users')
      .select(['id', 'firstName'])
      .where('role', '=', role)
      .where('id', '=', anyOf(userIds))
      .where('deletedAt', 'is', null);
  });
  const answers = await Promise.all([
    find(db, { userIds: [first.id], role: 'authenticated' }),
    find(db, { userIds: [second.id], role: 'authenticated' }),
    find(db, { userIds: [second.id], role: 'super' }),
    db.transaction().execute((tx) => find(tx, { userIds: [first.id], role: 'authenticated' })),
  ]);
  expect(answers.map((rows) => rows.map(({ id }) => id))).toEqual([[first.id], [second.id], [], [first.id]]);
  expect(answers[0]?.[0]).toHaveProperty('firstName');
  expect(builds).toBe(1);
});
