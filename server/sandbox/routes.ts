import { balanceTransactionOperations } from './balance-transactions.ts';
import type { Operation } from './call.ts';
import { chargeOperations } from './charges.ts';
import { customerOperations } from './customers.ts';
import { disputeOperations } from './disputes.ts';
import { eventOperations } from './events.ts';
import { browserPaymentOperations, paymentIntentOperations } from './payment-intents.ts';
import { browserMethodOperations, paymentMethodOperations } from './payment-methods.ts';
import { refundOperations } from './refunds.ts';
import { browserSetupOperations, setupIntentOperations } from './setup-intents.ts';
import { browserTokenOperations, tokenOperations } from './tokens.ts';

/** For the shop's server, with a secret key. */
export const serverOperations: Operation[] = [
  ...customerOperations,
  ...paymentMethodOperations,
  ...tokenOperations,
  ...setupIntentOperations,
  ...paymentIntentOperations,
  ...chargeOperations,
  ...refundOperations,
  ...disputeOperations,
  ...balanceTransactionOperations,
  ...eventOperations,
];

/** For a buyer's browser, with a publishable key: card numbers go here and never to the shop. */
export const browserOperations: Operation[] = [
  ...browserMethodOperations,
  ...browserTokenOperations,
  ...browserSetupOperations,
  ...browserPaymentOperations,
];
