import { z } from 'zod';
import { sumCents } from '#contract/rules/money.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { type ProviderTransfer, TransferRefused } from '#server/platform/payments/payment-types.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import {
  findTransfer,
  findTransferByKey,
  insertReversals,
  listUnsettled,
  lockTransfer,
  type TransferRecord,
} from './transfers.queries.ts';

// Makes the calls of transfers. Every step can be repeated: an earlier call is found by its group, the key makes the
// provider answer the same call once, and what it answers is settled under the lock of the row.

/** The provider remembers idempotency keys for a day; after that the same key would send a second transfer. */
const KEY_LIFE_MINUTES = 23 * 60;
const SETTLING_MINUTES = 2;

export const syncTransferJob = defineJob({
  name: 'payees.sync-transfer',
  payload: z.object({ transferId: z.string().max(255) }),
});

export async function executeTransfer(context: Context, transferId: number): Promise<void> {
  const transfer = await findTransfer(context.db, transferId);
  if (transfer?.method !== 'connect' || transfer.mode !== context.payments.mode) return;
  if (transfer.state === 'pending') await send(context, transfer);
  else if (transfer.state === 'paid' && transfer.reversalAskedAt !== null) await takeBack(context, transfer);
}

async function send(context: Context, transfer: TransferRecord): Promise<void> {
  const { payments, clock } = context;
  const { key: transferKey, accountId, amountCents, currency } = transfer;
  const made = await payments.findTransfer(transferKey);
  if (made) return settleTransfer(context, transfer.id, made);
  if (new Date(transfer.createdAt) < minutesFrom(clock.now(), -KEY_LIFE_MINUTES)) {
    return failTransfer(context, transfer.id, 'The card provider gave no answer for a day.');
  }
  try {
    const sent = await payments.transfer({ transferKey, accountId: accountId ?? '', amountCents, currency });
    await settleTransfer(context, transfer.id, sent);
  } catch (error) {
    if (!(error instanceof TransferRefused)) throw error;
    await failTransfer(context, transfer.id, REFUSALS[error.code] ?? `Refused: ${error.code}`);
  }
}

const REFUSALS: Record<string, string> = {
  balance_insufficient: 'There is not enough money at the card provider. Try again once it is available.',
  insufficient_capabilities_for_transfer: 'Their account cannot receive transfers now.',
  account_invalid: 'Their account no longer exists.',
  resource_missing: 'Their account no longer exists.',
};

async function takeBack(context: Context, transfer: TransferRecord): Promise<void> {
  const { db, payments } = context;
  const { id, key: transferKey, externalId, reversalAskedAt } = transfer;
  if (externalId === null || reversalAskedAt === null) return;
  const askedAt = new Date(reversalAskedAt);
  const seen = await payments.getTransfer(externalId);
  const left = seen.amountCents - seen.reversedCents;
  try {
    const after =
      left === 0
        ? seen
        : await payments.reverseTransfer({ transferKey, transferId: externalId, amountCents: left, askedAt });
    await settleTransfer(context, id, after);
  } catch (error) {
    if (!(error instanceof TransferRefused)) throw error;
    const failure = 'Their account does not have the money to give back.';
    await db
      .updateTable('transfers')
      .set({ reversalAskedAt: null, failure })
      .where('id', '=', id)
      .where('state', '=', 'paid')
      .where('reversalAskedAt', '=', reversalAskedAt)
      .execute();
  }
}

/** Nothing was sent, so the money is owed again. */
async function failTransfer({ db }: Pick<Context, 'db'>, id: number, failure: string): Promise<void> {
  await db
    .updateTable('transfers')
    .set({ state: 'failed', failure })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}

/** Takes over what the provider says; an older answer changes nothing, because money only comes back more. */
export async function settleTransfer(context: Context, id: number, seen: ProviderTransfer): Promise<void> {
  await inTransaction(context, async ({ db, clock }) => {
    const transfer = await lockTransfer(db, id);
    if (transfer?.method !== 'connect') return;
    const parts = partsAfter(transfer.reversedCents, seen, clock.now());
    const reversedCents = transfer.reversedCents + sumCents(parts.map(({ amountCents }) => amountCents));
    await db
      .updateTable('transfers')
      .set({
        state: reversedCents === transfer.amountCents ? 'reversed' : 'paid',
        externalId: seen.transferId,
        paidAt: transfer.paidAt ?? seen.createdAt,
        failure: transfer.paidAt === null ? null : transfer.failure,
        reversedCents,
      })
      .where('id', '=', id)
      .execute();
    await insertReversals(db, id, parts);
  });
}

/** What has come back since the known cents, oldest first. The provider names the newest reversals only; others count now. */
function partsAfter(knownCents: number, { reversedCents, reversals }: ProviderTransfer, now: Date) {
  const named = reversals.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const unnamedCents = reversedCents - sumCents(named.map(({ amountCents }) => amountCents));
  let left = knownCents;
  return [{ amountCents: unnamedCents, createdAt: now }, ...named].flatMap(({ amountCents, createdAt }) => {
    const known = Math.min(left, amountCents);
    left -= known;
    return amountCents > known ? [{ amountCents: amountCents - known, cameBackAt: createdAt }] : [];
  });
}

/** Handles events, which may arrive late, twice, or before the answer to the call. */
export async function syncTransfer(context: Context, externalId: string): Promise<void> {
  const seen = await context.payments.getTransfer(externalId);
  const own = seen.transferKey && z.uuid().safeParse(seen.transferKey).success;
  const transfer = own ? await findTransferByKey(context.db, seen.transferKey ?? '') : undefined;
  if (transfer) await settleTransfer(context, transfer.id, seen);
}

/** Finishes what an interrupted job or a lost answer left open. */
export async function settleTransfers(context: Context): Promise<void> {
  const before = minutesFrom(context.clock.now(), -SETTLING_MINUTES);
  const errors: unknown[] = [];
  for (const { id } of await listUnsettled(context.db, context.payments.mode, before)) {
    await executeTransfer(context, id).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}
