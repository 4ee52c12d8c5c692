import type { ProviderBalances } from '#contract/endpoints/payouts.ts';
import type { Tx } from '#server/context.ts';
import { PaymentUnknown } from '#server/platform/payments/payment-types.ts';
import { toWireBalances } from './payouts.wire.ts';

/** Asks the provider, because only it knows what is on the way. */
export async function showBalance({
  payments,
}: Pick<Tx, 'payments'>): Promise<{ balances: ProviderBalances | null }> {
  try {
    return { balances: toWireBalances(await payments.getBalance()) };
  } catch (error) {
    if (error instanceof PaymentUnknown) return { balances: null };
    throw error;
  }
}
