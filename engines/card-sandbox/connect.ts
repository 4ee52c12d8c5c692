import { sql } from 'kysely';
import type Stripe from 'stripe';
import { z } from 'zod';
import {
  type Call,
  invalidRequest,
  metadata,
  newId,
  none,
  operation,
  pageShape,
  paramsFor,
  positiveInteger,
  SandboxError,
  secondsFrom,
  text,
  unexpectedState,
  unixSeconds,
} from './call.ts';
import { asMoney } from './cards.ts';
import { book } from './charges.ts';
import { emit } from './events.ts';
import type { Account, Transfer, TransferReversal } from './objects.ts';
import { findObject, insertObject, listing, lockObject, retrieving, saveObject } from './store.ts';

// Connected Express accounts: who is paid by transfers, the page where they sign up, transfers and reversals.

const LINK_SECONDS = 300;
const BALANCE_LOCK = 8_117_002;
/** A transfer names its newest reversals only. */
const EMBEDDED_REVERSALS = 10;

const address = z.url().max(2048);
const capability = z.strictObject({ requested: z.enum(['true', 'false']) });

const newAccount = paramsFor<Stripe.AccountCreateParams>()({
  type: z.literal('express'),
  country: z.string().length(2).optional(),
  email: z.email().max(800).optional(),
  capabilities: z.strictObject({ transfers: capability }).optional(),
  metadata: metadata.optional(),
});

async function createAccount(call: Call, params: z.output<typeof newAccount>): Promise<Account> {
  const isAsked = params.capabilities?.transfers.requested === 'true';
  const account: Account = {
    id: newId('acct'),
    object: 'account',
    capabilities: isAsked ? { transfers: 'inactive' } : {},
    charges_enabled: false,
    country: params.country ?? 'US',
    created: unixSeconds(call.now),
    details_submitted: false,
    email: params.email ?? null,
    metadata: params.metadata ?? {},
    payouts_enabled: false,
    requirements: { disabled_reason: 'requirements.past_due' },
    type: 'express',
  };
  await insertObject(call.tx, 'account', { body: account, hidden: { link: null } });
  return account;
}

async function getAccount(call: Call, id: string): Promise<Account> {
  const held = await findObject(call.tx, 'account', id, { lock: true });
  if (held) return held.body;
  const message = `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`;
  throw new SandboxError(403, { type: 'invalid_request_error', code: 'account_invalid', message });
}

async function deleteAccount(call: Call, id: string): Promise<object> {
  await getAccount(call, id);
  await call.tx.deleteFrom('sandboxObjects').where('id', '=', id).execute();
  const application = { id: 'ca_sandbox', object: 'application', name: 'Encore' };
  await emit(call, 'account.application.deauthorized', application as never, id);
  return { id, object: 'account', deleted: true };
}

const newLink = paramsFor<Stripe.AccountLinkCreateParams>()({
  account: text,
  type: z.enum(['account_onboarding', 'account_update']),
  return_url: address,
  refresh_url: address,
});

/** A link works once, for a few minutes. */
async function createAccountLink(call: Call, params: z.output<typeof newLink>): Promise<object> {
  const held = await findObject(call.tx, 'account', params.account, { lock: true });
  if (!held) throw noSuchAccount(params.account);
  const expires = unixSeconds(secondsFrom(call.now, LINK_SECONDS));
  held.hidden.link = { secret: newId('link'), expires, returnUrl: params.return_url };
  await saveObject(call.tx, held);
  const url = `${call.browserUrl}/connect/${params.account}/${held.hidden.link.secret}`;
  return { object: 'account_link', created: unixSeconds(call.now), expires_at: expires, url };
}

const noSuchAccount = (id: string) =>
  unexpectedState(`No such destination: '${id}'`, { code: 'resource_missing', param: 'destination' });

/** Finishes the onboarding page. Returns the address to redirect to. */
export async function finishOnboarding(
  call: Call,
  accountId: string,
  secret: string,
): Promise<string | undefined> {
  const held = await findObject(call.tx, 'account', accountId, { lock: true });
  const link = held?.hidden.link;
  if (!held || link?.secret !== secret || link.expires < unixSeconds(call.now)) return undefined;
  const { body } = held;
  body.details_submitted = true;
  body.payouts_enabled = true;
  body.capabilities = { transfers: 'active' };
  body.requirements = { disabled_reason: null };
  held.hidden.link = null;
  await saveObject(call.tx, held);
  await emit(call, 'account.updated', body, body.id);
  return link.returnUrl;
}

const newTransfer = paramsFor<Stripe.TransferCreateParams>()({
  amount: positiveInteger,
  currency: z.string().length(3),
  destination: text,
  metadata: metadata.optional(),
  transfer_group: text.optional(),
});

async function createTransfer(call: Call, params: z.output<typeof newTransfer>): Promise<Transfer> {
  const { amount, currency, destination } = params;
  const account = await findObject(call.tx, 'account', destination);
  if (!account) throw noSuchAccount(destination);
  if (account.body.capabilities?.transfers !== 'active') {
    throw unexpectedState(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      { code: 'insufficient_capabilities_for_transfer' },
    );
  }
  // Two transfers at once never spend the same money.
  await sql`select pg_advisory_xact_lock(${BALANCE_LOCK})`.execute(call.tx);
  if ((await availableIn(call, currency)) < amount) {
    throw unexpectedState(
      'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance',
      { code: 'balance_insufficient' },
    );
  }
  const id = newId('tr');
  const line = await book(call, { type: 'transfer', amount: -amount, currency, source: id });
  const transfer: Transfer = {
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: line.id,
    created: unixSeconds(call.now),
    currency,
    destination,
    livemode: false,
    metadata: params.metadata ?? {},
    reversals: { object: 'list', data: [], has_more: false, url: `${path}/${id}/reversals` },
    reversed: false,
    transfer_group: params.transfer_group ?? null,
  };
  await insertObject(call.tx, 'transfer', { body: transfer, hidden: {} });
  await emit(call, 'transfer.created', transfer);
  return transfer;
}

async function availableIn(call: Call, currency: string): Promise<number> {
  const { rows } = await sql<{ amount: number | null }>`
    select sum((body ->> 'net')::bigint)::bigint as amount from sandbox_objects
    where kind = 'balance_transaction' and body ->> 'currency' = ${currency}
      and (body ->> 'available_on')::bigint <= ${unixSeconds(call.now)}`.execute(call.tx);
  return Number(rows[0]?.amount ?? 0);
}

const newReversal = paramsFor<Stripe.TransferCreateReversalParams>()({
  amount: positiveInteger.optional(),
  metadata: metadata.optional(),
});

async function reverse(
  call: Call,
  params: z.output<typeof newReversal>,
  transferId: string,
): Promise<TransferReversal> {
  const held = await lockObject(call.tx, 'transfer', transferId);
  const { body: transfer } = held;
  const left = transfer.amount - transfer.amount_reversed;
  if (left === 0) {
    throw unexpectedState(`Transfer ${transferId} has already been fully reversed.`);
  }
  const amount = params.amount ?? left;
  if (amount > left) {
    throw invalidRequest(
      `Reversal amount (${asMoney(amount, transfer.currency)}) is greater than unreversed amount on transfer (${asMoney(left, transfer.currency)})`,
      { param: 'amount' },
    );
  }
  const id = newId('trr');
  const { currency } = transfer;
  const line = await book(call, { type: 'transfer_refund', amount, currency, source: id });
  const reversal: TransferReversal = {
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: line.id,
    created: unixSeconds(call.now),
    currency,
    metadata: params.metadata ?? {},
    transfer: transferId,
  };
  transfer.amount_reversed += amount;
  transfer.reversed = transfer.amount_reversed === transfer.amount;
  const { reversals } = transfer;
  reversals.has_more ||= reversals.data.length === EMBEDDED_REVERSALS;
  reversals.data = [reversal, ...reversals.data].slice(0, EMBEDDED_REVERSALS);
  await saveObject(call.tx, held);
  await emit(call, 'transfer.reversed', transfer);
  return reversal;
}

const path = '/v1/transfers';
const accountPath = '/v1/accounts';

export const connectOperations = [
  operation('accounts.create', 'POST', accountPath, newAccount, createAccount),
  operation('accounts.retrieve', 'GET', `${accountPath}/:id`, none, (call, _params, id) =>
    getAccount(call, id),
  ),
  operation('accounts.del', 'DELETE', `${accountPath}/:id`, none, (call, _params, id) =>
    deleteAccount(call, id),
  ),
  operation('accountLinks.create', 'POST', '/v1/account_links', newLink, createAccountLink),
  operation('transfers.create', 'POST', path, newTransfer, createTransfer),
  retrieving('transfers.retrieve', path, 'transfer'),
  listing(
    'transfers.list',
    path,
    'transfer',
    paramsFor<Stripe.TransferListParams>()({
      ...pageShape,
      destination: text.optional(),
      transfer_group: text.optional(),
    }),
  ),
  operation('transfers.createReversal', 'POST', `${path}/:id/reversals`, newReversal, reverse),
];
