// What someone is about to pay for (the specification's purchase details), kept for the tab: a reload, or a
// detour over the bank, finds it again.

import { z } from 'zod';
import { album, image } from '#contract/entities/album.ts';
import { cents, id } from '#contract/primitives.ts';
import { readSession, subscribeToSession } from '#web/lib/session.ts';
import { createStore, useStore } from '#web/lib/store.ts';

const KEY = 'PURCHASE_DETAILS';

const shared = {
  albumId: id,
  /** What the person was shown; the server's own quote decides. */
  amount: cents,
  album,
  /** The buyer came from a photo of their athlete. */
  facial: z.boolean(),
  coupon: z.string().max(40).optional(),
  /** Once it is paid, the order that was made of it. */
  paidOrder: z.string().max(64).optional(),
};

const photo = z.object({
  type: z.literal('image'),
  ...shared,
  imageId: id,
  image,
  imageToken: z.string().max(2_000).nullable(),
});

const purchaseDetails = z.discriminatedUnion('type', [
  z.object({ type: z.literal('album'), ...shared }),
  photo.extend({
    /** Photos that are paid after this one, each by itself. */
    waiting: z.array(photo).max(500).optional(),
    paidBefore: z.int().min(0).optional(),
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
    // Nothing was kept.
  }
});

/** Only ever one's own: another person at the same browser starts with nothing. */
export function usePurchaseDetails<Type extends PurchaseDetails['type']>(type: Type) {
  const held = useStore(store);
  const isOurs = held?.userId === readSession().user?.id && held?.details.type === type;
  return isOurs ? (held?.details as Extract<PurchaseDetails, { type: Type }>) : undefined;
}

/** Several photos, paid one after the other. */
export function keepPhotoPurchases(photos: readonly z.output<typeof photo>[]): void {
  const [first, ...waiting] = photos;
  if (first) keepPurchaseDetails({ ...first, waiting });
}

/** What is about to be bought once this is paid: the photo that waits next, else nothing but to say so. */
export function afterPaying(details: PurchaseDetails, paidOrder: string): PurchaseDetails {
  if (details.type === 'album') return { ...details, paidOrder };
  const [next, ...waiting] = details.waiting ?? [];
  if (!next) return { ...details, paidOrder };
  return { ...next, waiting, paidBefore: (details.paidBefore ?? 0) + 1 };
}

export function keepPurchaseDetails(details: PurchaseDetails): void {
  const userId = readSession().user?.id;
  if (userId === undefined) return;
  store.write({ userId, details });
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ userId, details }));
  } catch {
    // The page keeps it in memory.
  }
}
