import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { SiteSettings } from '#contract/endpoints/settings.ts';
import {
  MAX_TAX_RATES,
  type NewTaxRate,
  newTaxRate,
  type TaxRateChange,
  type TaxRateRow,
  type taxEndpoints,
} from '#contract/endpoints/tax.ts';
import type { Goods, TaxPlace, TaxRate } from '#contract/rules/tax.ts';
import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { checkVersion, recordChange, selectVersion } from '#server/platform/audit/versions.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { toColumns, toWire } from '#server/platform/http/wire-names.ts';
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
    .select(selectVersion(sql`'tax-rate:' || tax_rates.id`).as('version'))
    .$narrowType<{ kind: Goods }>()
    .orderBy('country')
    .orderBy('state')
    .orderBy('kind')
    .orderBy('name')
    .orderBy('fromDay')
    .execute();
  return rows.map(toWire);
}

const subjectOf = (rateId: number) => `tax-rate:${rateId}`;

/** Saves wait for each other, so that rates do not overlap and the limit holds. */
async function lockRates(tx: Pick<Tx, 'db'>): Promise<TaxRateRow[]> {
  await advisoryLock(tx.db, 'tax-rates');
  return listTaxRates(tx);
}

async function insertRate(db: Db, actor: Actor, rate: NewTaxRate): Promise<number> {
  const { id } = await db
    .insertInto('taxRates')
    .values(toColumns(rate))
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'tax-rates.add',
    subject: subjectOf(id),
    after: rate,
  });
  return id;
}

async function changeRate(db: Db, actor: Actor, before: TaxRateRow, after: NewTaxRate): Promise<void> {
  const { id, version: _version, ...was } = before;
  await db.updateTable('taxRates').set(toColumns(after)).where('id', '=', id).execute();
  const change = { actorId: actor.userId, action: 'tax-rates.update', subject: subjectOf(id) } as const;
  await recordChange(db, { ...change, before: was, after });
}

async function getRate(db: Db, rateId: number): Promise<TaxRateRow> {
  const rate = (await listTaxRates({ db })).find(({ id }) => id === rateId);
  if (!rate) throw new AppError('not_found');
  return rate;
}

export async function addTaxRate(tx: Pick<Tx, 'db'>, actor: Actor, rate: NewTaxRate): Promise<TaxRateRow> {
  const all = await lockRates(tx);
  if (all.length === MAX_TAX_RATES) throw new AppError('too_many');
  refuse(overlapOf(rate, all).map((message) => ({ path: 'from_day', message })));
  return getRate(tx.db, await insertRate(tx.db, actor, rate));
}

export async function updateTaxRate(
  tx: Pick<Tx, 'db'>,
  actor: Actor,
  { rateId, edit: { version, ...edit } }: { rateId: number; edit: BodyOf<typeof taxEndpoints.updateTaxRate> },
): Promise<TaxRateRow> {
  const all = await lockRates(tx);
  const found = all.find(({ id }) => id === rateId);
  if (!found) throw new AppError('not_found');
  await checkVersion(tx.db, { subject: subjectOf(rateId), version, edit });
  const { id: _id, version: _version, ...before } = found;
  const { data: after, error } = newTaxRate.safeParse({ ...before, ...edit });
  refuse(error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? []);
  if (!after) throw new AppError('invalid_request');
  const others = all.filter((one) => one !== found);
  refuse(overlapOf(after, others).map((message) => ({ path: 'from_day', message })));
  await changeRate(tx.db, actor, found, after);
  return getRate(tx.db, rateId);
}

/** A place cannot have two rates of the same tax on one day. */
function overlapOf(rate: NewTaxRate, others: readonly NewTaxRate[]): string[] {
  const end = ({ to_day }: NewTaxRate) => to_day ?? '9999-12-31';
  const other = others.find(
    (one) =>
      one.country === rate.country &&
      one.state === rate.state &&
      one.kind === rate.kind &&
      one.name === rate.name &&
      one.from_day <= end(rate) &&
      rate.from_day <= end(one),
  );
  return other ? [`“${rate.name}” already has a rate from ${other.from_day}. Give that one a last day.`] : [];
}

/** Throws within the transaction, so nothing is saved. */
function refuse(details: readonly { path: string; message: string }[]): void {
  if (details.length > 0) throw new AppError('invalid_request', { details: details.slice(0, 50) });
}

type Planned = { line: number; rate: NewTaxRate; before: TaxRateRow | undefined };

/** Updates a row with the same place, goods, name and first day, and adds others. */
function planImport(all: readonly TaxRateRow[], csv: string): Planned[] {
  const keyOf = ({ country, state, kind, name, from_day }: NewTaxRate) =>
    JSON.stringify([country, state, kind, name, from_day]);
  const { rates, problems } = readRatesCsv(csv);
  const atLine = ({ line, message }: LineProblem) => ({ path: `line ${line}`, message });
  refuse(problems.map(atLine));
  const known = new Map(all.map((row) => [keyOf(row), row]));
  const planned = rates.map(({ line, rate }) => ({ line, rate, before: known.get(keyOf(rate)) }));
  const kept = all.filter((row) => planned.every(({ before }) => before !== row));
  if (kept.length + planned.length > MAX_TAX_RATES) throw new AppError('too_many');
  const after = [...kept, ...rates.map(({ rate }) => rate)];
  refuse(
    rates.flatMap(({ line, rate }) => {
      const others = after.filter((one) => one !== rate);
      return overlapOf(rate, others).map((message) => atLine({ line, message }));
    }),
  );
  return planned.filter(
    ({ rate, before }) => before?.rate_millionths !== rate.rate_millionths || before?.to_day !== rate.to_day,
  );
}

const hashOf = (changes: readonly TaxRateChange[]) =>
  createHash('sha256').update(JSON.stringify(changes)).digest('base64url');

const toChange = ({ line, rate, before }: Planned): TaxRateChange => ({
  line,
  rate,
  before: before ? { rate_millionths: before.rate_millionths, to_day: before.to_day } : null,
});

export async function previewTaxRates(
  tx: Pick<Tx, 'db'>,
  csv: string,
): Promise<ResponseOf<typeof taxEndpoints.previewTaxRates>> {
  const changes = planImport(await listTaxRates(tx), csv).map(toChange);
  return { changes, unchanged: readRatesCsv(csv).rates.length - changes.length, seen: hashOf(changes) };
}

/** `seen` makes sure that nothing else is saved than what was shown, whatever colleagues did meanwhile. */
export async function importTaxRates(
  tx: Pick<Tx, 'db'>,
  actor: Actor,
  { csv, seen }: { csv: string; seen?: string | undefined },
): Promise<TaxRateRow[]> {
  const planned = planImport(await lockRates(tx), csv);
  if (seen !== undefined && seen !== hashOf(planned.map(toChange)))
    throw new AppError('conflict', { message: 'A colleague changed the rates meanwhile. Check again.' });
  for (const { rate, before } of planned) {
    await (before ? changeRate(tx.db, actor, before, rate) : insertRate(tx.db, actor, rate));
  }
  return listTaxRates(tx);
}

export async function deleteTaxRate(
  tx: Pick<Tx, 'db'>,
  actor: Actor,
  { rateId, version: read }: { rateId: number; version?: number | undefined },
): Promise<void> {
  const found = (await lockRates(tx)).find(({ id }) => id === rateId);
  if (!found) throw new AppError('not_found');
  if (read !== undefined && read < found.version)
    throw new AppError('conflict', { message: 'A colleague changed this rate meanwhile. Check it again.' });
  await tx.db.deleteFrom('taxRates').where('id', '=', rateId).execute();
  const { id, version: _version, ...before } = found;
  await recordAudit(tx.db, {
    actorId: actor.userId,
    action: 'tax-rates.delete',
    subject: subjectOf(id),
    before,
  });
}
