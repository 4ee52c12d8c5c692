import { sql } from 'kysely';
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
  saleMonth: string;
  rateBasisPoints: number;
  revenueCents: number;
  refundCents: number;
  earnedCents: number;
};

/**
 * What each credited name earned in a month, and for which photographer it was booked: none while the name is on nobody's
 * roster entry. Money that went back belongs to the month of its sale.
 */
export async function listEarned(db: Db, { mode, month }: OfMonth) {
  const { rows } = await sql<EarnedLine & { photographer: string | null; photographerId: number | null }>`
    select share.photographer, payees.photographer_id, line.event_id,
      coalesce(sale.month, line.statement_month) as sale_month, share.rate_basis_points,
      coalesce(sum(share.amount_cents - share.tax_cents) filter (where line.kind = 'charge'), 0)::bigint as revenue_cents,
      coalesce(sum(share.tax_cents - share.amount_cents) filter (where line.kind <> 'charge'), 0)::bigint as refund_cents,
      sum(share.earned_cents)::bigint as earned_cents
    from ledger_lines line join ledger_line_shares share on share.line_id = line.id
      left join payee_lines own on own.ledger_line_id = line.id and own.credit = share.photographer
      left join payees on payees.id = own.payee_id
      left join lateral (
        select min(statement_month) as month from ledger_lines charge where line.kind <> 'charge'
          and charge.order_line_id = line.order_line_id and charge.attempt_id = line.attempt_id
          and charge.kind = 'charge') sale on true
    where line.mode = ${mode} and line.statement_month = ${month} and line.kind not in ('fee', 'dispute_fee')
    group by 1, 2, 3, 4, 5`.execute(db);
  return rows;
}

/** What producers and gyms earned in a month, by the rule of the sale. A fixed amount has no rate. */
export async function listEarnedByRules(db: Db, { mode, month }: OfMonth) {
  const { rows } = await sql<EarnedLine & { payeeId: number; name: string }>`
    select payees.id as payee_id, payees.display_name as name, line.event_id,
      coalesce(sale.month, line.statement_month) as sale_month, coalesce(rule.basis_points, 0) as rate_basis_points,
      coalesce(sum(line.amount_cents - line.tax_cents) filter (where line.kind = 'charge'), 0)::bigint as revenue_cents,
      coalesce(sum(line.tax_cents - line.amount_cents) filter (where line.kind <> 'charge'), 0)::bigint as refund_cents,
      sum(own.amount_cents)::bigint as earned_cents
    from payee_lines own join ledger_lines line on line.id = own.ledger_line_id
      join share_rules rule on rule.id = own.rule_id join payees on payees.id = own.payee_id
      left join lateral (
        select min(statement_month) as month from ledger_lines charge where line.kind <> 'charge'
          and charge.order_line_id = line.order_line_id and charge.attempt_id = line.attempt_id
          and charge.kind = 'charge') sale on true
    where own.mode = ${mode} and own.statement_month = ${month}
    group by 1, 2, 3, 4, 5`.execute(db);
  return rows;
}

export type StatementRow = {
  number: number | null;
  photographerId: number | null;
  payeeId: number | null;
  name: string | null;
};

export async function listFrozen(db: Db, { mode, month }: OfMonth) {
  return db
    .selectFrom('statements')
    .innerJoin('statementLines as line', 'line.statementId', 'statements.id')
    .select(['statements.number', 'statements.photographerId', 'statements.payeeId', 'statements.name'])
    .select(['line.eventId', 'line.saleMonth', 'line.rateBasisPoints'])
    .select(['line.revenueCents', 'line.refundCents', 'line.earnedCents'])
    .where('statements.mode', '=', mode)
    .where('statements.month', '=', month)
    .execute();
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

export function listEventNames(db: Db, eventIds: readonly number[]) {
  return db
    .selectFrom('events')
    .select(['id', 'name', 'startDate'])
    .where('id', '=', sql<number>`any(${eventIds})`)
    .execute();
}
