import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestApp } from '#server/testing/test-app.ts';
import { connectDatabase } from './database.ts';
import { prepareStatement } from './prepared-statements.ts';

const testApp = startTestApp();

const findUser = prepareStatement((db, { email }: { email: string }) =>
  db.selectFrom('users').select(['id', 'firstName']).where('email', '=', email),
);

test('a statement is built once and planned once per connection, with the values of each call', async () => {
  const { db } = testApp.context;
  const people = await db
    .insertInto('users')
    .values(
      ['ann', 'ben'].map((name) => ({
        email: `${name}@prepared.test`,
        firstName: name,
        lastName: '',
        name,
        agreedToTermsAt: new Date(),
      })),
    )
    .returning(['id', 'firstName'])
    .execute();
  for (const person of people) {
    expect(await findUser(db, { email: `${person.firstName}@prepared.test` })).toEqual([person]);
  }
  const one = connectDatabase(testApp.url, { maxConnections: 1 });
  for (let turn = 0; turn < 2; turn++) await findUser(one, { email: 'ann@prepared.test' });
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_prepared_statements where statement like '%first_name%'`.execute(one);
  expect(rows).toEqual([{ count: 1 }]);
  await one.destroy();
});

test('a change of a table costs one call at most', async () => {
  const db = connectDatabase(testApp.url, { maxConnections: 1 });
  await sql`create temporary table totals as select 7 as figure`.execute(db);
  const read = prepareStatement<Record<string, never>, { figure: unknown }>((on) => ({
    compile: () => sql<{ figure: unknown }>`select figure from totals`.compile(on),
  }));
  expect(await read(db, {})).toEqual([{ figure: 7 }]);
  await sql`alter table totals alter figure type text`.execute(db);
  await expect(read(db, {})).rejects.toThrow('cached plan');
  expect(await read(db, {})).toEqual([{ figure: '7' }]);
  await db.destroy();
});
