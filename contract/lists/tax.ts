import type { TaxRateRow, TaxReportRow } from '../endpoints/tax.ts';
import { defineList, openChoiceFilter } from './list.ts';

const percent = ({ rate_millionths }: { rate_millionths: number | null }) =>
  rate_millionths === null ? null : rate_millionths / 10_000;
/** The columns are those of the file that can be imported. */
export const taxRateList = defineList<TaxRateRow>()({
  name: 'tax-rates',
  noun: 'rate',
  prefix: 'rates_',
  columns: {
    country: { label: 'Country', sort: 'asc', value: ({ country }) => country },
    state: { label: 'State', sort: 'asc', value: ({ state }) => state },
    goods: { label: 'Goods', value: ({ kind }) => kind },
    name: { label: 'Name', sort: 'asc', value: ({ name }) => name },
    rate_percent: { label: 'Rate %', sort: 'desc', value: percent },
    from: { label: 'From', sort: 'desc', value: ({ from_day }) => from_day },
    to: { label: 'To', value: ({ to_day }) => to_day },
  },
  filters: {
    country: openChoiceFilter({ label: 'Country', all: 'All countries', of: ({ country }) => country }),
    goods: openChoiceFilter({ label: 'Goods', all: 'All goods', of: ({ kind }) => kind }),
  },
  defaultSort: 'country:asc',
});

export const taxReportList = defineList<TaxReportRow>()({
  name: 'tax-report',
  noun: 'rate',
  columns: {
    month: { label: 'Month', sort: 'desc', value: ({ month }) => month },
    country: { label: 'Country', sort: 'asc', value: ({ country }) => country },
    state: { label: 'State', sort: 'asc', value: ({ state }) => state },
    name: { label: 'Tax', value: ({ name }) => name },
    rate_percent: { label: 'Rate %', sort: 'desc', value: percent },
    goods: { label: 'Goods', isHidden: true, value: ({ kind }) => kind },
    net_sales: { label: 'Net sales', sort: 'desc', cents: ({ net_sales }) => net_sales },
    collected: { label: 'Collected', sort: 'desc', cents: ({ collected }) => collected },
    refunded: { label: 'Refunded', sort: 'desc', cents: ({ refunded }) => refunded },
    disputed: { label: 'Disputed', sort: 'desc', cents: ({ disputed }) => disputed },
    owed: { label: 'Owed', sort: 'desc', cents: ({ owed }) => owed },
  },
  filters: { state: openChoiceFilter({ label: 'State', all: 'All states', of: ({ state }) => state }) },
  defaultSort: 'month:desc',
});
