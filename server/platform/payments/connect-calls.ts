import Stripe from 'stripe';
import {
  PaymentRefused,
  type Payments,
  type ProviderAccount,
  type ProviderTransfer,
  TransferRefused,
} from './payment-types.ts';
import { ask, collect, idOf, keyFor, requireObject, unixSeconds } from './read-answer.ts';

const PAGE = 100;

/** Every transfer has its own group, by which it is found again when an answer was lost. */
const groupOf = (transferKey: string) => `transfer_${transferKey}`;

type ConnectCalls = Pick<
  Payments,
  | 'createAccount'
  | 'getAccount'
  | 'createAccountLink'
  | 'transfer'
  | 'getTransfer'
  | 'findTransfer'
  | 'reverseTransfer'
  | 'listTransfers'
>;

export function createConnectCalls(stripe: Stripe): ConnectCalls {
  const getTransfer = async (transferId: string) =>
    readTransfer(await askToMove(() => stripe.transfers.retrieve(transferId)));
  return {
    async createAccount({ key, email }) {
      const params: Stripe.AccountCreateParams = {
        type: 'express',
        capabilities: { transfers: { requested: true } },
        metadata: { payee: key },
        ...(email ? { email } : {}),
      };
      const options = { idempotencyKey: keyFor(`account_${key}`, params) };
      return readAccount(await askToMove(() => stripe.accounts.create(params, options)));
    },
    async getAccount(accountId) {
      return readAccount(await askToMove(() => stripe.accounts.retrieve(accountId)));
    },
    async createAccountLink({ accountId, returnUrl, refreshUrl }) {
      const answer = await askToMove(() =>
        stripe.accountLinks.create({
          account: accountId,
          type: 'account_onboarding',
          return_url: returnUrl,
          refresh_url: refreshUrl,
        }),
      );
      return requireObject(answer, 'account_link').url;
    },
    async transfer({ transferKey, accountId, amountCents, currency }) {
      const params: Stripe.TransferCreateParams = {
        amount: amountCents,
        currency,
        destination: accountId,
        transfer_group: groupOf(transferKey),
        metadata: { transfer: transferKey },
      };
      const options = { idempotencyKey: groupOf(transferKey) };
      return readTransfer(await askToMove(() => stripe.transfers.create(params, options)));
    },
    getTransfer,
    async findTransfer(transferKey) {
      const group = groupOf(transferKey);
      const found = await askToMove(() => stripe.transfers.list({ transfer_group: group, limit: PAGE }));
      const transfer = found.data.find((one) => one.metadata.transfer === transferKey);
      return transfer && readTransfer(transfer);
    },
    async reverseTransfer({ transferKey, transferId, amountCents, askedAt }) {
      const params = { amount: amountCents, metadata: { transfer: transferKey } };
      const options = { idempotencyKey: `reversal_${transferKey}_${askedAt.getTime()}` };
      const answer = await askToMove(() => stripe.transfers.createReversal(transferId, params, options));
      requireObject(answer, 'transfer_reversal');
      return getTransfer(transferId);
    },
    async listTransfers(since) {
      const created = { gte: unixSeconds(since) };
      const transfers = await askToMove(() => collect(stripe.transfers.list({ created, limit: PAGE })));
      return transfers.map(readTransfer);
    },
  };
}

/** A refusal here concerns an account or our balance, not a card. */
async function askToMove<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await ask(call);
  } catch (error) {
    const { cause } = error as Error;
    if (!(error instanceof PaymentRefused || isAccountGone(cause))) throw error;
    throw new TransferRefused((cause instanceof Stripe.errors.StripeError && cause.code) || 'refused', cause);
  }
}

/** The provider's answers about an account that was deleted or disconnected. */
const isAccountGone = (cause: unknown) =>
  cause instanceof Stripe.errors.StripePermissionError && cause.code === 'account_invalid';

function readAccount(answer: Stripe.Account): ProviderAccount {
  const account = requireObject(answer, 'account');
  const isReady = account.capabilities?.transfers === 'active' && account.payouts_enabled;
  const reason = account.requirements?.disabled_reason;
  // The provider is reviewing what it was given, and nobody has to act.
  const isChecked = reason === 'requirements.pending_verification';
  const isRestricted = account.details_submitted && Boolean(reason) && !isChecked;
  return { accountId: account.id, state: isReady ? 'ready' : isRestricted ? 'restricted' : 'pending' };
}

function readTransfer(answer: Stripe.Transfer): ProviderTransfer {
  const transfer = requireObject(answer, 'transfer');
  return {
    transferId: transfer.id,
    amountCents: transfer.amount,
    reversedCents: transfer.amount_reversed,
    // Left out of some answers; the sum above is always there.
    reversals: (transfer.reversals?.data ?? []).map(({ id: reversalId, amount: amountCents, created }) => ({
      reversalId,
      amountCents,
      createdAt: new Date(created * 1000),
    })),
    accountId: idOf(transfer.destination),
    transferKey: transfer.metadata.transfer ?? null,
    createdAt: new Date(transfer.created * 1000),
  };
}
