import type { EvidencePart } from '#contract/rules/dispute-evidence.ts';

const REASONS: Readonly<Record<string, string>> = {
  credit_not_processed: 'They say a refund did not arrive.',
  duplicate: 'They say they were charged twice.',
  fraudulent: 'They say they did not make this payment.',
  general: 'The bank gave no reason.',
  product_not_received: 'They say they did not get what they bought.',
  product_unacceptable: 'They say it is not what was promised.',
  subscription_canceled: 'They say they had canceled.',
  unrecognized: 'They do not recognize this payment.',
};

/** The provider may add reasons that we do not know yet. */
export function reasonWords(reason: string | null): string {
  if (reason === null) return '';
  return REASONS[reason] ?? `Reason: ${reason.replaceAll('_', ' ')}.`;
}

export const PART_NAMES: Record<EvidencePart, string> = {
  customer_name: 'Name',
  customer_email_address: 'E-mail address',
  customer_purchase_ip: 'Network address of the payment',
  service_date: 'Delivered on',
  product_description: 'What was bought',
  access_activity_log: 'Log-ins, views and downloads',
  refund_policy_disclosure: 'Terms and refund policy',
  uncategorized_text: 'Receipt',
};
