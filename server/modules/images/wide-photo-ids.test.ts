import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { favoriteEndpoints } from '#contract/endpoints/found-albums.ts';
import { MAX_WIDE_ID } from '#contract/primitives.ts';
import { buildAlbum, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { FIRST_WIDE_ID } from '#server/testing/postgres-for-tests.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const testApp = shareTestApp();

test('photos of all tests have ids beyond 32 bits', async () => {
  const { id } = await buildImage(testApp, await buildAlbum(testApp));
  expect(id).toBeGreaterThanOrEqual(FIRST_WIDE_ID);
});

test('every column that refers to a 64-bit id is 64 bits wide', async () => {
  const { rows } = await sql<{ column: string }>`
    select format('%s.%s', conrelid::regclass, own.attname) as column from pg_constraint
    join pg_attribute own on own.attrelid = conrelid and own.attnum = any (conkey)
    join pg_attribute other on other.attrelid = confrelid and other.attnum = any (confkey)
    where contype = 'f' and cardinality(conkey) = 1 and other.atttypid = 'bigint'::regtype
      and own.atttypid <> 'bigint'::regtype`.execute(testApp.context.db);
  expect(rows).toEqual([]);
});

test('an id that no photo has is refused, however long it is', async () => {
  const { token } = await buildUser(testApp);
  const change = (id: number) =>
    testApp.call(favoriteEndpoints.changeFavorites, { token, body: { add: [id], remove: [] } });
  expect((await change(MAX_WIDE_ID)).body).toMatchObject({ refused: [MAX_WIDE_ID] });
  expect((await change(MAX_WIDE_ID + 1)).status).toBe(400);
});
