import { type TaxRateRow, taxEndpoints } from '#contract/endpoints/tax.ts';
import { readRate } from '#contract/rules/tax.ts';
import { apiQuery } from '#web/lib/api.ts';

export const taxRatesQuery = apiQuery(['staff', 'tax-rates'], taxEndpoints.listTaxRates);

export const taxReportQuery = (from: string, to: string) =>
  apiQuery(['staff', 'tax-report', from, to], taxEndpoints.taxReport, { query: { from, to } });

export const refusedQuery = (from: string, to: string) =>
  apiQuery(['staff', 'tax-refused', from, to], taxEndpoints.refusedBookings, { query: { from, to } });

export type RateValues = Record<
  'country' | 'state' | 'kind' | 'name' | 'rate' | 'from_day' | 'to_day',
  string
>;

export function toRateValues(rate: TaxRateRow | undefined, today: string): RateValues {
  if (!rate)
    return { country: 'US', state: '', kind: 'digital', name: '', rate: '', from_day: today, to_day: '' };
  const { id: _id, version: _version, rate_millionths: millionths, to_day, ...same } = rate;
  return { ...same, rate: String(millionths / 10_000), to_day: to_day ?? '' };
}

/** A rate that cannot be read is sent as it is, so that the contract's schema reports it. */
export function toRateBody({ rate, country, state, to_day, ...same }: RateValues) {
  return {
    ...same,
    country: country.trim().toUpperCase(),
    state: state.trim().toUpperCase(),
    rate_millionths: readRate(rate) ?? rate,
    to_day: to_day || null,
  };
}
