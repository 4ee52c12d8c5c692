import { sql } from 'kysely';
import type { TaxOfState, TaxReportRow } from '#contract/endpoints/tax.ts';
import type { Tx } from '#server/context.ts';

const NOT_SPLIT = 'Sales from before rates were kept';

/** Every rate of a taxed sale counts each of its lines, also a small refund whose own tax rounds to nothing. */
const TAXED_LINES = sql`(
  select line.*, rate.country, rate.state, rate.name, rate.kind as goods, rate.rate_millionths,
    coalesce(tax.tax_cents, case when rate.name is null then line.tax_cents else 0 end) as rate_cents
  from ledger_lines line left join (
    select *, row_number() over (partition by order_line_id order by position) - 1 as place
    from order_line_taxes where tax_cents > 0) rate on rate.order_line_id = line.order_line_id
  left join ledger_line_taxes tax on tax.line_id = line.id and tax.position = rate.place
  where line.kind not in ('fee', 'dispute_fee') and (line.tax_cents <> 0 or rate.name is not null))`;

/**
 * Tax by month, place and rate. A line counts in the month whose statements have it, so that a closed month stays as it
 * was filed, and a later refund is in the month of the refund.
 */
export async function reportTax(
  { db, payments }: Pick<Tx, 'db' | 'payments'>,
  { from, to }: { from: string; to: string },
): Promise<TaxReportRow[]> {
  const { rows } = await sql<TaxReportRow>`
    select to_char(statement_month, 'YYYY-MM') as month, coalesce(country, '') as country,
      coalesce(state, '') as state, coalesce(name, ${NOT_SPLIT}) as name, coalesce(goods, 'digital') as kind, rate_millionths,
      sum(amount_cents - tax_cents)::bigint as net_sales,
      coalesce(sum(rate_cents) filter (where kind = 'charge'), 0)::bigint as collected,
      coalesce(-sum(rate_cents) filter (where kind like 'refund%'), 0)::bigint as refunded,
      coalesce(-sum(rate_cents) filter (where kind like 'dispute%'), 0)::bigint as disputed,
      sum(rate_cents)::bigint as owed
    from ${TAXED_LINES} line
    where mode = ${payments.mode} and statement_month between ${`${from}-01`}::date and ${`${to}-01`}::date
    group by statement_month, country, state, name, goods, rate_millionths
    order by statement_month desc, 2, 3, 4, 6`.execute(db.withoutPlugins());
  return rows;
}

/** Unlike in the report, a sale with several rates of a state counts once. */
export async function sumTaxByState(
  { db, payments }: Pick<Tx, 'db' | 'payments'>,
  month: string,
): Promise<TaxOfState[]> {
  const { rows } = await sql<TaxOfState>`
    select country, state, sum(net_cents)::bigint as net_sales, sum(owed)::bigint as owed from (
      select coalesce(country, '') as country, coalesce(state, '') as state, amount_cents - tax_cents as net_cents,
        sum(rate_cents) as owed
      from ${TAXED_LINES} line
      where mode = ${payments.mode} and statement_month = ${`${month}-01`}::date
      group by id, 1, 2, 3) line
    group by 1, 2 order by owed desc, 1, 2`.execute(db.withoutPlugins());
  return rows;
}
