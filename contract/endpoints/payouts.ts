import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { payoutLineRow, payoutRow } from '../entities/payout.ts';
import { balance } from '../entities/report-row.ts';
import { listEndpoints } from '../lists/list.ts';
import { payoutLineList, payoutList } from '../lists/payouts.ts';

const tag = 'Payouts';

const providerBalances = z.array(
  z.object({
    currency: z.string(),
    /** Ready for the next payout. */
    available: balance,
    /** Charged, and not available yet. */
    pending: balance,
  }),
);
export type ProviderBalances = z.output<typeof providerBalances>;

export const payoutEndpoints = {
  providerBalance: endpoint({
    method: 'GET',
    path: '/payouts/balance',
    access: 'settings',
    tag,
    summary: 'What is on its way: the balance at the card provider',
    /** Null while the card provider does not answer. */
    response: z.object({ balances: providerBalances.nullable() }),
  }),
};

export const payoutListEndpoints = listEndpoints(payoutList, { row: payoutRow, access: 'settings', tag });

export const payoutLineListEndpoints = listEndpoints(payoutLineList, {
  row: payoutLineRow,
  access: 'settings',
  tag,
});
