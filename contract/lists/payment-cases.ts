import type { PaymentCase } from '../entities/payment-case.ts';
import { choiceFilter, defineList, searchFilter } from './list.ts';

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
