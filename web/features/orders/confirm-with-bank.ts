import type { Payment } from '#contract/entities/order.ts';
import { loadProvider } from './load-provider.ts';

/** The server decides how the payment ended. */
export async function confirmWithBank(
  { client_secret }: Payment,
  publishableKey: string,
): Promise<'answered' | 'left'> {
  if (!client_secret) return 'left';
  const provider = await loadProvider(publishableKey);
  const { error } = await provider.handleNextAction({ clientSecret: client_secret });
  return error ? 'left' : 'answered';
}
