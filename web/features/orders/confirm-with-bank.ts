import { loadProvider } from './load-provider.ts';

export type BankOutcome = 'answered' | 'left';

/** Shows the bank's page, or leaves for it and comes back to this page. The server decides how the payment ended. */
export async function confirmWithBank(clientSecret: string, publishableKey: string): Promise<BankOutcome> {
  const provider = await loadProvider(publishableKey);
  const { error } = await provider.handleNextAction({ clientSecret });
  return error ? 'left' : 'answered';
}
