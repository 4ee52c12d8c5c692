import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';

/** Lists charges of shares that were given up in the meantime; they paid for nothing and go back as a whole. */
export async function listUnwantedCharges(db: Db, orderId: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from payment_attempts attempt where order_id = ${orderId} and capture = 'manual'
      and not exists (select from pool_shares where attempt_id = attempt.id and state = 'paid')`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns what disputes keep of each payment; the ledger tells it, not the state of the dispute. */
export async function listDisputedMoney(
  db: Db,
  orderId: number,
): Promise<Map<number, { lostCents: number; openCents: number }>> {
  const { rows } = await sql<{ attemptId: number; lostCents: number; openCents: number }>`
    select attempt_id, coalesce(sum(kept) filter (where state = 'lost'), 0)::integer as lost_cents,
      coalesce(sum(kept) filter (where state <> 'lost'), 0)::integer as open_cents
    from (select attempt_id, state, -(select coalesce(sum(amount_cents), 0) from ledger_entries
        where external_id = dispute_id and kind in ('dispute', 'dispute_won')) as kept
      from disputes where order_id = ${orderId}) disputed
    where kept > 0 group by attempt_id`.execute(db);
  return new Map(rows.map(({ attemptId, ...money }) => [attemptId, money]));
}
