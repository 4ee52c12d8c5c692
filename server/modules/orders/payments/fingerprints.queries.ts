import type { Db } from '#server/platform/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';

export type UnreadCard = Awaited<ReturnType<typeof listUnreadCards>>[number];

/** Lists kept cards about which the provider was not asked yet. Link does not tell the card behind it. */
export function listUnreadCards(
  db: Db,
  mode: PaymentMode,
  { after, limit }: { after: number; limit: number },
) {
  return db
    .selectFrom('paymentSources')
    .innerJoin('paymentCustomers', (join) =>
      join
        .onRef('paymentCustomers.userId', '=', 'paymentSources.userId')
        .onRef('paymentCustomers.mode', '=', 'paymentSources.mode'),
    )
    .select(['paymentSources.id', 'paymentSources.userId', 'methodId', 'customerId'])
    .where('paymentSources.mode', '=', mode)
    .where('fingerprint', 'is', null)
    .where('fingerprintReadAt', 'is', null)
    .where('removedAt', 'is', null)
    .where('isOnce', '=', false)
    .where('brand', '<>', 'link')
    .where('paymentSources.id', '>', after)
    .orderBy('paymentSources.id')
    .limit(limit)
    .execute();
}

export async function saveFingerprint(
  db: Db,
  cardId: number,
  { fingerprint, now }: { fingerprint: string | null; now: Date },
): Promise<void> {
  await db
    .updateTable('paymentSources')
    .set({ fingerprint, fingerprintReadAt: now })
    .where('id', '=', cardId)
    .execute();
}
