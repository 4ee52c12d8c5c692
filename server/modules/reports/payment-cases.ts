import { sql } from 'kysely';
import type { PaymentCase } from '#contract/entities/order-of-user.ts';
import { paymentCaseList } from '#contract/lists/payouts.ts';
import { SHOWN_NAME } from '#server/modules/accounts/find-people.ts';
import type { Db } from '#server/platform/database/database.ts';
import { hasKeywords } from '#server/platform/lists/keywords.ts';
import { sortPart, sqlList } from '#server/platform/lists/list-source.ts';
import type { Clock } from '#server/platform/time/clock.ts';
import { isoTime } from '#server/platform/time/timestamps.ts';

/**
 * A payment or refund becomes a case at `case_at`, when its outcome should be known. A bank may take days to complete
 * a refund, and a buyer a day to confirm a payment. What could not be booked is tried twice more before.
 */
const cases = sql`(
  select troubles.trouble || ':' || troubles.id as key, troubles.*, ${SHOWN_NAME} as user_name from (
    select 'payment' as trouble, id, order_id, user_id, amount_cents, created_at as since,
      created_at + case state when 'processing' then interval '30 minutes' else interval '1 day' end as case_at
      from payment_attempts where state in ('processing', 'requires_action')
    union all
    select 'refund', refunds.id, refunds.order_id, attempt.user_id, refunds.amount_cents, refunds.created_at,
      refunds.created_at + case refunds.state when 'reserved' then interval '30 minutes' else interval '7 days' end
      from refunds join payment_attempts attempt on attempt.id = refunds.attempt_id
      where refunds.state in ('reserved', 'pending')
    union all
    select case when refunds.refund_id is null then 'refused_refund' else 'returned_refund' end, owed.id,
      owed.order_id, attempt.user_id, owed.amount_cents, owed.owed_since, '-infinity'
      from returned_refunds owed join payment_attempts attempt on attempt.id = owed.attempt_id
      join refunds on refunds.id = owed.refund_id where owed.closed_at is null
    union all
    select 'unbooked', item.id, item.order_id, attempt.user_id, item.amount_cents, item.created_at,
      item.created_at + interval '30 minutes'
      from unbooked_items item join payment_attempts attempt on attempt.id = item.attempt_id
    union all
    select 'dispute', disputes.id, disputes.order_id, attempt.user_id, disputes.amount_cents, disputes.created_at,
      '-infinity' from disputes join payment_attempts attempt on attempt.id = disputes.attempt_id
      where disputes.state = 'open'
    union all
    select 'refund_request', asked.id, asked.order_id, orders.user_id, asked.amount_cents, asked.created_at,
      '-infinity' from refund_requests asked join orders on orders.id = asked.order_id
      where asked.state = 'waiting'
  ) troubles join users on users.id = troubles.user_id
) cases`;

const CASE = sql`cases.key, cases.trouble, cases.order_id as order, cases.user_id as customer,
  cases.user_name as customer_name, cases.amount_cents as amount, ${isoTime('cases.since')} as since`;

const NAME = sql<string>`search_text(cases.user_name)`;
const isDue = (now: Date) => sql<boolean>`cases.case_at <= ${now}`;

/** The oldest come first. */
export function paymentCaseSource(clock: Clock) {
  return sqlList(paymentCaseList, {
    from: cases,
    select: CASE,
    id: sortPart('cases.key', 'text'),
    sorts: {
      since: [sortPart('cases.since', 'timestamptz')],
      amount: [sortPart('cases.amount_cents', 'bigint')],
    },
    where: ({ q, trouble }) => [
      isDue(clock.now()),
      ...(trouble ? [sql<boolean>`cases.trouble = ${trouble}`] : []),
      ...(q ? [sql<boolean>`(${hasKeywords(NAME, [q])} or cases.order_id::text = ${q.trim()})`] : []),
    ],
  });
}

export async function listOldestCases(
  db: Db,
  { now, troubles, limit }: { now: Date; troubles: PaymentCase['trouble'][]; limit: number },
): Promise<PaymentCase[]> {
  const { rows } = await sql<PaymentCase>`
    select ${CASE} from ${cases} where ${isDue(now)} and cases.trouble = any (${troubles})
    order by cases.since, cases.key limit ${limit}`.execute(db.withoutPlugins());
  return rows;
}

export async function countCases(db: Db, now: Date): Promise<Map<PaymentCase['trouble'], number>> {
  const { rows } = await sql<{ trouble: PaymentCase['trouble']; waiting: number }>`
    select cases.trouble, count(*)::integer as waiting from ${cases} where ${isDue(now)}
    group by cases.trouble`.execute(db);
  return new Map(rows.map(({ trouble, waiting }) => [trouble, waiting]));
}
