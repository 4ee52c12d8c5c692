import Stripe from 'stripe';
import type { PaymentsConfig } from '#server/platform/config/payments.ts';
import { confirmWith, createCardCalls } from './card-calls.ts';
import { createConnectCalls } from './connect-calls.ts';
import { type PaymentMode, PaymentRefused, PaymentStuck, type Payments } from './payment-types.ts';
import {
  ask,
  collect,
  idOf,
  keyFor,
  readDispute,
  readEvent,
  readIntent,
  readRefund,
  requireObject,
  unixSeconds,
} from './read-answer.ts';
import { readBalance, readBalanceLine, readPayout } from './read-balance.ts';
import { statementSuffix } from './statement-suffix.ts';
import { createTaxCalls } from './tax-calls.ts';

const SIGNATURE_TOLERANCE_SECONDS = 300;
const CLOCK_SLACK_SECONDS = 300;
const PAGE = 100;
/** The expiry of a hold is on its charge. */
const WITH_CHARGE = { expand: ['latest_charge'] };

export const SANDBOX_KEYS = {
  secretKey: 'sk_test_sandbox',
  publishableKey: 'pk_test_sandbox',
  webhookSecret: 'whsec_sandbox',
};

/** `sandboxPort` is set when the system chose the port of the bundled sandbox. */
export function createPayments(config: PaymentsConfig, sandboxPort?: number): Payments {
  const { secretKey, publishableKey } = config.kind === 'sandbox' ? SANDBOX_KEYS : config;
  const webhookSecrets = config.kind === 'sandbox' ? [SANDBOX_KEYS.webhookSecret] : config.webhookSecrets;
  const stripe = new Stripe(secretKey, {
    ...hostOf(config, sandboxPort),
    timeout: config.timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
    appInfo: { name: 'Encore' },
  });
  return {
    mode: modeOf(config),
    publishableKey,
    ...createCardCalls(stripe),
    ...createTaxCalls(stripe),
    ...createConnectCalls(stripe),
    async createCustomer({ key, email, name }) {
      const params = { email, name, metadata: { customer: key } };
      const options = { idempotencyKey: keyFor(`customer_${key}`, params) };
      try {
        return requireObject(await ask(() => stripe.customers.create(params, options)), 'customer').id;
      } catch (error) {
        if (!(error instanceof PaymentStuck)) throw error;
        const known = await ask(() => collect(stripe.customers.list({ email, limit: PAGE })));
        const made = known.find(({ metadata }) => metadata.customer === key);
        if (!made) throw error;
        return made.id;
      }
    },
    async updateCustomer(customerId, fields) {
      requireObject(await ask(() => stripe.customers.update(customerId, fields)), 'customer');
    },
    async deleteCustomer(customerId) {
      requireObject(await ask(() => stripe.customers.del(customerId)), 'customer');
    },
    async pay(payment) {
      const params: Stripe.PaymentIntentCreateParams = {
        amount: payment.amountCents,
        currency: payment.currency,
        customer: payment.customerId,
        ...confirmWith(payment.methodId),
        ...(payment.keepsCard ? { setup_future_usage: 'off_session' } : {}),
        capture_method: payment.capture,
        ...(payment.asksBank && {
          payment_method_options: { card: { request_three_d_secure: 'any' } },
        }),
        description: payment.description,
        statement_descriptor_suffix: statementSuffix(payment.eventName, config.descriptorPrefixLength),
        metadata: { attempt: payment.attemptKey },
        return_url: payment.returnUrl,
      };
      const options = { idempotencyKey: `pay_${payment.attemptKey}` };
      return readIntent(await intentOf(() => stripe.paymentIntents.create(params, options)));
    },
    async getPayment(intentId) {
      return readIntent(await ask(() => stripe.paymentIntents.retrieve(intentId, WITH_CHARGE)));
    },
    async capturePayment(intentId) {
      return readIntent(await ask(() => stripe.paymentIntents.capture(intentId)));
    },
    async findPayment(customerId, attemptKey, since) {
      const created = { gte: unixSeconds(since) - CLOCK_SLACK_SECONDS };
      const intents = await ask(() =>
        collect(
          stripe.paymentIntents.list({
            ...(customerId ? { customer: customerId } : {}),
            created,
            limit: PAGE,
          }),
        ),
      );
      const intent = intents.find((one) => one.metadata.attempt === attemptKey);
      return intent && readIntent(intent);
    },
    async findAttemptKey(sourceId) {
      const source = await readSource(stripe, sourceId);
      if (!source) return undefined;
      const intentId = idOf(source.payment_intent);
      if (intentId === null) return null;
      return readIntent(await ask(() => stripe.paymentIntents.retrieve(intentId))).attemptKey;
    },
    async cancelPayment(intentId) {
      try {
        return readIntent(
          await ask(() => stripe.paymentIntents.cancel(intentId, { cancellation_reason: 'abandoned' })),
        );
      } catch (error) {
        // The payment has already succeeded or ended, so report its state.
        if (!(error instanceof PaymentRefused)) throw error;
        return readIntent(await ask(() => stripe.paymentIntents.retrieve(intentId)));
      }
    },
    async refund({ refundKey, intentId, amountCents }) {
      const params = { payment_intent: intentId, amount: amountCents, metadata: { refund: refundKey } };
      const options = { idempotencyKey: `refund_${refundKey}` };
      return readRefund(await ask(() => stripe.refunds.create(params, options)));
    },
    async getRefund(refundId) {
      return readRefund(await ask(() => stripe.refunds.retrieve(refundId)));
    },
    async getDispute(disputeId) {
      return readDispute(await ask(() => stripe.disputes.retrieve(disputeId)));
    },
    async sendEvidence({ evidenceKey, disputeId, fields }) {
      const params = { evidence: fields, submit: true, metadata: { evidence: evidenceKey } };
      return readDispute(await ask(() => stripe.disputes.update(disputeId, params)));
    },
    async listRefunds(of) {
      const which =
        'since' in of ? { created: { gte: unixSeconds(of.since) } } : { payment_intent: of.intentId };
      const refunds = await ask(() => collect(stripe.refunds.list({ ...which, limit: PAGE })));
      return refunds.map(readRefund);
    },
    async listDisputes(since) {
      const created = { gte: unixSeconds(since) };
      const disputes = await ask(() => collect(stripe.disputes.list({ created, limit: PAGE })));
      return disputes.map(readDispute);
    },
    async findRefund(intentId, refundKey) {
      const refunds = await ask(() =>
        collect(stripe.refunds.list({ payment_intent: intentId, limit: PAGE })),
      );
      const refund = refunds.find((one) => one.metadata?.refund === refundKey);
      return refund && readRefund(refund);
    },
    readEvent(rawBody, signature, now) {
      const [tolerance, receivedAt] = [SIGNATURE_TOLERANCE_SECONDS, unixSeconds(now) * 1000];
      const construct = (secret: string) =>
        stripe.webhooks.constructEvent(rawBody, signature, secret, tolerance, undefined, receivedAt);
      for (const secret of webhookSecrets) {
        try {
          return readEvent(construct(secret));
        } catch (error) {
          const isRefused =
            error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError;
          if (!isRefused) throw error;
        }
      }
      return undefined;
    },
    async listUndeliveredEvents(since) {
      const created = { gte: unixSeconds(since) };
      const events = await ask(() =>
        collect(stripe.events.list({ delivery_success: false, created, limit: PAGE })),
      );
      return events.flatMap((event) => readEvent(event) ?? []);
    },
    async listBalance(since, until) {
      const created = { gte: unixSeconds(since), ...(until ? { lt: unixSeconds(until) } : {}) };
      const lines = await ask(() => collect(stripe.balanceTransactions.list({ created, limit: PAGE })));
      return lines.map(readBalanceLine);
    },
    async listBalanceOfPayout(payout) {
      const lines = await ask(() => collect(stripe.balanceTransactions.list({ payout, limit: PAGE })));
      return lines.map(readBalanceLine);
    },
    async getPayout(payoutId) {
      return readPayout(await ask(() => stripe.payouts.retrieve(payoutId)));
    },
    async listPayouts(since) {
      const created = { gte: unixSeconds(since) };
      const payouts = await ask(() => collect(stripe.payouts.list({ created, limit: PAGE })));
      return payouts.map(readPayout);
    },
    async getBalance() {
      return readBalance(await ask(() => stripe.balance.retrieve()));
    },
  };
}

function hostOf(config: PaymentsConfig, sandboxPort: number | undefined): Stripe.StripeConfig {
  if (config.kind === 'sandbox') {
    return { host: '127.0.0.1', port: sandboxPort ?? config.port, protocol: 'http' };
  }
  if (!config.apiBase) return {};
  const { hostname, port, protocol } = new URL(config.apiBase);
  const scheme = protocol === 'https:' ? 'https' : 'http';
  return { host: hostname, port: port || (scheme === 'https' ? 443 : 80), protocol: scheme };
}

function modeOf(config: PaymentsConfig): PaymentMode {
  if (config.kind === 'sandbox') return 'sandbox';
  return config.isLive ? 'live' : 'test';
}

async function readSource(
  stripe: Stripe,
  id: string,
): Promise<Stripe.Charge | Stripe.Refund | Stripe.Dispute | undefined> {
  if (/^(ch|py)_/.test(id)) return requireObject(await ask(() => stripe.charges.retrieve(id)), 'charge');
  if (/^(re|pyr)_/.test(id)) return requireObject(await ask(() => stripe.refunds.retrieve(id)), 'refund');
  if (/^(du|dp)_/.test(id)) return requireObject(await ask(() => stripe.disputes.retrieve(id)), 'dispute');
  return undefined;
}

/** The SDK throws declines as errors that carry the payment. */
async function intentOf(call: () => Promise<Stripe.PaymentIntent>): Promise<Stripe.PaymentIntent> {
  try {
    return await ask(call);
  } catch (error) {
    const cause = error instanceof PaymentRefused ? error.cause : undefined;
    const intent = cause instanceof Stripe.errors.StripeError ? cause.payment_intent : undefined;
    if (intent) return intent;
    throw error;
  }
}
