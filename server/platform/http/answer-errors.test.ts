import type { FastifyError } from 'fastify';
import { sql } from 'kysely';
import { afterAll, expect, inject, test } from 'vitest';
import { connectDatabase } from '#server/platform/database/database.ts';
import { asAppError } from './answer-errors.ts';

const db = connectDatabase(inject('postgresUrl'), { maxConnections: 2 });
afterAll(() => db.destroy());

test('the call that a deadlock ends may be sent again', async () => {
  const lock = (name: number) => sql`select pg_advisory_xact_lock(724, ${name}::int)`;
  const bothHold = Promise.withResolvers<void>();
  let holders = 0;
  const call = (first: number, second: number) =>
    db.transaction().execute(async (tx) => {
      await lock(first).execute(tx);
      holders += 1;
      if (holders === 2) bothHold.resolve();
      await bothHold.promise;
      await lock(second).execute(tx);
    });
  const outcomes = await Promise.allSettled([call(1, 2), call(2, 1)]);
  const ended = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(asAppError(ended.reason as FastifyError)).toMatchObject({
    code: 'unavailable',
    details: { retry_after_seconds: 2 },
  });
});
