import { z } from 'zod';
import {
  PAYOUT_STATES,
  type PaymentCase,
  type PayoutLineRow,
  type PayoutRow,
} from '#contract/entities/order-of-user.ts';
import { choiceFilter, defineList, searchFilter } from './list.ts';

export const payoutList = defineList<PayoutRow>()({
  name: 'payouts',
  hasViews: true,
  noun: 'payout',
  columns: {
    arrives_on: { label: 'Arrives', sort: 'desc', value: ({ arrives_on }) => arrives_on },
    state: { label: 'State', value: ({ state }) => state },
    sales: { label: 'Sales', cents: ({ sales }) => sales },
    refunds: { label: 'Refunds', cents: ({ refunds }) => refunds },
    disputes: { label: 'Disputes', cents: ({ disputes }) => disputes },
    fees: { label: 'Fees', cents: ({ fees }) => fees },
    other: { label: 'Other', cents: ({ other }) => other },
    amount: { label: 'Amount', sort: 'desc', cents: ({ amount }) => amount },
    currency: { label: 'Currency', isHidden: true, value: ({ currency }) => currency },
    payout: { label: 'Payout', isHidden: true, value: ({ payout }) => payout },
    failure: { label: 'Failure', isHidden: true, value: ({ failure }) => failure },
    created_at: { label: 'Created', isHidden: true, value: ({ created_at }) => created_at },
    transactions: { label: 'Transactions', isHidden: true, value: ({ transactions }) => transactions },
  },
  filters: {
    state: choiceFilter({ label: 'State', all: 'All states', options: PAYOUT_STATES }),
  },
  defaultSort: 'arrives_on:desc',
});

/** The transactions of a payout. Without a payout, those not paid out yet. */
export const payoutLineList = defineList<PayoutLineRow>()({
  name: 'payout-lines',
  noun: 'transaction',
  prefix: 'line_',
  columns: {
    at: { label: 'Time', sort: 'desc', value: ({ at }) => at },
    type: { label: 'Kind', value: ({ type }) => type },
    order: { label: 'Order', value: ({ order }) => order },
    amount: { label: 'Amount', cents: ({ amount }) => amount },
    fee: { label: 'Fee', cents: ({ fee }) => fee },
    net: { label: 'Net', sort: 'desc', cents: ({ net }) => net },
    available_at: { label: 'Available', isHidden: true, value: ({ available_at }) => available_at },
    transaction: { label: 'Transaction', isHidden: true, value: ({ transaction }) => transaction },
    source: { label: 'Source', isHidden: true, value: ({ source }) => source },
  },
  filters: {
    payout: {
      schema: () =>
        z
          .string()
          .max(255)
          .regex(/^[\w-]+$/)
          .optional(),
      control: 'none',
      label: '',
    },
  },
  defaultSort: 'at:desc',
});

export const TROUBLE_NAMES: Readonly<Record<PaymentCase['trouble'], string>> = {
  payment: 'Payment',
  refund: 'Refund',
  returned_refund: 'Returned refund',
  refused_refund: 'Refused refund',
  dispute: 'Dispute',
  refund_request: 'Refund to approve',
  unbooked: 'Not booked',
};

/** Everything about money that the overview asks staff to look at. */
export const paymentCaseList = defineList<PaymentCase>()({
  name: 'payment-cases',
  namesCustomers: true,
  hasViews: true,
  noun: 'case',
  columns: {
    since: { label: 'Since', sort: 'asc', value: ({ since }) => since },
    trouble: { label: 'Kind', value: ({ trouble }) => TROUBLE_NAMES[trouble] },
    customer_name: { label: 'Customer', value: ({ customer_name }) => customer_name },
    customer: { label: 'Customer number', isHidden: true, value: ({ customer }) => customer },
    order: { label: 'Order', value: ({ order }) => order },
    amount: { label: 'Amount', sort: 'desc', cents: ({ amount }) => amount },
  },
  filters: {
    q: searchFilter<PaymentCase>({ label: 'Find cases', placeholder: 'Customer or order' }),
    trouble: choiceFilter({ label: 'Kind', all: 'All kinds', options: TROUBLE_NAMES }),
  },
  defaultSort: 'since:asc',
});
