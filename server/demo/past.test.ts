import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { expect, test } from 'vitest';
import type { DB } from '#server/platform/database/database.gen.ts';
import { dateRows } from './past.ts';

const now = new Date('2026-05-01T10:00:00Z');
const db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new CamelCasePlugin()],
});
const dated = dateRows(db, new Map([['carts', ['created_at']]]), { now: () => now });

test('a new row carries the time of the clock', () => {
  const { sql, parameters } = dated
    .insertInto('carts')
    .values([{ userId: 1 }, { userId: 2 }])
    .compile();
  expect(sql).toBe('insert into "carts" ("user_id", "created_at") values ($1, $2), ($3, $4)');
  expect(parameters).toEqual([1, now, 2, now]);
});

test('a row that names its time keeps it', () => {
  const createdAt = new Date('2026-04-01T10:00:00Z');
  const { parameters } = dated.insertInto('carts').values({ userId: 1, createdAt }).compile();
  expect(parameters).toEqual([1, createdAt]);
});

test('rows that come from a query carry the time of the clock', () => {
  const users = dated.selectFrom('users').select('id').where('id', '>', 5);
  const { sql, parameters } = dated.insertInto('carts').columns(['userId']).expression(users).compile();
  expect(sql).toBe(
    'insert into "carts" ("user_id", "created_at") select "id", $1::timestamptz as "created_at" from "users" where "id" > $2',
  );
  expect(parameters).toEqual([now, 5]);
});

test('tables without such columns are left alone', () => {
  const { sql } = dated.insertInto('cartItems').values({ cartId: 1, albumId: 2 }).compile();
  expect(sql).toBe('insert into "cart_items" ("cart_id", "album_id") values ($1, $2)');
});
