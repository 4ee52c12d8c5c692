import type Stripe from 'stripe';
import {
  type Card,
  PaymentRefused,
  type Payments,
  PaymentUnknown,
  type ProviderSetup,
} from './payment-types.ts';
import { ask, collect, failureOf, idOf, nextActionUrl, requireObject, unixSeconds } from './read-answer.ts';

/** The browser's token of a Payment Element; it confirms one payment or setup. */
const CONFIRMATION_TOKEN = /^ctoken_/;

/** Link is a wallet of the provider. It works wherever cards do, also with manual capture. */
const WITH_LINK: ('card' | 'link')[] = ['card', 'link'];

const LONGEST_KEY = 255;

/** A token of the older card form. It can be used once, so a repeated call gets the first answer by its key. */
const CARD_TOKEN = /^tok_/;

type Confirmation = {
  allowed_payment_method_types: ('card' | 'link')[];
  confirm: true;
} & ({ confirmation_token: string } | { payment_method: string });

export function confirmWith(token: string): Confirmation {
  return CONFIRMATION_TOKEN.test(token)
    ? { allowed_payment_method_types: WITH_LINK, confirm: true, confirmation_token: token }
    : { allowed_payment_method_types: ['card'], confirm: true, payment_method: token };
}

type CardCalls = Pick<
  Payments,
  'readCard' | 'readSavedCard' | 'attachCard' | 'listAttachedCards' | 'detachCard' | 'setUpCard' | 'getSetup'
>;

export function createCardCalls(stripe: Stripe): CardCalls {
  return {
    async readCard(token) {
      if (CARD_TOKEN.test(token)) return readCard(await methodFrom(stripe, token));
      if (!CONFIRMATION_TOKEN.test(token)) {
        const method = await ask(() => stripe.paymentMethods.retrieve(token));
        return readCard(requireObject(method, 'payment_method'));
      }
      const answer = await ask(() => stripe.confirmationTokens.retrieve(token));
      const { id, payment_method_preview: preview } = requireObject(answer, 'confirmation_token');
      if (!preview) throw new PaymentUnknown('a confirmation token without a payment method');
      return readCard({ id, ...preview });
    },
    async readSavedCard(customerId, methodId) {
      const method = requireObject(
        await ask(() => stripe.paymentMethods.retrieve(methodId)),
        'payment_method',
      );
      return { card: readCard(method), isAttached: idOf(method.customer) === customerId };
    },
    async attachCard(customerId, token) {
      const methodId = CARD_TOKEN.test(token) ? (await methodFrom(stripe, token)).id : token;
      const method = await ask(() => stripe.paymentMethods.attach(methodId, { customer: customerId }));
      return readCard(requireObject(method, 'payment_method'));
    },
    async listAttachedCards({ since, until }) {
      const created = { gte: unixSeconds(since), lt: unixSeconds(until) };
      const params = { type: 'payment_method.attached', created, limit: 100 };
      const events = await ask(() => collect(stripe.events.list(params)));
      return events.flatMap((event) => {
        const { id: methodId, customer } = event.data.object as Stripe.PaymentMethod;
        const customerId = idOf(customer);
        return customerId === null ? [] : [{ methodId, customerId }];
      });
    },
    async detachCard(methodId) {
      requireObject(await ask(() => stripe.paymentMethods.detach(methodId)), 'payment_method');
    },
    async setUpCard({ customerId, token, consent, returnUrl }) {
      const params: Stripe.SetupIntentCreateParams = {
        ...confirmWith(token),
        customer: customerId,
        usage: 'off_session',
        metadata: { consent: String(consent.version), device: consent.device ?? '' },
        return_url: returnUrl,
      };
      const options = { idempotencyKey: `setup_${customerId}_${token}`.slice(0, LONGEST_KEY) };
      return readSetup(await ask(() => stripe.setupIntents.create(params, options)));
    },
    async getSetup(setupId) {
      return readSetup(await ask(() => stripe.setupIntents.retrieve(setupId)));
    },
  };
}

async function methodFrom(stripe: Stripe, token: string): Promise<Stripe.PaymentMethod> {
  const options = { idempotencyKey: `method_${token}`.slice(0, LONGEST_KEY) };
  const params: Stripe.PaymentMethodCreateParams = { type: 'card', card: { token } };
  return requireObject(await ask(() => stripe.paymentMethods.create(params, options)), 'payment_method');
}

type Method = Pick<Stripe.PaymentMethod, 'id' | 'card' | 'type'>;

function readCard({ id, card, type }: Method): Card {
  if (type === 'link') {
    return { methodId: id, brand: 'link', last4: '', expMonth: 12, expYear: 2100, fingerprint: null };
  }
  if (!card) throw new PaymentRefused('processing_error', `a payment method of the type ${type}`);
  return {
    methodId: id,
    brand: card.brand,
    last4: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    fingerprint: card.fingerprint ?? null,
  };
}

const SETUP_STATES: Partial<Record<Stripe.SetupIntent.Status, ProviderSetup['state']>> = {
  canceled: 'failed',
  requires_action: 'requires_action',
  requires_payment_method: 'failed',
  succeeded: 'succeeded',
};

function readSetup(answer: Stripe.SetupIntent): ProviderSetup {
  const setup = requireObject(answer, 'setup_intent');
  const state = SETUP_STATES[setup.status];
  if (!state) throw new PaymentUnknown(`a setup in the state ${setup.status}`);
  const { consent, device } = setup.metadata ?? {};
  return {
    setupId: setup.id,
    state,
    customerId: idOf(setup.customer),
    methodId: idOf(setup.payment_method),
    clientSecret: setup.client_secret,
    nextActionUrl: nextActionUrl(setup),
    failure: state === 'failed' ? failureOf(setup.last_setup_error ?? undefined) : null,
    consent: consent
      ? { version: Number(consent), device: device || null, at: new Date(setup.created * 1000) }
      : null,
  };
}
