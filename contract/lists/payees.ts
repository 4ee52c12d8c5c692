import type { PayeeWithMoney, TaxYear, TransferRow } from '../endpoints/payees.ts';
import {
  ACCOUNT_STATES,
  describeRates,
  PAYEE_KINDS,
  TRANSFER_METHODS,
  TRANSFER_STATES,
} from '../rules/payees.ts';
import { choiceFilter, defineList, searchFilter } from './list.ts';

export const payeeList = defineList<PayeeWithMoney>()({
  name: 'payees',
  noun: 'payee',
  columns: {
    name: { label: 'Payee', sort: 'asc', value: ({ name }) => name },
    kind: { label: 'Kind', isHidden: true, value: ({ kind }) => PAYEE_KINDS[kind] },
    email: { label: 'Email', isHidden: true, value: ({ email }) => email },
    rate: { label: 'Rate', value: ({ kind, rates }) => describeRates(kind, rates) },
    earned: { label: 'Earned this month', sort: 'desc', cents: (row) => row.earned_this_month },
    balance: { label: 'Balance', isHidden: true, cents: ({ balance }) => balance },
    held: { label: 'On hold', sort: 'desc', cents: ({ held }) => held },
    owed: { label: 'Owed now', sort: 'desc', cents: ({ owed }) => owed },
    under_way: { label: 'On its way', isHidden: true, cents: (row) => row.under_way },
    next: { label: 'Next payment' },
    account: { label: 'Bank account', value: ({ account }) => ACCOUNT_STATES[account] },
    pay: { label: 'Pay' },
  },
  filters: {
    q: searchFilter<PayeeWithMoney>({
      label: 'Find payees',
      placeholder: 'Name, email',
      of: ({ name, email, program_name }) => [name, email, program_name].join(' '),
    }),
    kind: choiceFilter({
      label: 'Kind',
      all: 'All kinds',
      options: PAYEE_KINDS,
      of: ({ kind }: PayeeWithMoney) => kind,
    }),
  },
  defaultSort: 'owed:desc',
});

/** The payment file: what the bookkeeper's bank is told. */
export const paymentFile = defineList<TransferRow>()({
  name: 'payment-file',
  noun: 'payment',
  columns: {
    reference: { label: 'Reference', value: ({ reference }) => reference },
    payee: { label: 'Payee', value: ({ payee_name }) => payee_name },
    email: { label: 'Email', value: ({ email }) => email },
    amount: { label: 'Amount', cents: ({ amount }) => amount },
    currency: { label: 'Currency', value: () => 'USD' },
    created_at: { label: 'Created', value: ({ created_at }) => created_at },
    method: { label: 'Method', value: ({ method }) => TRANSFER_METHODS[method] },
    state: { label: 'State', value: ({ state }) => TRANSFER_STATES[state] },
  },
  filters: {},
  defaultSort: 'reference:asc',
});

export const taxYearFile = defineList<TaxYear['rows'][number]>()({
  name: 'paid-in-year',
  noun: 'payee',
  columns: {
    name: { label: 'Payee', value: ({ name }) => name },
    kind: { label: 'Kind', value: ({ kind }) => PAYEE_KINDS[kind] },
    email: { label: 'Email', value: ({ email }) => email },
    paid: { label: 'Paid (Form 1099-NEC, box 1)', cents: ({ paid }) => paid },
  },
  filters: {},
  defaultSort: 'name:asc',
});
