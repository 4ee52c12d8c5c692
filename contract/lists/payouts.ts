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
    sales: { label: 'Sales', value: ({ sales }) => sales / 100 },
    refunds: { label: 'Refunds', value: ({ refunds }) => refunds / 100 },
    disputes: { label: 'Disputes', value: ({ disputes }) => disputes / 100 },
    fees: { label: 'Fees', value: ({ fees }) => fees / 100 },
    other: { label: 'Other', value: ({ other }) => other / 100 },
    amount: { label: 'Amount', sort: 'desc', value: ({ amount }) => amount / 100 },
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
    amount: { label: 'Amount', value: ({ amount }) => amount / 100 },
    fee: { label: 'Fee', value: ({ fee }) => fee / 100 },
    net: { label: 'Net', sort: 'desc', value: ({ net }) => net / 100 },
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
    amount: { label: 'Amount', sort: 'desc', value: ({ amount }) => amount / 100 },
  },
  filters: {
    q: searchFilter<PaymentCase>({ label: 'Find cases', placeholder: 'Customer or order' }),
    trouble: choiceFilter({ label: 'Kind', all: 'All kinds', options: TROUBLE_NAMES }),
  },
  defaultSort: 'since:asc',
});
