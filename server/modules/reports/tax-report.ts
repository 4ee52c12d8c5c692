import { sql } from 'kysely';
import type { TaxOfState, TaxReportRow } from '#contract/endpoints/tax.ts';
import type { Tx } from '#server/context.ts';

const NOT_SPLIT = 'Sales from before rates were kept';

/**
 * Tax by month, place and rate. A line counts in the month whose statements have it, so that a closed month stays as it
 * was filed, and a later refund is in the month of the refund.
 */
export async function reportTax(
  { db, payments }: Pick<Tx, 'db' | 'payments'>,
  { from, to }: { from: string; to: string },
): Promise<TaxReportRow[]> {
  const { rows } = await sql<TaxReportRow>`
    select to_char(line.statement_month, 'YYYY-MM') as month, coalesce(tax.country, '') as country,
      coalesce(tax.state, '') as state, coalesce(tax.name, ${NOT_SPLIT}) as name, coalesce(tax.kind, 'digital') as kind,
      tax.rate_millionths,
      sum(line.amount_cents - line.tax_cents)::bigint as net_sales,
      coalesce(sum(coalesce(tax.tax_cents, line.tax_cents)) filter (where line.kind = 'charge'), 0)::bigint as collected,
      coalesce(-sum(coalesce(tax.tax_cents, line.tax_cents)) filter (where line.kind like 'refund%'), 0)::bigint as refunded,
      coalesce(-sum(coalesce(tax.tax_cents, line.tax_cents)) filter (where line.kind like 'dispute%'), 0)::bigint as disputed,
      sum(coalesce(tax.tax_cents, line.tax_cents))::bigint as owed
    from ledger_lines line left join ledger_line_taxes tax on tax.line_id = line.id
    where line.mode = ${payments.mode} and line.tax_cents <> 0
      and line.statement_month between ${`${from}-01`}::date and ${`${to}-01`}::date
    group by line.statement_month, tax.country, tax.state, tax.name, tax.kind, tax.rate_millionths
    order by line.statement_month desc, 2, 3, 4, 6`.execute(db.withoutPlugins());
  return rows;
}

/** Unlike in the report, a sale with several rates of a state counts once. */
export async function sumTaxByState(
  { db, payments }: Pick<Tx, 'db' | 'payments'>,
  month: string,
): Promise<TaxOfState[]> {
  const { rows } = await sql<TaxOfState>`
    select coalesce(tax.country, '') as country, coalesce(tax.state, '') as state,
      sum(line.amount_cents - line.tax_cents)::bigint as net_sales,
      sum(coalesce(tax.cents, line.tax_cents))::bigint as owed
    from ledger_lines line left join lateral (
      select country, state, sum(tax_cents) as cents from ledger_line_taxes where line_id = line.id group by 1, 2) tax on true
    where line.mode = ${payments.mode} and line.tax_cents <> 0 and line.statement_month = ${`${month}-01`}::date
    group by 1, 2 order by owed desc, 1, 2`.execute(db.withoutPlugins());
  return rows;
}
