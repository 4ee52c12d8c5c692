import type { Photographer } from '../endpoints/roster.ts';
import type { MonthStatement, StatementLine } from '../endpoints/statements.ts';
import { choiceFilter, defineList, searchFilter } from './list.ts';

export const rosterList = defineList<Photographer>()({
  name: 'photographers',
  noun: 'photographer',
  columns: {
    name: { label: 'Name', sort: 'asc', value: ({ name }) => name },
    rate: { label: 'Usual rate', sort: 'desc', value: (person) => person.default_rate_basis_points / 100 },
    email: { label: 'Email', value: ({ email }) => email },
    phone: { label: 'Phone', value: ({ phone }) => phone },
    other_names: { label: 'Other credits', value: ({ other_names }) => other_names.join('; ') || null },
    events: { label: 'Events', sort: 'desc', value: ({ events }) => events },
    left_at: { label: 'Archived', value: ({ left_at }) => left_at, isHidden: true },
  },
  filters: {
    q: searchFilter({
      label: 'Find photographers',
      placeholder: 'Name, credit, email',
      of: ({ name, email, other_names }) => [name, email, ...other_names].join(' '),
    }),
    state: choiceFilter({
      label: 'State',
      all: 'Everyone',
      options: { active: 'Active', left: 'Archived' },
      of: ({ left_at }) => (left_at === null ? 'active' : 'left'),
    }),
  },
  defaultSort: 'name:asc',
});

export const NO_CREDIT = 'No credit';

export type StatementFileRow = StatementLine & Pick<MonthStatement, 'number' | 'name'> & { month: string };

/** The CSV file of a month or of one statement. */
export const statementFile = defineList<StatementFileRow>()({
  name: 'statement-lines',
  noun: 'line',
  columns: {
    month: { label: 'Month', value: ({ month }) => month },
    number: { label: 'Statement', value: ({ number }) => number },
    name: { label: 'Photographer', value: ({ name }) => name ?? NO_CREDIT },
    event: { label: 'Event', value: ({ event_name }) => event_name },
    event_date: { label: 'Event date', value: ({ event_date }) => event_date },
    sale_month: { label: 'Month of the sale', value: ({ sale_month }) => sale_month },
    rate_percent: { label: 'Rate', value: ({ rate_basis_points }) => rate_basis_points / 100 },
    revenue: { label: 'Sales', cents: ({ revenue }) => revenue },
    refunds: { label: 'Refunds', cents: ({ refunds }) => refunds },
    fees: { label: 'Card fees', cents: ({ fees }) => fees },
    earned: { label: 'Earned', cents: ({ earned }) => earned },
  },
  filters: {},
  defaultSort: 'month:asc',
});
