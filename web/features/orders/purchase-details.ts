// The purchase is kept for the tab, so that a reload or a detour to the bank finds it again.

import { z } from 'zod';
import { album, image } from '#contract/entities/album.ts';
import { cents, id } from '#contract/primitives.ts';
import { readSession, subscribeToSession } from '#web/lib/session.ts';
import { createStore, useStore } from '#web/lib/store.ts';

const KEY = 'PURCHASE_DETAILS';

const shared = {
  albumId: id,
  /** The price the person saw; the server decides by its own quote. */
  amount: cents,
  album,
  /** True when the buyer came from a photo of their athlete. */
  facial: z.boolean(),
  coupon: z.string().max(40).optional(),
  /** The key of the order, once it is paid. */
  paidOrder: z.string().max(64).optional(),
};

const purchaseDetails = z.discriminatedUnion('type', [
  z.object({ type: z.literal('album'), ...shared }),
  z.object({
    type: z.literal('image'),
    ...shared,
    imageId: id,
    image,
    imageToken: z.string().max(2_000).nullable(),
  }),
]);
export type PurchaseDetails = z.output<typeof purchaseDetails>;
export type ImagePurchase = Extract<PurchaseDetails, { type: 'image' }>;

const kept = z.object({ userId: id, details: purchaseDetails });
type Kept = z.output<typeof kept>;

function restore(): Kept | undefined {
  try {
    return kept.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

const store = createStore<Kept | undefined>(restore());

subscribeToSession(() => {
  if (readSession().token || !store.read()) return;
  store.write(undefined);
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage nothing was kept.
  }
});

/** Another person at the same browser starts with nothing. */
export function usePurchaseDetails<Type extends PurchaseDetails['type']>(type: Type) {
  const held = useStore(store);
  const isOurs = held?.userId === readSession().user?.id && held?.details.type === type;
  return isOurs ? (held?.details as Extract<PurchaseDetails, { type: Type }>) : undefined;
}

export function keepPurchaseDetails(details: PurchaseDetails): void {
  const userId = readSession().user?.id;
  if (userId === undefined) return;
  store.write({ userId, details });
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ userId, details }));
  } catch {
    // Without storage the page keeps it in memory.
  }
}
