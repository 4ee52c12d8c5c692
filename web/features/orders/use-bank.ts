import { useState } from 'react';
import type { BankOutcome } from './confirm-with-bank.ts';
import type { PaymentSettings } from './payment-settings.query.ts';

export type BankQuestion = { url: string; answer: (outcome: BankOutcome) => void };

type NextStep = { client_secret: string | null; next_action_url: string | null };

/** Asks the bank to confirm: with the provider's script, or in the sandbox in a sheet that shows `question`. */
export function useBank(settings: PaymentSettings | undefined) {
  const [question, setQuestion] = useState<BankQuestion>();
  const askBank = async ({ client_secret, next_action_url }: NextStep): Promise<BankOutcome> => {
    if (settings && settings.mode !== 'sandbox') {
      const { confirmWithBank } = await import('./confirm-with-bank.ts');
      return client_secret ? confirmWithBank(client_secret, settings.publishable_key) : 'left';
    }
    if (!next_action_url) return 'left';
    const asked = new Promise<BankOutcome>((answer) => setQuestion({ url: next_action_url, answer }));
    return asked.finally(() => setQuestion(undefined));
  };
  return { question, askBank };
}
