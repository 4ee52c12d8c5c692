// What an album and a single image cost.

export const SHARES_PER_ALBUM = 7;
export const DEFAULT_ALBUM_PRICE_CENTS = 1995;
export const DEFAULT_IMAGE_PRICE_CENTS = 499;

export function albumPriceCents(sharePriceCents: number | null | undefined): number {
  return sharePriceCents == null ? DEFAULT_ALBUM_PRICE_CENTS : sharePriceCents * SHARES_PER_ALBUM;
}

export function imagePriceCents(
  imagePriceOfEventCents: number | null | undefined,
  siteDefaultCents: number = DEFAULT_IMAGE_PRICE_CENTS,
): number {
  return imagePriceOfEventCents ?? siteDefaultCents;
}
