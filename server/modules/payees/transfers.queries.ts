import { type Selectable, sql } from 'kysely';
import { TRANSFERS_SHOWN, type TransferRow } from '#contract/endpoints/payees.ts';
import type { TransferMethod, TransferState } from '#contract/rules/payees.ts';
import type { Transfers } from '#server/platform/database/database.gen.ts';
import type { Db } from '#server/platform/database/database.ts';
import { toWire } from '#server/platform/http/wire-names.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';

export type TransferRecord = Selectable<Transfers>;

export function findTransfer(db: Db, id: number): Promise<TransferRecord | undefined> {
  return db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockTransfer(db: Db, id: number): Promise<TransferRecord | undefined> {
  return db.selectFrom('transfers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function findTransferByKey(db: Db, key: string): Promise<TransferRecord | undefined> {
  return db.selectFrom('transfers').selectAll().where('key', '=', key).executeTakeFirst();
}

export async function insertReversals(
  db: Db,
  transferId: number,
  parts: readonly { amountCents: number; cameBackAt: Date }[],
): Promise<void> {
  if (parts.length === 0) return;
  await db
    .insertInto('transferReversals')
    .values(parts.map((part) => ({ transferId, ...part })))
    .execute();
}

type Filter = {
  mode: PaymentMode;
  payee?: number | undefined;
  state?: TransferState | undefined;
  id?: number;
};

export async function listTransferRows(db: Db, { mode, payee, state, id }: Filter): Promise<TransferRow[]> {
  const rows = await db
    .selectFrom('transfers')
    .innerJoin('payees', 'payees.id', 'transfers.payeeId')
    .select(['transfers.id', 'payeeId as payee', 'payees.displayName as payeeName', 'payees.email'])
    .select(['amountCents as amount', 'reversedCents as reversed', 'method', 'state', 'failure', 'note'])
    .select(['transfers.createdAt', 'paidAt'])
    .select(sql<string>`'ENCORE-' || transfers.id`.as('reference'))
    .select(sql<boolean>`reversal_asked_at is not null and state = 'paid'`.as('isReversing'))
    .$narrowType<{ method: TransferMethod; state: TransferState }>()
    .where('transfers.mode', '=', mode)
    .$if(payee !== undefined, (query) => query.where('transfers.payeeId', '=', payee ?? 0))
    .$if(state !== undefined, (query) => query.where('transfers.state', '=', state ?? ''))
    .$if(id !== undefined, (query) => query.where('transfers.id', '=', id ?? 0))
    .orderBy('transfers.id', 'desc')
    // A payee has one pending payment at most, and the payment file needs all of them.
    .$if(state !== 'pending', (query) => query.limit(TRANSFERS_SHOWN))
    .execute();
  return rows.map(toWire);
}

/** Transfers whose call, or whose reversal, has no answer yet. */
export function listUnsettled(db: Db, mode: PaymentMode, before: Date) {
  return db
    .selectFrom('transfers')
    .select(['id', 'state'])
    .where('mode', '=', mode)
    .where('method', '=', 'connect')
    .where(({ or, and, eb }) =>
      or([
        and([eb('state', '=', 'pending'), eb('createdAt', '<', before.toISOString())]),
        and([eb('state', '=', 'paid'), eb('reversalAskedAt', '<', before.toISOString())]),
      ]),
    )
    .orderBy('id')
    .execute();
}

/** Payees that the schedule already tried today, failures included. */
export async function listScheduled(
  db: Db,
  { mode, today, timeZone }: { mode: PaymentMode; today: string; timeZone: string },
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('transfers')
    .select('payeeId')
    .where('mode', '=', mode)
    .where('createdBy', 'is', null)
    .where(sql`(created_at at time zone ${timeZone})::date`, '=', sql`${today}::date`)
    .execute();
  return new Set(rows.map(({ payeeId }) => payeeId));
}
