import { sql } from 'kysely';
import type Stripe from 'stripe';
import {
  type Call,
  newId,
  none,
  operation,
  pageShape,
  paramsFor,
  secondsFrom,
  text,
  unixSeconds,
} from './call.ts';
import { book } from './charges.ts';
import { emit } from './events.ts';
import type { Payout } from './objects.ts';
import { schedule } from './sandbox-context.ts';
import { insertObject, listing, listObjects, lockObject, retrieving, saveObject } from './store.ts';

const TRANSFER_SECONDS = 24 * 3600;

/**
 * Pays out everything that is available in the currency, as automatic payouts do. A debt waits for the next one. Once there
 * are connected accounts the balance stays for transfers, as on an account whose payouts are set to manual.
 */
export async function makePayout(call: Call, transactionId: string): Promise<void> {
  const { body: first } = await lockObject(call.tx, 'balance_transaction', transactionId);
  const { data: accounts } = await listObjects(call, 'account', '/v1/accounts', { limit: 1 });
  if (accounts.length > 0) return;
  const now = unixSeconds(call.now);
  const { rows: due } = await sql<{ id: string; net: number }>`
    select id, (body ->> 'net')::bigint as net from sandbox_objects
    where kind = 'balance_transaction' and hidden ->> 'payout' is null and body ->> 'currency' = ${first.currency}
      and (body ->> 'available_on')::bigint <= ${now} order by id for update`.execute(call.tx);
  const amount = due.reduce((sum, { net }) => sum + Number(net), 0);
  if (amount <= 0) return;
  const id = newId('po');
  await sql`
    update sandbox_objects set hidden = hidden || jsonb_build_object('payout', ${id}::text)
    where id = any(${due.map((line) => line.id)})`.execute(call.tx);
  const line = await book(
    call,
    { type: 'payout', amount: -amount, currency: first.currency, source: id },
    id,
  );
  const arrival = secondsFrom(call.now, TRANSFER_SECONDS);
  const payout: Payout = {
    id,
    object: 'payout',
    amount,
    arrival_date: unixSeconds(arrival),
    automatic: true,
    balance_transaction: line.id,
    created: now,
    currency: first.currency,
    failure_balance_transaction: null,
    failure_code: null,
    livemode: false,
    method: 'standard',
    status: 'in_transit',
    type: 'bank_account',
  };
  await insertObject(call.tx, 'payout', { body: payout, hidden: {} });
  await emit(call, 'payout.created', payout);
  await schedule(call, 'finish_payout', id, arrival);
}

export async function finishPayout(call: Call, payoutId: string): Promise<void> {
  const { body: payout } = await lockObject(call.tx, 'payout', payoutId);
  if (payout.status !== 'in_transit') return;
  payout.status = 'paid';
  await saveObject(call.tx, { body: payout, hidden: {} });
  await emit(call, 'payout.paid', payout);
  await emit(call, 'payout.reconciliation_completed', payout);
}

/** Sums the net amounts that have not left in a payout, by currency. */
async function readBalance(call: Call): Promise<object> {
  const { rows } = await sql<{ currency: string; isAvailable: boolean; amount: number }>`
    select body ->> 'currency' as currency, (body ->> 'available_on')::bigint <= ${unixSeconds(call.now)} as is_available,
      sum((body ->> 'net')::bigint)::bigint as amount
    from sandbox_objects where kind = 'balance_transaction' group by 1, 2 order by 1`.execute(call.tx);
  const amounts = (isAvailable: boolean) =>
    rows
      .filter((row) => row.isAvailable === isAvailable)
      .map(({ currency, amount }) => ({
        amount: Number(amount),
        currency,
        source_types: { card: Number(amount) },
      }));
  return { object: 'balance', available: amounts(true), livemode: false, pending: amounts(false) };
}

const path = '/v1/payouts';

export const payoutOperations = [
  operation('balance.retrieve', 'GET', '/v1/balance', none, readBalance),
  listing(
    'payouts.list',
    path,
    'payout',
    paramsFor<Stripe.PayoutListParams>()({ ...pageShape, status: text.optional() }),
  ),
  retrieving('payouts.retrieve', path, 'payout'),
];
