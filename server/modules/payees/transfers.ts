import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { TransferRow } from '#contract/endpoints/payees.ts';
import { formatCents } from '#contract/rules/money.ts';
import { isTransferDay, type TransferMethod } from '#contract/rules/payees.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { localDate } from '#server/platform/time/clock.ts';
import { accountOf, lockPayee, owedOf } from './payees.queries.ts';
import { listWithMoney, readSums } from './payees.ts';
import {
  findTransfer,
  insertReversals,
  listScheduled,
  listTransferRows,
  lockTransfer,
} from './transfers.queries.ts';

// A transfer is a row before it is a call: the row is written under the lock of the payee, takes its amount off what is
// owed, and names the key of the call. A job makes the call after the commit (execute-transfer.ts).

export const executeTransferJob = defineJob({
  name: 'payees.execute-transfer',
  payload: z.object({ transferId: z.int() }),
});

type PayTx = Pick<Tx, 'db' | 'clock' | 'log' | 'payments' | 'queue'>;

/** The shop sells in one currency; the ledger of another is not paid out. */
const CURRENCY = 'usd';

type Payment = {
  payeeId: number;
  method: TransferMethod;
  /** The amount in the preview. If omitted, everything owed is paid. */
  amountCents?: number;
  note?: string | undefined;
};

/** If two people pay the same payee at once, the second finds nothing owed. */
export async function payPayee(tx: PayTx, actor: Actor | null, payment: Payment): Promise<TransferRow> {
  const { db, clock, payments, queue } = tx;
  const { payeeId, method, note } = payment;
  const payee = await lockPayee(db, payeeId);
  if (!payee) throw new AppError('not_found');
  const underWay = await db
    .selectFrom('transfers')
    .select('id')
    .where('payeeId', '=', payeeId)
    .where('mode', '=', payments.mode)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  if (underWay) refuse('A payment to this payee is already under way.');
  const account = accountOf(payee, payments.mode);
  if (method === 'connect' && account?.state !== 'ready') refuse('Their bank account is not connected yet.');
  const sums = (await readSums(tx, payeeId)).get(payeeId);
  const owed = sums ? owedOf(sums) : 0;
  if (owed === 0) refuse('Nothing is owed to this payee now.');
  if (payment.amountCents !== undefined && payment.amountCents !== owed) {
    refuse(`The amount has changed to ${formatCents(owed)}. Check it, then pay again.`);
  }
  const now = clock.now();
  const { id } = await db
    .insertInto('transfers')
    .values({
      payeeId,
      mode: payments.mode,
      amountCents: owed,
      currency: CURRENCY,
      method,
      state: method === 'manual' ? 'paid' : 'pending',
      key: randomUUID(),
      accountId: method === 'connect' ? (account?.id ?? null) : null,
      note: note || null,
      createdBy: actor?.userId ?? null,
      createdAt: now,
      paidAt: method === 'manual' ? now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (method === 'connect') await queue.enqueue(db, executeTransferJob, { transferId: id });
  await audit(tx, actor, 'payee.pay', { payeeId, amountCents: owed, method });
  return getTransferRow(tx, id);
}

type TransferAction = 'payee.pay' | 'payee.transfer-settle' | 'payee.transfer-reverse';

const audit = (
  { db }: Pick<Tx, 'db'>,
  actor: Actor | null,
  action: TransferAction,
  { payeeId, ...after }: { payeeId: number; amountCents: number; method: string },
) => recordAudit(db, { actorId: actor?.userId ?? null, action, subject: `payee:${payeeId}`, after });

async function getTransferRow(
  { db, payments }: Pick<Tx, 'db' | 'payments'>,
  id: number,
): Promise<TransferRow> {
  const [row] = await listTransferRows(db, { mode: payments.mode, id });
  if (!row) throw new AppError('not_found');
  return row;
}

/** Locks the payee first, as every payment does. */
async function lockForStaff({ db, payments }: Pick<Tx, 'db' | 'payments'>, transferId: number) {
  const known = await findTransfer(db, transferId);
  if (!known || known.mode !== payments.mode) throw new AppError('not_found');
  await lockPayee(db, known.payeeId);
  const transfer = await lockTransfer(db, transferId);
  if (!transfer) throw new AppError('not_found');
  return transfer;
}

/** A payment file leaves the shop, so only people know what the bank did with it. */
export async function settleByHand(
  tx: PayTx,
  actor: Actor,
  { transferId, how }: { transferId: number; how: 'paid' | 'canceled' },
): Promise<TransferRow> {
  const { db, clock } = tx;
  const transfer = await lockForStaff(tx, transferId);
  if (transfer.method !== 'file') refuse('Only payments of a payment file are settled by hand.');
  if (transfer.state !== 'pending') refuse('This payment is already settled.');
  await db
    .updateTable('transfers')
    .set({ state: how, paidAt: how === 'paid' ? clock.now() : null })
    .where('id', '=', transferId)
    .execute();
  await audit(tx, actor, 'payee.transfer-settle', { ...transfer, method: how });
  return getTransferRow(tx, transferId);
}

/** A payment by file or by hand also comes back by hand, so it is owed again at once. */
export async function reverseTransfer(tx: PayTx, actor: Actor, transferId: number): Promise<TransferRow> {
  const { db, clock, queue } = tx;
  const transfer = await lockForStaff(tx, transferId);
  if (transfer.state !== 'paid') refuse('Only what was paid can be taken back.');
  if (transfer.reversalAskedAt !== null) refuse('This transfer is already being taken back.');
  const now = clock.now();
  if (transfer.method === 'connect') {
    await db
      .updateTable('transfers')
      .set({ reversalAskedAt: now, failure: null })
      .where('id', '=', transferId)
      .execute();
    await queue.enqueue(db, executeTransferJob, { transferId });
  } else {
    await db
      .updateTable('transfers')
      .set({ state: 'reversed', reversedCents: transfer.amountCents })
      .where('id', '=', transferId)
      .execute();
    await insertReversals(db, transferId, [{ amountCents: transfer.amountCents, cameBackAt: now }]);
  }
  await audit(tx, actor, 'payee.transfer-reverse', transfer);
  return getTransferRow(tx, transferId);
}

function refuse(message: string): never {
  throw new AppError('conflict', { message });
}

/**
 * Pays everybody whose account is ready and who is owed the minimum, on the days of the schedule. It runs several times on
 * such a day, so that a site that was away for a while pays too; nobody gets two of these payments on a day.
 */
export async function payDue(context: Context): Promise<void> {
  const {
    payout_schedule: schedule,
    payout_minimum_cents: minimum,
    reporting_time_zone: timeZone,
  } = await getSettings(context);
  const today = localDate(context.clock.now(), timeZone);
  if (!isTransferDay(schedule, today)) return;
  const paidToday = await listScheduled(context.db, { mode: context.payments.mode, today, timeZone });
  for (const { id: payeeId, owed, account } of await listWithMoney(context)) {
    if (owed < Math.max(1, minimum) || account !== 'ready' || paidToday.has(payeeId)) continue;
    try {
      await inTransaction(context, (tx) => payPayee(tx, null, { payeeId, method: 'connect' }));
    } catch (error) {
      // Somebody paid them meanwhile.
      if (!(error instanceof AppError)) throw error;
    }
  }
}
