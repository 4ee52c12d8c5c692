import { sql } from 'kysely';
import { eventually } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** Waits until the call waits for a lock of another transaction, or is over. */
export async function untilStuck({ context }: TestApp, call: Promise<unknown>): Promise<void> {
  const over = call.then(() => true);
  await eventually(async () => {
    const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(context.db);
    return rows.length > 0 || (await Promise.race([over, undefined])) || undefined;
  }, 'the call to wait or to end');
}
