import { payeeEndpoints } from '#contract/endpoints/payees.ts';
import { shareRuleEndpoints } from '#contract/endpoints/share-rules.ts';
import { apiQuery } from '#web/lib/api.ts';

// The keys begin with "staff", so that every change by staff refreshes them.

export const payeesQuery = apiQuery(['staff', 'payees'], payeeEndpoints.listPayees);
export const paymentQuery = (payee: number) =>
  apiQuery(['staff', 'payees', payee, 'payment'], payeeEndpoints.previewPayment, { params: { id: payee } });
export const transfersQuery = apiQuery(['staff', 'transfers'], payeeEndpoints.listTransfers);
/** The newest ones leave some of a long payment file out. */
export const pendingTransfersQuery = apiQuery(
  ['staff', 'transfers', 'pending'],
  payeeEndpoints.listTransfers,
  { query: { state: 'pending' } },
);
export const rulesQuery = (eventId: number) =>
  apiQuery(['staff', 'share-rules', eventId], shareRuleEndpoints.listShareRules, { params: { id: eventId } });
