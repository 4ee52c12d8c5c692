import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { taxEndpoints } from '#contract/endpoints/tax.ts';
import { stateOfZip, type TaxPlace } from '#contract/rules/tax.ts';
import type { Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { listPlacesWithRates } from './rates.ts';

export function findPlace(db: Db, userId: number): Promise<TaxPlace | undefined> {
  return db
    .selectFrom('taxPlaces')
    .select(['country', 'state', 'postalCode'])
    .where('userId', '=', userId)
    .executeTakeFirst();
}

/** The place in the form, and its stored values. */
export async function readTaxPlace(
  tx: Pick<Tx, 'db' | 'log' | 'clock'>,
  { userId }: Actor,
): Promise<ResponseOf<typeof taxEndpoints.getTaxPlace>> {
  const settings = await getSettings(tx);
  const { tax_source: source, tax_country: home } = settings;
  const rated = source === 'table' ? await listPlacesWithRates(tx, settings) : [];
  const place = await findPlace(tx.db, userId);
  const statesOf = (country: string) =>
    rated.flatMap((one) => (one.country === country && one.state !== '' ? [one.state] : []));
  const countries = new Set([home, ...rated.map(({ country }) => country)]);
  return {
    is_asked: source === 'stripe' || rated.length > 0,
    home_country: home,
    states: [...countries].map((country) => ({ country, states: statesOf(country) })),
    place: place ? { country: place.country, state: place.state, postal_code: place.postalCode } : null,
  };
}

/** The state of a US buyer follows from the ZIP code; others choose theirs where it decides. */
export async function saveTaxPlace(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { userId }: Actor,
  { country, postal_code: postalCode, state: chosen }: BodyOf<typeof taxEndpoints.saveTaxPlace>,
): Promise<void> {
  const state = country === 'US' ? stateOfZip(postalCode) : chosen;
  if (state === undefined) throw new AppError('tax_place_unknown');
  const row = { country, state, postalCode, changedAt: clock.now() };
  await db
    .insertInto('taxPlaces')
    .values({ userId, ...row })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
    .execute();
}

export async function removeTaxPlace({ db }: Pick<Tx, 'db'>, { userId }: Actor): Promise<void> {
  await db.deleteFrom('taxPlaces').where('userId', '=', userId).execute();
}
