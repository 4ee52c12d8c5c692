import type { Context } from '#server/context.ts';
import type { ProviderRefund } from '#server/platform/payments/payment-types.ts';
import { bookForeignRefund } from './book-foreign.ts';
import { findRefundByKey, findRefundByProviderId, listRefundsByProviderId } from './refunds.queries.ts';
import { settleRefund } from './settle.ts';

export async function followRefund(context: Context, providerRefundId: string): Promise<void> {
  await saveProviderRefund(context, await context.payments.getRefund(providerRefundId));
}

export async function followRefunds(context: Context, listed: ProviderRefund[]): Promise<void> {
  for (const refundId of await listDiffering(context, listed)) await followRefund(context, refundId);
}

/** Returns the numbers of those refunds whose state differs from ours. */
export async function listDiffering(
  { db }: Pick<Context, 'db'>,
  listed: ProviderRefund[],
): Promise<string[]> {
  const ids = listed.map(({ refundId }) => refundId);
  const known = new Map(
    (await listRefundsByProviderId(db, ids)).map(({ refundId, state }) => [refundId, state]),
  );
  return listed.flatMap(({ refundId, state }) => (known.get(refundId) === state ? [] : [refundId]));
}

/** A refund without one of our keys was made in the provider's dashboard. */
export async function saveProviderRefund(context: Context, news: ProviderRefund): Promise<void> {
  const isKey = /^[0-9a-f-]{36}$/.test(news.refundKey ?? '');
  const refund =
    (await findRefundByProviderId(context.db, news.refundId)) ??
    (isKey ? await findRefundByKey(context.db, news.refundKey ?? '') : undefined);
  if (refund) await settleRefund(context, refund.id, news);
  else await bookForeignRefund(context, news);
}
