import type { Db } from '#server/platform/database.ts';

/** Whether real money was ever taken here. */
export async function hasLivePayments(db: Db): Promise<boolean> {
  const live = await db
    .selectFrom('paymentAttempts')
    .select('id')
    .where('mode', '=', 'live')
    .limit(1)
    .executeTakeFirst();
  return live !== undefined;
}
