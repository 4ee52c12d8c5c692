import { sql } from 'kysely';
import type { SiteSettings } from '#contract/endpoints/settings.ts';
import type { NewTaxRate, TaxRateRow } from '#contract/endpoints/tax.ts';
import { MAX_TAX_RATES } from '#contract/endpoints/tax.ts';
import type { Goods, TaxPlace, TaxRate } from '#contract/rules/tax.ts';
import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { type LineProblem, readRatesCsv } from './read-rates-csv.rules.ts';

type Days = Pick<SiteSettings, 'reporting_time_zone'>;

const today = ({ clock }: Pick<Tx, 'clock'>, { reporting_time_zone: timeZone }: Days) =>
  sql`(${clock.now()}::timestamptz at time zone ${timeZone})::date`;

/** One statement: the buyer's place and the rates there today. Without a place it lists all that could count. */
export async function findRates(
  tx: Pick<Tx, 'db' | 'clock'>,
  userId: number,
  settings: Days,
): Promise<{ place: TaxPlace | null; rates: TaxRate[] }> {
  const { rows } = await sql<{ [Key in keyof TaxRate]: TaxRate[Key] | null } & { place: TaxPlace | null }>`
    select rate.name, rate.country, rate.state, rate.kind, rate.rate_millionths,
      case when place.user_id is not null then json_build_object('country', place.country, 'state', place.state,
        'postalCode', place.postal_code) end as place
    from (select) as one
    left join tax_places place on place.user_id = ${userId}
    left join tax_rates rate on rate.kind = 'digital' and rate.from_day <= ${today(tx, settings)}
      and (rate.to_day is null or rate.to_day >= ${today(tx, settings)})
      and (place.user_id is null or rate.country = place.country and rate.state in ('', place.state))
    order by rate.state, rate.name, rate.id`.execute(tx.db);
  return {
    place: rows[0]?.place ?? null,
    rates: rows.flatMap(({ place: _place, ...rate }) => (rate.name === null ? [] : [rate as TaxRate])),
  };
}

export async function listPlacesWithRates(tx: Pick<Tx, 'db' | 'clock'>, settings: Days) {
  const { rows } = await sql<{ country: string; state: string }>`
    select distinct country, state from tax_rates
    where kind = 'digital' and from_day <= ${today(tx, settings)} and (to_day is null or to_day >= ${today(tx, settings)})
    order by 1, 2`.execute(tx.db);
  return rows;
}

export async function listTaxRates({ db }: Pick<Tx, 'db'>): Promise<TaxRateRow[]> {
  const rows = await db
    .selectFrom('taxRates')
    .select(['id', 'country', 'state', 'kind', 'name', 'rateMillionths', 'fromDay', 'toDay'])
    .$narrowType<{ kind: Goods }>()
    .orderBy('country')
    .orderBy('state')
    .orderBy('kind')
    .orderBy('name')
    .orderBy('fromDay')
    .execute();
  return rows.map(({ rateMillionths: rate_millionths, fromDay: from_day, toDay: to_day, ...row }) => ({
    ...row,
    rate_millionths,
    from_day,
    to_day,
  }));
}

/** A row with the same place, goods, name and first day is changed; others are added. */
async function saveRates(
  tx: Pick<Tx, 'db'>,
  actor: Actor,
  lines: readonly { line: number; rate: NewTaxRate }[],
): Promise<TaxRateRow[]> {
  const { db } = tx;
  for (const { rate } of lines) {
    const { rate_millionths: rateMillionths, from_day: fromDay, to_day: toDay, ...key } = rate;
    await db
      .insertInto('taxRates')
      .values({ ...key, rateMillionths, fromDay, toDay })
      .onConflict((conflict) =>
        conflict
          .columns(['country', 'state', 'kind', 'name', 'fromDay'])
          .doUpdateSet({ rateMillionths, toDay }),
      )
      .execute();
  }
  const all = await listTaxRates(tx);
  refuse(lines.flatMap(({ line, rate }) => overlapOf(rate, all).map((message) => ({ line, message }))));
  if (all.length > MAX_TAX_RATES) throw new AppError('too_many');
  const after = { rates: lines.slice(0, 20).map(({ rate }) => rate), count: lines.length };
  await recordAudit(db, { actorId: actor.userId, action: 'tax-rates.save', subject: 'tax-rates', after });
  return all;
}

/** The same tax of a place cannot have two rates on one day. */
function overlapOf(rate: NewTaxRate, all: readonly TaxRateRow[]): string[] {
  const end = ({ to_day }: NewTaxRate) => to_day ?? '9999-12-31';
  const other = all.find(
    (one) =>
      one.country === rate.country &&
      one.state === rate.state &&
      one.kind === rate.kind &&
      one.name === rate.name &&
      one.from_day !== rate.from_day &&
      one.from_day <= end(rate) &&
      rate.from_day <= end(one),
  );
  return other ? [`“${rate.name}” already has a rate from ${other.from_day}. Give that one a last day.`] : [];
}

/** Throws within the transaction, so nothing is saved. */
function refuse(problems: readonly LineProblem[]): void {
  if (problems.length === 0) return;
  throw new AppError('invalid_request', {
    details: problems.slice(0, 50).map(({ line, message }) => ({ path: `line ${line}`, message })),
  });
}

const lockRates = (db: Db) => advisoryLock(db, 'tax-rates');

export async function saveTaxRate(
  tx: Pick<Tx, 'db'>,
  actor: Actor,
  { rate, replaces }: { rate: NewTaxRate; replaces?: number | undefined },
): Promise<TaxRateRow[]> {
  await lockRates(tx.db);
  if (replaces !== undefined) await removeRate(tx.db, replaces);
  return saveRates(tx, actor, [{ line: 1, rate }]);
}

export async function importTaxRates(
  tx: Pick<Tx, 'db'>,
  actor: Actor,
  { csv }: { csv: string },
): Promise<TaxRateRow[]> {
  const { rates, problems } = readRatesCsv(csv);
  refuse(problems);
  await lockRates(tx.db);
  return saveRates(tx, actor, rates);
}

export async function deleteTaxRate({ db }: Pick<Tx, 'db'>, actor: Actor, rateId: number): Promise<void> {
  const before = await removeRate(db, rateId);
  await recordAudit(db, { actorId: actor.userId, action: 'tax-rates.delete', subject: 'tax-rates', before });
}

async function removeRate(db: Db, rateId: number) {
  const rows = await db
    .deleteFrom('taxRates')
    .where('id', '=', anyOf([rateId]))
    .returningAll()
    .execute();
  if (!rows[0]) throw new AppError('not_found');
  return rows[0];
}
