import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AccountState } from '#contract/rules/payees.ts';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { PaymentStuck, PaymentUnknown, TransferRefused } from '#server/platform/payments/payment-types.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { accountOf, type PayeeRow } from './payees.queries.ts';
import { getPayee } from './payees.ts';

export const syncPayeeAccountJob = defineJob({
  name: 'payees.sync-account',
  payload: z.object({ accountId: z.string().max(255) }),
});

type OnboardContext = Pick<Context, 'db' | 'payments' | 'config'>;

/**
 * Returns an address of the provider that works once. It sends the payee back to `returnPath`, also when it has expired, so
 * that they begin again there.
 */
export async function onboardPayee(
  context: OnboardContext,
  { payeeId, returnPath }: { payeeId: number; returnPath: string },
): Promise<string> {
  const { payments, config } = context;
  const payee = await getPayee(context.db, payeeId);
  const returnUrl = `${config.publicUrl}${returnPath}`;
  try {
    const link = (accountId: string) =>
      payments.createAccountLink({ accountId, returnUrl, refreshUrl: returnUrl });
    const known = accountOf(payee, payments.mode)?.id;
    if (known === undefined) return await link(await openAccount(context, payee));
    try {
      return await link(known);
    } catch (error) {
      if (!(error instanceof TransferRefused && GONE.includes(error.code))) throw error;
      return await link(await openAccount(context, await forgetAccount(context, payee.id, known)));
    }
  } catch (error) {
    if (error instanceof TransferRefused) {
      throw new AppError('conflict', {
        message: 'The card provider refused. Check that Stripe Connect is on.',
      });
    }
    if (error instanceof PaymentUnknown) {
      throw new AppError('conflict', { message: 'The card provider did not answer. Try again in a minute.' });
    }
    throw error;
  }
}

const GONE = ['account_invalid', 'resource_missing'];

/** The former key would be answered with the former account for a day. Of two calls at once, one changes it. */
async function forgetAccount(
  { db }: Pick<Context, 'db'>,
  payeeId: number,
  accountId: string,
): Promise<PayeeRow> {
  await db
    .updateTable('payees')
    .set({ accountId: null, accountMode: null, accountStatus: 'none', accountKey: randomUUID() })
    .where('id', '=', payeeId)
    .where('accountId', '=', accountId)
    .execute();
  return getPayee(db, payeeId);
}

/**
 * The key makes two calls at once open one account. A refusal or error would be its answer for a day, so the next call has
 * another. An account that came to be unseen holds no money.
 */
async function openAccount({ db, payments }: OnboardContext, payee: PayeeRow): Promise<string> {
  const { id, accountKey: key, email } = payee;
  const own = db.updateTable('payees').where('id', '=', id);
  try {
    const { accountId, state } = await payments.createAccount({ key, email });
    await own.set({ accountId, accountMode: payments.mode, accountStatus: state }).execute();
    return accountId;
  } catch (error) {
    if (error instanceof TransferRefused || error instanceof PaymentStuck)
      await own.set({ accountKey: randomUUID() }).execute();
    throw error;
  }
}

/** Asks the provider while the account is not ready, because a payee who comes back expects to see it. */
export async function readAccountState(context: OnboardContext, payeeId: number): Promise<AccountState> {
  const { db, payments } = context;
  const read = async () => accountOf(await getPayee(db, payeeId), payments.mode);
  const known = await read();
  if (!known || known.state === 'ready') return known?.state ?? 'none';
  try {
    await syncPayeeAccount(context, known.id);
  } catch (error) {
    if (!(error instanceof PaymentUnknown)) throw error;
  }
  return (await read())?.state ?? 'none';
}

/** Reads what the provider knows now, so the order of events does not matter. */
export async function syncPayeeAccount(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  accountId: string,
): Promise<void> {
  const known = await db
    .selectFrom('payees')
    .select('id')
    .where('accountMode', '=', payments.mode)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  if (!known) return;
  const state = await stateAtProvider(payments, accountId);
  await db.updateTable('payees').set({ accountStatus: state }).where('id', '=', known.id).execute();
}

/** An account that the provider no longer lets us see cannot be paid. */
async function stateAtProvider(payments: Context['payments'], accountId: string): Promise<AccountState> {
  try {
    return (await payments.getAccount(accountId)).state;
  } catch (error) {
    if (error instanceof TransferRefused) return 'restricted';
    throw error;
  }
}

/** Events of connected accounts reach the site only if its webhook asks for them, so accounts are also asked about. */
export async function syncPayeeAccounts({ db, payments }: Pick<Context, 'db' | 'payments'>): Promise<void> {
  const rows = await db
    .selectFrom('payees')
    .select('accountId')
    .where('accountMode', '=', payments.mode)
    .orderBy('id')
    .execute();
  for (const { accountId } of rows)
    if (accountId !== null) await syncPayeeAccount({ db, payments }, accountId);
}
