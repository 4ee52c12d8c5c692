import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp();
const MAX_TRIGGERS = 15;

test('every trigger has its reason in docs/triggers.md', async () => {
  const { rows } = await sql<{ name: string }>`
    select tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace`.execute(testApp.context.db);
  const list = readFileSync('docs/triggers.md', 'utf8');
  const named = [...list.matchAll(/^\| `(\w+)` \| \w/gm)].map(([, name]) => name);
  expect(rows.map(({ name }) => name).sort()).toEqual(named.sort());
  expect(rows.length).toBeLessThanOrEqual(MAX_TRIGGERS);
});
