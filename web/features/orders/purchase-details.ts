// The purchase is kept for the tab, so that a reload or a detour to the bank finds it again.

import type { Album, Image } from '#contract/entities/album.ts';
import { readSession, subscribeToSession } from '#web/lib/session.ts';
import {
  createStore,
  isFlag,
  isNumber,
  isText,
  listOf,
  orNull,
  shapeOf,
  useStore,
} from '#web/lib/storage.ts';
import { isStoredAlbum, isStoredEvent, isStoredImage } from '#web/lib/stored-albums.ts';

const KEY = 'PURCHASE_DETAILS';

type Shared = {
  albumId: number;
  /** The price the person saw; the server decides by its own quote. */
  amount: number;
  album: Album;
  /** True when the buyer came from a photo of their athlete. */
  facial: boolean;
  coupon?: string | undefined;
  /** The key of the order, once it is paid. */
  paidOrder?: string | undefined;
};
export type ImagePurchase = Shared & {
  type: 'image';
  imageId: number;
  image: Image;
  imageToken: string | null;
};
export type PurchaseDetails = (Shared & { type: 'album' }) | ImagePurchase;
type Kept = { userId: number; details: PurchaseDetails };

const isMissingOrText = (value: unknown) => value === undefined || isText(value);
const isAlbum = (value: unknown) =>
  isStoredAlbum(value) && listOf(isStoredEvent)((value as Partial<Album>).events);
const SHARED = {
  albumId: isNumber,
  amount: isNumber,
  album: isAlbum,
  facial: isFlag,
  coupon: isMissingOrText,
  paidOrder: isMissingOrText,
};
const isAlbumPurchase = shapeOf<Shared & { type: 'album' }>({
  ...SHARED,
  type: (value) => value === 'album',
});
const isImagePurchase = shapeOf<ImagePurchase>({
  ...SHARED,
  type: (value) => value === 'image',
  imageId: isNumber,
  image: isStoredImage,
  imageToken: orNull(isText),
});
const isKept = shapeOf<Kept>({
  userId: isNumber,
  details: (value) => isAlbumPurchase(value) || isImagePurchase(value),
});

function restore(): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isKept(kept) ? kept : undefined;
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
