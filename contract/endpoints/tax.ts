import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import {
  done,
  id,
  idParams,
  isoDate,
  isoTimestamp,
  requiredText,
  text,
  version,
  versionInQuery,
} from '../primitives.ts';
import { COUNTRY_CODE, GOODS, STATE_CODE } from '../rules/tax.ts';

const endpoint = endpointsOf('Tax');

const country = z.string().regex(COUNTRY_CODE, 'Enter two capital letters, like US');
const state = z.string().regex(STATE_CODE, 'Enter the code of the state, like MN');
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month, like 2026-11');

/** A rate is in millionths: 78,750 is 7.875%. `to_day` is the last day. */
const rateTerms = z.strictObject({
  country,
  state,
  kind: z.enum(GOODS),
  name: requiredText(40),
  rate_millionths: z.int().min(0).max(300_000),
  from_day: isoDate,
  to_day: isoDate.nullable(),
});

export const newTaxRate = rateTerms.refine(({ from_day, to_day }) => to_day === null || to_day >= from_day, {
  path: ['to_day'],
  message: 'The last day is before the first',
});
export type NewTaxRate = z.output<typeof newTaxRate>;

const taxRate = z.object({ id, ...rateTerms.shape, version });
export type TaxRateRow = z.output<typeof taxRate>;

const rateChange = z.object({
  line: z.int(),
  rate: z.object(rateTerms.shape),
  /** Null for a rate that is added. */
  before: z.object(rateTerms.shape).pick({ rate_millionths: true, to_day: true }).nullable(),
});
export type TaxRateChange = z.output<typeof rateChange>;

export const MAX_TAX_RATES = 2_000;
/** About 2,000 lines. */
const csv = z.string().min(1).max(200_000);

const taxPlace = {
  country,
  state,
  postal_code: text(12).regex(/^[A-Za-z0-9 -]*$/, /*i18n*/ 'Enter a ZIP code'),
};

const reportRow = z.object({
  month,
  country: z.string(),
  state: z.string(),
  name: z.string(),
  kind: z.string(),
  rate_millionths: z.int().nullable(),
  /** Cents. What was sold at the rate, without tax and after refunds and disputes. */
  net_sales: z.int(),
  collected: z.int(),
  refunded: z.int(),
  disputed: z.int(),
  owed: z.int(),
});
export type TaxReportRow = z.output<typeof reportRow>;

const taxOfState = reportRow.pick({ country: true, state: true, net_sales: true, owed: true });
export type TaxOfState = z.output<typeof taxOfState>;

const refusedBooking = z.object({
  id,
  reference: z.string(),
  order: id,
  failure: z.string(),
  at: isoTimestamp,
});
export type RefusedBooking = z.output<typeof refusedBooking>;
const months = z.strictObject({ from: month, to: month });

export const taxEndpoints = {
  listTaxRates: endpoint('GET /tax/rates', {
    access: 'reports',
    summary: 'List the rate table',
    response: z.array(taxRate).max(MAX_TAX_RATES),
  }),
  addTaxRate: endpoint('POST /tax/rates', {
    access: 'settings',
    summary: 'Add a rate',
    body: newTaxRate,
    response: taxRate,
  }),
  updateTaxRate: endpoint('PUT /tax/rates/:id', {
    access: 'settings',
    summary: 'Edit a rate; orders keep theirs',
    params: idParams,
    body: rateTerms.extend({ version }).partial(),
    response: taxRate,
  }),
  previewTaxRates: endpoint('POST /tax/rates/import/preview', {
    access: 'settings',
    summary:
      'What the import of a CSV file would add and change. If a line is wrong, every such line is named',
    body: z.strictObject({ csv }),
    response: z.object({ changes: z.array(rateChange), unchanged: z.int(), seen: z.string() }),
  }),
  importTaxRates: endpoint('POST /tax/rates/import', {
    access: 'settings',
    summary:
      'Save the rates of a CSV file, if it still means the changes that were seen; nothing if a line is wrong',
    body: z.strictObject({ csv, seen: z.string().max(64).optional() }),
    response: z.array(taxRate),
  }),
  deleteTaxRate: endpoint('DELETE /tax/rates/:id', {
    access: 'settings',
    summary: 'Remove a rate, unless it was edited since `version`; orders keep theirs',
    params: idParams,
    query: z.strictObject({ version: versionInQuery.optional() }),
    response: done,
  }),
  getTaxPlace: endpoint('GET /tax/place', {
    access: 'purchases',
    summary: 'Get where the caller is taxed, and what has to be asked',
    response: z.object({
      is_asked: z.boolean(),
      home_country: z.string(),
      /** The countries with their own rates, and the states that decide there. */
      states: z.array(z.object({ country: z.string(), states: z.array(z.string()) })),
      place: z.object({ country: z.string(), state: z.string(), postal_code: z.string() }).nullable(),
    }),
  }),
  saveTaxPlace: endpoint('PUT /tax/place', {
    access: 'purchases',
    summary: 'Set the place where the caller is taxed; the state of a US ZIP code is looked up',
    body: z.strictObject({ ...taxPlace, state: state.default('') }),
    response: done,
  }),
  removeTaxPlace: endpoint('DELETE /tax/place', {
    access: 'purchases',
    summary: 'Delete the place where the caller is taxed; orders keep theirs',
    response: done,
  }),
  taxReport: endpoint('GET /tax/report', {
    access: 'reports',
    summary: 'Get tax by month, state and rate, with refunds and disputes, as the ledger has it',
    query: months,
    response: z.array(reportRow),
  }),
  taxByState: endpoint('GET /tax/states', {
    access: 'reports',
    summary: 'List the tax of a month by state, after refunds and disputes, the highest first',
    query: z.strictObject({ month }),
    response: z.array(taxOfState),
  }),
  refusedBookings: endpoint('GET /tax/refused', {
    access: 'reports',
    summary: 'List sales and refunds that Stripe Tax refused to record',
    query: months,
    response: z.array(refusedBooking),
  }),
  retryBooking: endpoint('POST /tax/refused/:id/retry', {
    access: 'payouts',
    summary: 'Try again to record at Stripe Tax what it refused; it stays listed if it is refused again',
    params: idParams,
    response: z.object({ failure: z.string().nullable() }),
  }),
};
