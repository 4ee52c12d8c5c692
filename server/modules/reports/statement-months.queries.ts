import { sql } from 'kysely';
import { STATEMENTS_OF_LINK } from '#contract/endpoints/statements.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';

type OfMonth = { mode: PaymentMode; month: string };

export async function findFirstMonth(db: Db, mode: PaymentMode): Promise<string | undefined> {
  const row = await db
    .selectFrom('ledgerLines')
    .select(({ fn }) => fn.min<string | null>('statementMonth').as('month'))
    .where('mode', '=', mode)
    .executeTakeFirst();
  return row?.month ?? undefined;
}

export async function listClosedMonths(db: Db, mode: PaymentMode) {
  const { rows } = await sql<{
    month: string;
    closedAt: string;
    closedBy: number | null;
    statements: number;
    earnedCents: number;
  }>`
    select closed.month, closed.closed_at, closed.closed_by, count(distinct statements.id)::int as statements,
      coalesce(sum(lines.earned_cents), 0)::bigint as earned_cents
    from closed_months closed left join statements using (mode, month)
      left join statement_lines lines on lines.statement_id = statements.id
    where mode = ${mode} group by closed.mode, closed.month`.execute(db);
  return rows;
}

export type EarnedLine = {
  eventId: number;
  eventName: string;
  eventDate: string;
  saleMonth: string;
  rateBasisPoints: number;
  revenueCents: number;
  refundCents: number;
  feeCents: number;
  earnedCents: number;
};

/** A refund names the month of its sale. */
const SALE = sql`left join lateral (
  select min(statement_month) as month from ledger_lines charge where line.kind <> 'charge' and charge.kind = 'charge'
    and charge.order_line_id = line.order_line_id and charge.attempt_id = line.attempt_id) sale on true`;

type EarnedByName = EarnedLine & {
  photographer: string | null;
  photographerId: number | null;
  isNobodys: boolean;
};

/**
 * What each credited name earned in a month, and for which photographer it was booked: none while the name is on nobody's
 * roster entry. A refund of a sale that was nobody's when its month closed stays nobody's.
 */
export async function listEarned(db: Db, { mode, month }: OfMonth) {
  const { rows } = await sql<EarnedByName>`
    select share.photographer, payees.photographer_id, line.event_id, event.name as event_name, event.start_date as event_date,
      coalesce(sale.month, line.statement_month) as sale_month, share.rate_basis_points,
      own.id is null and share.earned_cents <> 0 and closed.month is not null as is_nobodys,
      coalesce(sum(share.amount_cents - share.tax_cents) filter (where line.kind = 'charge'), 0)::bigint as revenue_cents,
      coalesce(sum(share.tax_cents - share.amount_cents) filter (where line.kind <> 'charge'), 0)::bigint as refund_cents,
      0 as fee_cents, sum(share.earned_cents)::bigint as earned_cents
    from ledger_lines line join ledger_line_shares share on share.line_id = line.id join events event on event.id = line.event_id
      left join payee_lines own on own.ledger_line_id = line.id and own.credit = share.photographer
      left join payees on payees.id = own.payee_id
      ${SALE}
      left join closed_months closed on closed.mode = line.mode and closed.month = sale.month
    where line.mode = ${mode} and line.statement_month = ${month} and line.kind not in ('fee', 'dispute_fee')
    group by 1, 2, 3, 4, 5, 6, 7, 8`.execute(db);
  return rows;
}

/** Earnings of producers and gyms in a month, by the rule of the sale. A fixed amount has no rate. */
export async function listEarnedByRules(db: Db, { mode, month }: OfMonth) {
  const { rows } = await sql<EarnedLine & { payeeId: number; name: string }>`
    select payees.id as payee_id, payees.display_name as name, line.event_id, event.name as event_name,
      event.start_date as event_date,
      coalesce(sale.month, line.statement_month) as sale_month, coalesce(rule.basis_points, 0) as rate_basis_points,
      coalesce(sum(line.amount_cents - line.tax_cents) filter (where line.kind = 'charge'), 0)::bigint as revenue_cents,
      coalesce(sum(line.tax_cents - line.amount_cents) filter (where line.kind not in ('charge', 'fee', 'dispute_fee')), 0)
        ::bigint as refund_cents,
      coalesce(sum(-line.amount_cents) filter (where line.kind in ('fee', 'dispute_fee')), 0)::bigint as fee_cents,
      sum(own.amount_cents)::bigint as earned_cents
    from payee_lines own join ledger_lines line on line.id = own.ledger_line_id
      join share_rules rule on rule.id = own.rule_id join payees on payees.id = own.payee_id
      join events event on event.id = line.event_id
      ${SALE}
    where own.mode = ${mode} and own.statement_month = ${month}
    group by 1, 2, 3, 4, 5, 6, 7`.execute(db);
  return rows;
}

export type StatementRow = {
  number: number | null;
  photographerId: number | null;
  payeeId: number | null;
  name: string | null;
};

/** The lines of a closed month, or of one of its statements. */
export async function listFrozen(
  db: Db,
  { mode, ...of }: { mode: PaymentMode } & ({ month: string } | { number: number }),
) {
  return db
    .selectFrom('statements')
    .innerJoin('statementLines as line', 'line.statementId', 'statements.id')
    .innerJoin('closedMonths as closed', (join) =>
      join.onRef('closed.mode', '=', 'statements.mode').onRef('closed.month', '=', 'statements.month'),
    )
    .select(['closed.month', 'closed.siteName'])
    .select(['statements.number', 'statements.photographerId', 'statements.payeeId', 'statements.name'])
    .select(['line.eventId', 'line.eventName', 'line.eventDate', 'line.saleMonth', 'line.rateBasisPoints'])
    .select(['line.revenueCents', 'line.refundCents', 'line.feeCents', 'line.earnedCents'])
    .where('statements.mode', '=', mode)
    .$if('month' in of, (query) => query.where('statements.month', '=', 'month' in of ? of.month : ''))
    .$if('number' in of, (query) => query.where('statements.number', '=', 'number' in of ? of.number : 0))
    .execute();
}

/** The newest statements of a photographer, or of a producer or gym. */
export async function listIssuedTo(
  db: Db,
  { mode, payeeId, photographerId }: { mode: PaymentMode; payeeId: number; photographerId: number | null },
) {
  const { rows } = await sql<{ number: number; month: string; earned: number }>`
    select number, to_char(month, 'YYYY-MM') as month, sum(line.earned_cents)::bigint as earned
    from statements join statement_lines line on line.statement_id = statements.id
    where mode = ${mode} and (payee_id = ${payeeId} or photographer_id = ${photographerId})
    group by statements.id order by number desc limit ${STATEMENTS_OF_LINK}`.execute(db);
  return rows;
}

/** The caller holds the lock of the months, so the numbers have no gaps. */
export async function insertStatements(
  db: Db,
  { mode, month }: OfMonth,
  statements: readonly (Omit<StatementRow, 'number'> & { lines: readonly EarnedLine[] })[],
): Promise<void> {
  if (statements.length === 0) return;
  const { last } = await db
    .selectFrom('statements')
    .select(({ fn }) => fn.max<number | null>('number').as('last'))
    .where('mode', '=', mode)
    .executeTakeFirstOrThrow();
  for (const [position, { photographerId, payeeId, name, lines }] of statements.entries()) {
    const number = (last ?? 0) + position + 1;
    const { id } = await db
      .insertInto('statements')
      .values({ mode, month, number, photographerId, payeeId, name })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('statementLines')
      .values(lines.map((line) => ({ ...line, statementId: id })))
      .execute();
  }
}
