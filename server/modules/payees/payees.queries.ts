import { type Selectable, type SqlBool, sql } from 'kysely';
import { MAX_PAYEES } from '#contract/endpoints/payees.ts';
import type { AccountState, PayeeKind } from '#contract/rules/payees.ts';
import { selectVersion } from '#server/platform/audit/versions.ts';
import type { Payees } from '#server/platform/database/database.gen.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';
import { toIsoOrNull } from '#server/platform/time/timestamps.ts';

export type PayeeRow = Selectable<Payees>;

export const subjectOf = (payeeId: number) => `payee:${payeeId}`;

/** Held while paying or changing a payee, so that two people never pay the same money. */
export function lockPayee(db: Db, id: number): Promise<PayeeRow | undefined> {
  return db.selectFrom('payees').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export type Sums = {
  payeeId: number;
  /** Everything earned, and the part that is older than the hold. */
  earnedCents: number;
  maturedCents: number;
  monthCents: number;
  /** When the last sale was paid that is younger than the hold. */
  lastHeldAt: string | null;
  /** Everything sent, less what came back; with what is under way. */
  sentCents: number;
  underWayCents: number;
};

type Asked = { mode: PaymentMode; heldSince: Date; month: string; payeeId?: number | undefined };

/** Earnings and transfers of each payee, including payees without any. */
export async function listSums(
  db: Db,
  { mode, heldSince, month, payeeId }: Asked,
): Promise<Map<number, Sums>> {
  const isWanted = payeeId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`payees.id = ${payeeId}`;
  const { rows } = await sql<Sums>`
    select payees.id as payee_id, coalesce(earned.cents, 0)::bigint as earned_cents,
      coalesce(earned.matured, 0)::bigint as matured_cents, coalesce(earned.of_month, 0)::bigint as month_cents,
      earned.last_held_at,
      coalesce(sent.cents, 0)::bigint as sent_cents, coalesce(sent.under_way, 0)::bigint as under_way_cents
    from payees
      left join lateral (select sum(amount_cents) as cents,
          sum(amount_cents) filter (where sold_at <= ${heldSince}) as matured,
          sum(amount_cents) filter (where statement_month >= ${month}) as of_month,
          max(sold_at) filter (where sold_at > ${heldSince}) as last_held_at
        from payee_lines own where own.payee_id = payees.id and own.mode = ${mode}) earned on true
      left join lateral (select sum(amount_cents - reversed_cents) as cents,
          sum(amount_cents) filter (where state = 'pending') as under_way
        from transfers own where own.payee_id = payees.id and own.mode = ${mode}
          and own.state in ('pending', 'paid', 'reversed')) sent on true
    where ${isWanted}`.execute(db);
  return new Map(rows.map((row) => [row.payeeId, row]));
}

/** Never more than what has matured, and never more than what is left of everything. */
export function owedOf({ earnedCents, maturedCents, sentCents }: Sums): number {
  return Math.max(0, Math.min(earnedCents, maturedCents) - sentCents);
}

export const heldOf = ({ earnedCents, maturedCents }: Sums) => Math.max(0, earnedCents - maturedCents);

export function listPayeeRows(db: Db, id?: number) {
  const all = db
    .selectFrom('payees')
    .selectAll()
    .select(selectVersion(sql`'payee:' || payees.id`).as('version'))
    .orderBy('displayName')
    .orderBy('id')
    .limit(MAX_PAYEES);
  return (id === undefined ? all : all.where('id', '=', id)).execute();
}

/** An account of another mode is none here. */
export const accountOf = (
  { accountId, accountMode, accountStatus }: Pick<PayeeRow, 'accountId' | 'accountMode' | 'accountStatus'>,
  mode: PaymentMode,
): { id: string; state: AccountState } | undefined =>
  accountId !== null && accountMode === mode
    ? { id: accountId, state: accountStatus as AccountState }
    : undefined;

export function toWirePayee(row: PayeeRow & { version: number }, mode: PaymentMode) {
  return {
    id: row.id,
    version: row.version,
    kind: row.kind as PayeeKind,
    photographer: row.photographerId,
    name: row.displayName,
    email: row.email,
    program_name: row.programName,
    account: accountOf(row, mode)?.state ?? ('none' as const),
    left_at: toIsoOrNull(row.leftAt),
    link_until: toIsoOrNull(row.linkUntil),
  };
}

/** The shares that events give to producers and gyms on a day, each once. */
export async function listRates(db: Db, day: string) {
  const { rows } = await sql<{ payeeId: number; basisPoints: number | null; cents: number | null }>`
    select distinct payee_id, basis_points, cents from (
      select distinct on (event_id, payee_id) payee_id, basis_points, cents from share_rules
      where from_date <= ${day} order by event_id, payee_id, from_date desc, id desc) in_force
    where coalesce(basis_points, cents) > 0`.execute(db);
  return Map.groupBy(rows, ({ payeeId }) => payeeId);
}

export async function listEarnedByMonth(db: Db, { mode, payeeId }: { mode: PaymentMode; payeeId: number }) {
  const { rows } = await sql<{ month: string; amount: number }>`
    select to_char(statement_month, 'YYYY-MM') as month, sum(amount_cents)::bigint as amount from payee_lines
    where payee_id = ${payeeId} and mode = ${mode} group by 1 order by 1 desc`.execute(db);
  return rows;
}

/**
 * What went out in a calendar year, by the time zone of reports. Each part of a transfer that came back counts in the year of
 * its own. What staff marked as paid and then as not paid never went out.
 */
export async function listPaidInYear(
  db: Db,
  { mode, year, timeZone }: { mode: PaymentMode; year: number; timeZone: string },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ payeeId: number; paid: number }>`
    select payee_id, sum(cents)::bigint as paid from (
      select payee_id, amount_cents as cents, paid_at as at from transfers
      where mode = ${mode} and (method = 'connect' or state = 'paid')
      union all
      select payee_id, -back.amount_cents, came_back_at from transfer_reversals back
        join transfers on transfers.id = back.transfer_id where mode = ${mode} and method = 'connect') moved
    where at is not null and extract(year from at at time zone ${timeZone}) = ${year} group by 1`.execute(db);
  return new Map(rows.map(({ payeeId, paid }) => [payeeId, paid]));
}
